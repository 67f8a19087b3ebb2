/** How others come in, and the rarer things: the screen, the results, paper, the end. */
import { fill, h, page, t } from './core.js';
import { button, current, fold, option, question, say, shown, small } from './host_do.js';

const PATIENCE = 45;
const bare = (url) => url.replace(/^https?:\/\/|\/$/g, '');

export function mountJoin(section) {
  const ways = h('div', { class: 'stack' });
  const reached = h('p', {});
  const tries = t('host.try').split(' | ').map((one) => h('li', {}, one));
  const trouble = h('div', { class: 'notice', role: 'status' }, t('host.none_reached'), h('ul', {}, ...tries));
  section.append(h('div', { class: 'card stack' }, h('h2', {}, t('host.join')), ways, reached, trouble));
  return ({ host, join, wifi }) => {
    reached.textContent = t('host.reached', { n: host.reached });
    trouble.hidden = host.reached > 0 || performance.now() < PATIENCE * 1000;
    if (!shown(ways, [join, host.addresses, wifi])) fill(ways, ...waysIn(join, host.addresses, wifi));
  };
}

function waysIn(join, addresses, wifi) {
  const others = addresses.filter((one) => bare(one.url) !== join.address);
  return [
    qr('join', join.url),
    h('p', { class: 'code number' }, join.code),
    h('p', {}, t('host.join_how', { address: join.address })),
    wifi && fold(t('host.wifi_qr'), qr('wifi', '')),
    others.length > 0 && fold(t('host.other_addresses'),
      h('ul', { class: 'small lines' }, ...others.map((one) => h('li', {}, h('strong', {}, bare(one.url)), ` ${one.label}`)))),
  ];
}

function qr(name, version) {
  const src = `/t/${page.table}/${name}.svg?v=${encodeURIComponent(version)}`;
  return h('img', { class: 'qr', src, width: 290, height: 290, alt: t(`host.${name}_qr`) });
}

// the rarer things:

export function mountMore(section) {
  const link = (name) => h('a', { class: 'button', href: `/t/${page.table}/${name}`, target: '_blank', rel: 'noopener' }, t(`host.to_${name}`));
  const paper = h('div', { class: 'stack' }, button(t('host.paper'), askPaper), small(t('host.paper_note')));
  const close = button(t('host.close_table'), askClose, { kind: 'danger' });
  const promise = small();
  section.append(h('div', { class: 'card stack' },
    h('h2', {}, t('host.more')), link('screen'), link('results'), paper, close, promise, small(t('host.keys'), { class: 'muted small keys' })));
  return ({ phase, commitment, secret }) => {
    paper.hidden = !option('paper');
    close.hidden = phase === 'closed';
    promise.textContent = commitment && t(secret ? 'host.secret_is' : 'host.promise_is', { hex: secret || commitment });
  };
}

function askPaper() {
  question(t('host.paper'), [t('host.paper_ask')], t('host.paper_do'), () => say(null, 'paper'));
}

/** Closing is for good, so it is asked once. */
export function askClose() {
  const running = current().phase !== 'over' && t('host.close_running');
  question(t('host.close_table'), [running, t('host.close_ask')], t('host.close_do'), () => ({ do: 'close' }));
}
