/** The one thing that comes next, as a value: what the big button says and does. */
import { page, t } from './elements.js';
import { option, say } from './host_do.js';

/**
 * {key, label, note, quiet, off, body | open}: `body` is sent, `open` names what the page opens instead.
 * `faces` are the physical dice tapped in so far.
 */
export function nextThing(state, faces) {
  if (state.paused) return { key: 'resume', label: t('host.resume'), note: state.headline, body: { do: 'resume' } };
  if (state.phase === 'closed' && state.evening) return another();
  if (state.phase === 'closed') return { key: 'results', label: t('common.results'), note: t('host.is-closed'), open: 'results' };
  if (state.phase === 'lobby') return start(state);
  if (state.phase === 'count') return { key: 'skip', label: t('host.skip'), note: t('host.counting'), quiet: true, body: { do: 'skip' } };
  if (state.phase === 'over') return ending(state);
  return state.to_roll.length ? roll(state, faces) : entries(state);
}

function start(state) {
  const n = state.people.length;
  const [least] = state.players;
  const [, most] = state.players;
  // What somebody entered from paper takes no start away; closing is among the rarer things.
  const may = state.on_paper && !state.pad ? 'host.on-paper' : n < most ? 'host.start-note' : 'host.start-full';
  const note = n < least ? t('host.too-few', { n: least }) : t(may);
  return { key: 'start', label: t('host.start', { n }), note, off: n < least, body: { do: 'start' } };
}

function roll(state, faces) {
  const note = state.headline;
  if (state.source !== 'physical') {
    const label = t(state.again ? 'host.roll-again' : state.last ? 'host.roll-next' : 'host.roll');
    return { key: 'roll', label, note, body: { do: 'roll' } };
  }
  const n = faces.filter((face) => face !== null).length;
  const of = state.to_roll.length;
  if (n < of) return { key: 'roll', label: t('host.tap-dice', { n, of }), note, off: true };
  return { key: 'roll', label: t('host.these-lie', { dice: faces.join(' ') }), note, body: { do: 'roll', dice: faces } };
}

function entries(state) {
  const { options, wanted, seats } = state.host;
  const secret = seats.some((seat) => seat.wanted.some((one) => one.secret));
  if (secret || option('reveal')) return reveal(state, option('reveal'));
  const due = wanted.find((one) => one.must && options.some(({ notation }) => notation === one.example));
  if (due) return { key: due.example, label: due.what, note: state.headline, body: say(null, due.example) };
  const musts = (seat) => seat.wanted.find((one) => one.must);
  const seat = seats.find(musts) || seats.find((one) => one.wanted.length);
  if (!seat) return { key: 'wait', label: t('host.nothing-due'), note: state.headline, off: true };
  const { what } = musts(seat) || seat.wanted[0];
  return { key: 'desk', label: t('host.enter-for', { name: seat.name }), note: what, quiet: true, open: seat.seat };
}

function reveal(state, may) {
  const missing = state.people.filter((one) => one.status === 'drawing').map((one) => one.name);
  const names = new Intl.ListFormat(page.language).format(missing);
  const miss = missing.length ? t('host.would-miss', { names }) : t('host.all-in');
  const note = may ? miss : t('host.nobody-in');
  return { key: 'reveal', label: t('host.reveal'), note, off: !may, quiet: missing.length > 0, body: may && say(null, may.notation) };
}

/** In an evening one game follows another; the one before is closed by that. */
const another = () => ({ key: 'another', label: t('host.what-next'), note: t('host.what-next-note'), open: 'another' });

function ending({ vote, evening }) {
  const closing = option('close');
  if ((!vote || !vote.open || !closing) && evening) return another();
  if (!vote || !vote.open || !closing) return { key: 'close', label: t('host.close-table'), note: t('host.has-ended'), open: 'close' };
  const note = t('host.votes-given', { n: vote.given, of: vote.of });
  return { key: 'vote', label: t('host.close-vote'), note, quiet: vote.given < vote.of, body: say(null, closing.notation) };
}

/** What the table may say and has a button of its own for elsewhere. */
export const hasButton = ({ kind, mark }) => ['start', 'reveal', 'close', 'paper'].includes(kind)
  || (['absent', 'back'].includes(kind) && mark !== undefined);
