/** Where things are: the round, the dice, the clock, and what the table may say. */
import { countdown, dieFace, fill, h, t } from './core.js';
import { act, actAloud, button, clock, current, doing, fold, line, optionButton, redraw, say, shown, small } from './host_do.js';
import { hasButton } from './host_next.js';

const SECONDS = [0, 60, 90, 120, 180];

/** The physical dice tapped in so far, a face or null for each die that is to be rolled. */
export const tapped = { faces: [], of: '' };

export function mountTable(section, people) {
  const notice = h('p', { class: 'notice', role: 'status' });
  const where = h('div', { class: 'stack tight' });
  const dice = h('div', { class: 'dice grow' });
  const taps = h('div', { class: 'stack' });
  const timer = timerRow();
  const words = wordsCard();
  section.append(notice, h('div', { class: 'card stack' }, where, h('div', { class: 'dice' }, dice, timer.left), taps, timer.element), people.element, words.element);
  return (state) => {
    notice.hidden = !state.notice;
    notice.textContent = state.notice;
    showWhere(where, state);
    showDice(dice, state);
    showTaps(taps, state);
    [timer, people, words].forEach((one) => one.update(state));
  };
}

export function roundText(state) {
  if (['lobby', 'over', 'closed'].includes(state.phase)) return t(`host.phase_${state.phase}`);
  if (!state.round) return t('host.phase_play');
  return t(state.rounds ? 'common.round-of' : 'common.round', { n: state.round, all: state.rounds });
}

export const playing = ({ phase }) => ['roll', 'play'].includes(phase);

function showWhere(element, state) {
  const active = state.people.find((one) => one.active && playing(state));
  if (shown(element, [roundText(state), state.headline, state.lines, active])) return;
  const lines = h('ul', { class: 'muted small bare' }, ...state.lines.map((one) => h('li', {}, one)));
  fill(element,
    h('div', { class: 'row between' },
      h('h2', { class: 'round' }, roundText(state)),
      active && h('span', { class: 'badge' }, t('host.is_active', { name: active.name }))),
    h('p', {}, state.headline),
    state.lines.length > 3 ? fold(t('host.more_lines'), lines) : state.lines.length > 0 && lines);
}

function showDice(element, state) {
  const unrolled = state.source === 'physical' || state.phase === 'lobby' ? [] : state.to_roll.map(() => '');
  const faces = state.dice.length ? state.dice : unrolled;
  if (shown(element, faces)) return;
  const label = state.dice.length ? t('host.dice_show', { dice: faces.join(' ') }) : t('host.dice_to_roll');
  element.classList.toggle('unrolled', !state.dice.length);
  fill(element, faces.length > 0 && h('span', { class: 'sr' }, label), ...faces.map((face) => dieFace(face, { size: faces.length > 4 ? 40 : 60 })));
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
    h('div', { class: 'row between' },
      small(t('host.tap_hint')),
      button(t('host.clear_dice'), clearDice, { disabled: none })),
    ...dice.map((die, at) => tapRow(die, at, dice)));
}

function tapRow(die, at, all) {
  const own = all.filter((other) => other.name === die.name).length === 1;
  const name = own ? die.name : t('common.die', { n: at + 1 });
  return h('div', { class: 'tap', role: 'group', 'aria-label': name },
    h('span', { class: 'small muted' }, name),
    h('div', { class: 'faces' }, ...[...new Set(die.faces)].map((face) => tapFace(face, at, name))));
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

/** A digit on the keyboard is the next die. */
export function typeDie(key) {
  const at = tapped.faces.indexOf(null);
  const face = at < 0 ? undefined : current().to_roll[at].faces.find((one) => String(one) === key);
  if (face !== undefined) tap(at, face);
}

// the clock:

function timerRow() {
  const left = h('output', { class: 'clock number', 'aria-label': t('host.time_left') });
  const each = h('select', { 'aria-label': t('host.timer'), onchange: () => actAloud({ do: 'timer', seconds: Number(each.value) }) });
  const more = button(t('host.longer'), longer, { title: t('host.longer_title') });
  const stop = button(t('host.stop'), () => actAloud({ do: 'deadline', seconds: 0 }), { title: t('host.stop_title') });
  const element = h('div', { class: 'row timer' }, each, more, stop);
  const update = (state) => {
    element.hidden = ['over', 'closed'].includes(state.phase);
    more.disabled = state.phase !== 'play';
    stop.disabled = !state.deadline;
    if (doing() !== 'timer') choose(each, state.timer);
    if (!shown(left, state.deadline)) countdown(state, left);
  };
  return { element, left, update };
}

function choose(select, seconds) {
  if (shown(select, seconds)) return;
  const all = [...new Set([...SECONDS, seconds])];
  fill(select, ...all.map((n) => h('option', { value: n }, n ? t('host.seconds', { n }) : t('host.no_timer'))));
  select.value = String(seconds);
}

function longer() {
  const { deadline } = current();
  const left = deadline ? Math.max(0, deadline - clock()) : 0;
  actAloud({ do: 'deadline', seconds: Math.round(left) + 30 });
}

// what the table says:

function wordsCard() {
  const list = h('div', { class: 'stack' });
  const hint = small('', { id: 'words-hint' });
  const words = line('words', t('host.words'), t('host.say'), (said) => act(say(null, said)), { 'aria-describedby': 'words-hint' });
  const other = fold(t('host.other_words'), hint, words.element);
  const title = h('h2', {}, t('host.table_says'));
  const element = h('div', { class: 'card' }, title, list, other);
  const update = ({ phase, host }) => {
    const own = host.options.filter((one) => !hasButton(one));
    element.hidden = ['lobby', 'closed'].includes(phase);
    title.hidden = !own.length;
    hint.textContent = host.wanted.length ? t('host.words_hint', host.wanted[0]) : t('host.words_none');
    if (!shown(list, own)) fill(list, ...own.map((one) => optionButton(one, () => actAloud(say(null, one.words)))));
  };
  return { element, update };
}
