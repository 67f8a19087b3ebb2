/** The one thing that comes next, as a value: what the big button says and does. */
import { page, t } from './core.js';
import { headline, say } from './host_do.js';

/**
 * {key, label, note, quiet, off, body | open}: `body` is sent, `open` names what the page opens instead.
 * `faces` are the physical dice tapped in so far.
 */
export function nextThing(state, faces) {
  if (state.phase === 'closed') return { key: 'results', label: t('common.results'), note: t('host.is_closed'), open: 'results' };
  if (state.phase === 'lobby') return start(state);
  if (state.phase === 'over') return ending(state);
  return state.to_roll.length ? roll(state, faces) : entries(state);
}

function start(state) {
  const n = state.people.length;
  const [least] = state.players;
  // People keep score on their paper: the game is not played here.
  if (state.on_paper) return { key: 'close', label: t('host.close_table'), note: t('host.on_paper'), quiet: true, open: 'close' };
  const note = n < least ? t('host.too_few', { n: least }) : t('host.start_note');
  return { key: 'start', label: t(n === 1 ? 'host.start_one' : 'host.start', { n }), note, off: n < least, body: { do: 'start' } };
}

function roll(state, faces) {
  const note = headline(state);
  if (state.source !== 'physical') {
    return { key: 'roll', label: t(state.last ? 'host.roll_next' : 'host.roll'), note, body: { do: 'roll' } };
  }
  const n = faces.filter((face) => face !== null).length;
  const of = state.to_roll.length;
  if (n < of) return { key: 'roll', label: t('host.tap_dice', { n, of }), note, off: true };
  return { key: 'roll', label: t('host.these_lie', { dice: faces.join(' ') }), note, body: { do: 'roll', dice: faces } };
}

function entries(state) {
  const { options, wanted, seats } = state.host;
  const may = (words) => options.some((one) => one.words === words);
  const secret = seats.some((seat) => seat.wanted.some((one) => one.secret));
  if (secret || may('reveal')) return reveal(state, may('reveal'));
  const due = wanted.find((one) => one.must && may(one.example));
  if (due) return { key: due.example, label: due.example, note: due.what, body: say(null, due.example) };
  const musts = (seat) => seat.wanted.find((one) => one.must);
  const seat = seats.find(musts) || seats.find((one) => one.wanted.length);
  if (!seat) return { key: 'wait', label: t('host.nothing_due'), note: state.headline, off: true };
  const { what } = musts(seat) || seat.wanted[0];
  return { key: 'desk', label: t('host.enter_for', { name: seat.name }), note: what, quiet: true, open: seat.seat };
}

function reveal(state, may) {
  const missing = state.people.filter((one) => one.status === 'drawing').map((one) => one.name);
  const names = new Intl.ListFormat(page.language).format(missing);
  const miss = missing.length ? t('host.would_miss', { names }) : t('host.all_in');
  const note = may ? miss : t('host.nobody_in');
  return { key: 'reveal', label: t('host.reveal'), note, off: !may, quiet: missing.length > 0, body: say(null, 'reveal') };
}

function ending({ vote }) {
  if (!vote || !vote.open) return { key: 'close', label: t('host.close_table'), note: t('host.has_ended'), open: 'close' };
  const note = t('host.votes_given', { n: vote.given, of: vote.of });
  return { key: 'vote', label: t('host.close_vote'), note, quiet: vote.given < vote.of, body: say(null, 'close vote') };
}

/** Words of the table that have a button of their own elsewhere. */
export const hasButton = ({ words }) => /^(start|reveal|close vote|paper|absent .*|back .*)$/.test(words);
