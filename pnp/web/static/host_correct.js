/** Correcting as a player plays: the past moment is offered again, and what another choice changes is told first. */
import { dieFace, fill, h, page, t, tap, toast } from './elements.js';
import { question, sheetUp } from './dialog.js';
import { get } from './connection.js';
import { act, current, div, field, small } from './host_do.js';

/** `words` instead of what an event said: what no longer fits then is told, and only the host's second tap does it. */
async function ask(one, words, means, close) {
  const tried = await get(`${page.base}/correct/${one.seq}?words=${encodeURIComponent(words)}`).catch(() => ({ message: t('common.offline') }));
  if (!tried.ok) return toast(tried.message, 'bad');
  const reason = field('reason', t('host.reason'));
  const lost = tried.left.length ? t('host.correct-loses', { what: tried.left.join('; ') }) : t('host.correct-loses-nothing');
  const deed = async () => {
    const refused = await act({ do: 'correct', seq: one.seq, words: `${tried.left.length ? 'anyway ' : ''}${words}`, reason: reason.input.value.trim() });
    if (!refused) close();
    return refused;
  };
  return question(t('host.correct'), [t('host.correct-was', { what: one.what }), t('host.correct-now', { what: means }), lost], t('host.correct-do'), deed, reason.element);
}

/** Dice that were misread: a row of faces for each. */
function diceOf(then, done) {
  const faces = [...then.faces];
  const rows = div('stack');
  const go = tap('dice', 'button primary', () => done(faces.join(', '), faces.join(' ')), t('host.correct-dice'));
  const draw = () => fill(rows, ...then.dice.map((die, at) => h('div', { class: 'row', role: 'group', 'aria-label': die.name },
    ...[...new Set(die.faces)].map((face) => tap(`die-${at}-${face}`, { class: 'face', 'aria-pressed': String(faces[at] === face) }, () => { faces[at] = face; draw(); }, dieFace(face, { size: 44, label: String(face) }))))));
  draw();
  return [rows, go];
}

/** Boxes of a pad: each by its name, with the number that it should have. */
function boxesOf(then, done) {
  const fields = then.marks.map(({ label, value }, at) => field(`box-${at}`, label, { value: value ?? '', inputmode: 'numeric' }));
  const words = () => fields.map(({ input }) => input.value.trim()).join(' ');
  return [...fields.map(({ element }) => element), tap('boxes', 'button primary', () => done(words(), words()), t('host.correct-do'))];
}

async function optionsOf(then, done) {
  const { Actions } = await import('./actions.js');
  const { game, look } = current();
  const actions = new Actions({ say: async (words, means) => (done(words, means), {}) });
  actions.update(then.me, { game, look, spread: then.spread });
  return [actions.element];
}

export async function correct(one) {
  const then = await get(`${page.base}/correct/${one.seq}`).catch(() => null);
  if (!then?.kind) return toast(then?.message || t('common.offline'), 'bad');
  const done = (words, means) => ask(one, words, means, () => close());
  const inside = then.kind === 'rolled' ? diceOf(then, done) : then.kind === 'entered' ? boxesOf(then, done) : await optionsOf(then, done);
  const { close } = sheetUp(t('host.correct'), small(t('host.correct-was', { what: one.what })), ...inside);
  return close;
}
