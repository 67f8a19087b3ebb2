/** The log, newest first: what happened, with undo, redo and correct. */
import { h, t } from './elements.js';
import { act, actAloud, button, current, div, field, h2, question, redraw, show, small, span } from './host_do.js';

const FIRST = 12;

export function mountLog(section) {
  let all = false;
  const undo = button(t('host.undo'), askUndo, { title: t('host.key-undo'), 'aria-describedby': 'would' });
  const redo = button(t('host.redo'), () => actAloud({ do: 'redo' }));
  const would = small('', { id: 'would' });
  const list = h('ol', { class: 'log' });
  const more = button(t('host.log-all'), () => (all = true, redraw()), { kind: 'plain' });
  section.append(div('card stack', h2(t('host.log')), div('row', undo, redo), would, list, more));
  return ({ host, phase }) => {
    undo.disabled = !host.undo || phase === 'closed';
    redo.disabled = !host.redo || phase === 'closed';
    would.textContent = ['undo', 'redo'].map((one) => host[one] && t(`host.would-${one}`, { what: host[one] })).filter(Boolean).join(' ');
    const seen = all ? host.log : host.log.slice(-FIRST);
    more.hidden = seen.length === host.log.length;
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

function askCorrect(one) {
  const words = field('other', t('host.instead'), { value: one.words, required: true });
  const reason = field('reason', t('host.reason'));
  const deed = () => act({ do: 'correct', seq: one.seq, words: words.input.value.trim(), reason: reason.input.value.trim() });
  question(t('host.correct'), [one.what, t('host.correct-note')], t('host.correct-do'), deed, words.element, reason.element);
  words.input.select();
}
