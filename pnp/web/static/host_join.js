/** How others come in, and the rarer things: the screen, the results, paper, the end. */
import { h, page, t } from './elements.js';
import { askEnd, question } from './dialog.js';
import { act, actAloud, button, current, div, fold, h2, playing, show, small } from './host_do.js';

const PATIENCE = 45;
const bare = (url) => url.replace(/^https?:\/\/|\/$/g, '');

export function mountJoin(section) {
  const ways = div('stack');
  const reached = h('p', {});
  const tries = t('host.try').split(' | ').map((one) => h('li', {}, one));
  const trouble = h('div', { class: 'notice', role: 'status' }, t('host.none-reached'), h('ul', {}, ...tries));
  section.append(div('card stack', h2(t('host.join')), ways, reached, trouble));
  return ({ host, join, wifi }) => {
    reached.textContent = t('host.reached', { n: host.reached });
    trouble.hidden = host.reached > 0 || performance.now() < PATIENCE * 1000;
    show(ways, [join, host.addresses, wifi], () => waysIn(join, host.addresses, wifi));
  };
}

function waysIn(join, addresses, wifi) {
  const others = addresses.filter((one) => bare(one.url) !== join.address);
  return [
    qr('join', join.url),
    h('p', { class: 'code number' }, join.code),
    h('p', {}, t('host.join-how', { address: join.address })),
    wifi && fold(t('host.wifi-qr'), qr('wifi', '')),
    others.length > 0 && fold(t('host.other-addresses'),
      h('ul', { class: 'small lines' }, ...others.map((one) => h('li', {}, h('strong', {}, bare(one.url)), ` ${one.label}`)))),
  ];
}

function qr(name, version) {
  const src = `/t/${page.table}/${name}.svg?v=${encodeURIComponent(version)}`;
  return h('img', { class: 'qr', src, width: 290, height: 290, alt: t(`host.${name}-qr`) });
}

// the rarer things:

export function mountMore(section, askAnother) {
  const away = { class: 'button', target: '_blank', rel: 'noopener' };
  const link = (name, label) => h('a', { href: `/t/${page.table}/${name}`, ...away }, t(label));
  const paper = div('stack', button(t('host.paper'), askPaper), small(t('host.paper-note')));
  const hints = div('stack', button(t('host.hints'), () => actAloud({ do: 'hints', on: !current().host.hints }), { kind: 'chip', 'data-key': 'hints' }), small(t('host.hints-note')));
  const audits = div('stack', button(t('host.audit-show'), () => actAloud({ do: 'audits', on: !current().host.audits }), { kind: 'chip', 'data-key': 'audits' }), small(t('host.audit-show-note')));
  const leave = div('stack', button(t('host.leave'), askAnother, { 'data-key': 'leave' }), small(t('host.leave-note')));
  const close = button('', askClose, { kind: 'danger', 'data-key': 'close' });
  const switches = Object.fromEntries(['sound', 'reactions', 'buzz', 'calm'].map((name) => [name,
    button(t(`host.show-${name}`), () => actAloud({ do: 'show', name, on: !current().show[name] }), { kind: 'chip', 'data-key': `show-${name}` })]));
  const theShow = div('card stack', h2(t('host.show')), div('row', ...Object.values(switches)), small(t('host.show-note')));
  section.append(div('card stack', h2(t('host.more')), link('screen', 'host.to-screen'), link('results', 'common.results'), paper, hints, audits, leave, close), theShow);
  return ({ phase, host, evening, show: now }) => {
    for (const [name, one] of Object.entries(switches)) one.setAttribute('aria-pressed', String(now[name]));
    paper.hidden = !host.on_paper;
    hints.firstChild.setAttribute('aria-pressed', String(host.hints));
    hints.hidden = phase === 'closed';
    audits.firstChild.setAttribute('aria-pressed', String(host.audits));
    audits.hidden = !host.seats.some((one) => one.audit);
    leave.hidden = !evening || evening.desk || !playing({ phase });
    close.hidden = phase === 'closed';
    close.textContent = t(playing({ phase }) ? 'desk.end-game' : 'host.close-table');
  };
}

function askPaper() {
  question(t('host.paper'), [t('host.paper-ask')], t('host.paper-do'), () => act({ do: 'on-paper' }));
}

/** Closing is for good, so it is asked once; in mid-game also whether anybody has won. */
export function askClose() {
  const { phase, commitment } = current();
  if (playing({ phase })) return askEnd(t('desk.end-game'), commitment, (winner) => act({ do: 'close', winner }));
  const texts = [commitment && t('desk.end-secret'), t('host.close-ask')];
  return question(t('host.close-table'), texts, t('host.close-do'), () => act({ do: 'close' }));
}
