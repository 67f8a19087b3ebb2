/** Where things are: the round, the dice, the clock, and what the table may say. */
import { dieFace, fill, h, namedDie, t } from './elements.js';
import { countdown, serverNow } from './clock.js';
import { paint } from './colored_dice.js';
import {
  act, actAloud, actions, button, current, div, doing, ended, fold, playing, redraw, say, show,
  shown, small, span,
} from './host_do.js';
import { hasButton } from './host_next.js';

const SECONDS = [0, 60, 90, 120, 180];
// More words than this are folded away.
const FEW = 8;

/** The physical dice tapped in so far, a face or null for each die that is to be rolled. */
export const tapped = { faces: [], of: '' };

export function mountTable(section, people) {
  const notice = h('p', { class: 'notice', role: 'status' });
  const where = div('stack tight');
  const dice = div('dice grow');
  const taps = div('stack');
  const timer = timerRow();
  const words = wordsCard();
  const lines = h('ul', { class: 'muted small bare' });
  const more = fold(t('host.more-lines'), lines);
  const card = div('card stack', where, div('dice', dice, timer.left), taps, timer.element, more);
  section.append(notice, card, people.element, words.element);
  return (state) => {
    notice.hidden = !state.host.notice;
    notice.textContent = state.host.notice;
    showWhere(where, state);
    more.hidden = state.phase === 'lobby' || !state.lines.length;
    show(lines, state.lines, () => state.lines.map((one) => h('li', {}, one)));
    showDice(dice, state);
    showTaps(taps, state);
    [timer, people, words].forEach((one) => one.update(state));
  };
}

export function roundText(state) {
  if (state.paused) return t('host.paused');
  if (!playing(state)) return t(`host.phase-${state.phase}`);
  if (!state.round) return t('host.phase-play');
  return state.stage || t('common.round', { n: state.round, all: state.rounds || null });
}

function showWhere(element, state) {
  const active = state.people.find((one) => one.active && playing(state));
  if (shown(element, [roundText(state), state.headline, active])) return;
  fill(element,
    div('row between',
      h('h2', { class: 'round' }, roundText(state)),
      active && span('badge', t('host.is-active', { name: active.name }))),
    h('p', { class: 'headline' }, state.headline));
}

function showDice(element, state) {
  const unrolled = state.source === 'physical' || state.phase === 'lobby' ? [] : state.to_roll.map(() => '');
  const faces = state.dice.length ? state.dice : unrolled;
  if (shown(element, [faces, state.dice_names])) return;
  element.classList.toggle('unrolled', !state.dice.length);
  const size = faces.length > 4 ? 40 : 60;
  const sorts = (state.dice.length ? state.spread.filter((one) => one.free) : state.to_roll).map((one) => one.sort);
  fill(element, ...faces.map((face, at) => namedDie(face, state.dice_names[at], size, paint(state, sorts[at], face))));
}

// dice that lie on the table:

function showTaps(element, state) {
  const dice = state.source === 'physical' && playing(state) ? state.to_roll : [];
  const of = dice.length ? JSON.stringify([state.round, dice]) : '';
  if (tapped.of !== of) Object.assign(tapped, { of, faces: dice.map(() => null) });
  element.hidden = !of;
  if (shown(element, [of, tapped.faces])) return;
  const none = tapped.faces.every((face) => face === null);
  fill(element,
    div('row between',
      small(t('host.tap-hint')),
      button(t('host.clear-dice'), clearDice, { disabled: none })),
    ...dice.map((die, at) => tapRow(die, at, dice)));
}

function tapRow(die, at, all) {
  const own = all.filter((other) => other.name === die.name).length === 1;
  const name = own ? die.name : t('common.die', { n: at + 1 });
  return h('div', { class: 'tap', role: 'group', 'aria-label': name },
    span('small muted', name),
    div('faces', ...[...new Set(die.faces)].map((face) => tapFace(face, at, name))));
}

function tapFace(face, at, name) {
  const on = tapped.faces[at] === face;
  const attrs = { type: 'button', class: 'face', 'aria-pressed': String(on), 'aria-label': `${name}: ${face}` };
  return h('button', { ...attrs, 'data-key': `die-${at}-${face}`, onclick: () => tap(at, on ? null : face) }, dieFace(face, { size: 60 }));
}

function tap(at, face) {
  tapped.faces = tapped.faces.map((old, index) => (index === at ? face : old));
  redraw();
}

function clearDice() {
  tapped.faces = tapped.faces.map(() => null);
  redraw();
}

// the clock:

function timerRow() {
  const left = h('output', { class: 'clock number', 'aria-label': t('host.time-left') });
  const choices = SECONDS.map((n) => h('option', { value: n }, n ? t('host.seconds', { n }) : t('host.no-timer')));
  const onchange = () => actAloud({ do: 'timer', seconds: Number(each.value) });
  const each = h('select', { 'aria-label': t('host.timer'), onchange }, ...choices);
  const more = button(t('host.longer'), longer);
  const stop = button(t('host.stop'), () => actAloud({ do: 'deadline', seconds: 0 }));
  const controls = div('row timer', each, more, stop);
  const none = small(t('host.untimed'));
  const element = div('', controls, none);
  const update = (state) => {
    element.hidden = ended(state);
    controls.hidden = !state.timed;
    none.hidden = state.timed;
    more.disabled = state.phase !== 'play';
    stop.disabled = !state.deadline;
    if (!doing() && !shown(each, state.timer)) each.value = SECONDS.includes(state.timer) ? state.timer : '';
    const deadline = state.phase === 'play' && state.deadline;
    if (!shown(left, [deadline, state.paused])) countdown({ deadline, paused: state.paused }, left);
  };
  return { element, left, update };
}

function longer() {
  const { deadline } = current();
  const left = deadline ? Math.max(0, deadline - serverNow()) : 0;
  actAloud({ do: 'deadline', seconds: Math.round(left) + 30 });
}

// what the table says:

function wordsCard() {
  const { element: inside, update: offer } = actions({ say: async (words) => ({ message: await act(say(null, words)) }) });
  const own = fold(t('host.table-says'), inside);
  const element = div('card', own);
  const update = ({ phase, host }) => {
    const options = host.options.filter((one) => !hasButton(one));
    element.hidden = ['lobby', 'closed'].includes(phase);
    if (!shown(own, options)) own.open = own.open || (options.length > 0 && options.length <= FEW);
    if (own.open) offer({ ...host, options });
  };
  own.addEventListener('toggle', () => update(current()));
  return { element, update };
}
