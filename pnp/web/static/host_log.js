/** The log, newest first: what happened, with undo, redo and correct. */
import { question } from './dialog.js';
import { get } from './connection.js';
import { h, page, t } from './elements.js';
import { act, actAloud, button, current, div, field, h2, redraw, show, shown, small, span } from './host_do.js';

const FIRST = 12;

export function mountLog(section) {
  let all = null;
  const undo = button(t('host.undo'), askUndo, { title: t('host.key-undo'), 'aria-describedby': 'would' });
  const redo = button(t('host.redo'), () => actAloud({ do: 'redo' }));
  const would = small('', { id: 'would' });
  const list = h('ol', { class: 'log' });
  const more = button(t('host.log-all'), () => (all = [], redraw()), { kind: 'plain' });
  section.append(div('card stack', h2(t('host.log')), div('row', undo, redo), would, list, more));
  // The state tells the newest of it; what is older is fetched when somebody wants to see everything.
  const older = async (before) => {
    const answer = await get(`${page.base}/log`);
    if (!answer.ok) return;
    all = answer.log.filter((one) => one.seq < before);
    redraw();
  };
  return ({ host, phase, seq }) => {
    undo.disabled = !host.undo || phase === 'closed';
    redo.disabled = !host.redo || phase === 'closed';
    would.textContent = ['undo', 'redo'].map((one) => host[one] && t(`host.would-${one}`, { what: host[one] })).filter(Boolean).join(' ');
    if (all && !shown(more, seq)) older(host.log[0].seq);
    const seen = all ? [...all, ...host.log] : host.log.slice(-FIRST);
    more.hidden = Boolean(all) || !(host.older || host.log.length > FIRST);
    show(list, [seen, phase], () => seen.map((one) => entry(one, phase)).reverse());
  };
}

function entry(one, phase) {
  const said = [span('muted number', one.seq), span('grow', one.what)];
  if (!one.fixable || phase === 'closed') return h('li', {}, ...said);
  const attrs = { kind: 'plain', 'data-key': `fix-${one.seq}`, 'aria-label': `${t('host.correct')}: ${one.what}` };
  return h('li', {}, ...said, button(t('host.correct'), () => askCorrect(one), attrs));
}

export function askUndo() {
  const { host, phase } = current();
  if (!host.undo || phase === 'closed') return;
  const reason = field('reason', t('host.reason'));
  const deed = () => act({ do: 'undo', reason: reason.input.value.trim() });
  question(t('host.undo'), [t('host.would-undo', { what: host.undo })], t('host.undo-do'), deed, reason.element);
}

async function askCorrect(one) {
  const { correct } = await import('./host_correct.js');
  correct(one);
}
