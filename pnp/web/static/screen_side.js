// The column at the side that never goes away: where we are, how long there is, how to join.

import { fill, h, s, t } from './elements.js';
import { countdown } from './clock.js';
import { listenForTaps, want, wants } from './effects.js';
import { figureOf, qr } from './screen_parts.js';
import { tuned } from './sound.js';

const WAVES = 'M15 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12';

// One switch for the sounds of this screen; where the browser wants a tap first, it asks for it.
function soundSwitch() {
  const waves = s('path', { d: WAVES, fill: 'none' });
  const label = h('span', {});
  const one = h('button', { type: 'button', class: 'sound', onclick: () => turn() },
    s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: 'M3 9h4l5-4v14l-5-4H3z' }), waves), label);
  const show = () => {
    const on = wants('sound');
    one.setAttribute('aria-pressed', String(on));
    waves.setAttribute('d', on ? WAVES : 'M16 9l5 6M21 9l-5 6');
    label.textContent = t(!on ? 'screen.sound-off' : tuned() ? 'screen.sound-on' : 'screen.sound-tap');
  };
  const turn = () => {
    want('sound', !wants('sound') || !tuned());
    setTimeout(show, 400);
  };
  listenForTaps(show).then(show);
  show();
  return one;
}

function boxes(state) {
  const final = state.phase === 'over' || state.phase === 'closed';
  const done = state.early ?? (final ? state.rounds : state.round - 1);
  const kind = (n) => (n < done ? 'done' : n === done && !final ? 'now' : '');
  return Array.from({ length: state.rounds }, (_, n) => h('i', { class: kind(n) }));
}

const joinCard = (state) => h('div', { class: 'joincard' },
  h('p', { class: 'label' }, t(state.phase === 'closed' ? 'common.results' : 'screen.join')), qr(state, 'join'),
  h('p', { class: 'letters' }, state.join.code), h('p', { class: 'address', dir: 'ltr' }, state.join.address));

export function rail(element) {
  const head = h('div', {});
  const clock = h('p', { class: 'clock number', role: 'timer' });
  const join = h('div', {});
  let joined = '';
  const sound = soundSwitch();
  element.append(head, h('div', { class: 'slot' }, clock), sound, join);
  return (state, scene) => {
    element.hidden = scene === 'lobby';
    sound.hidden = !state.show.sound;
    const inRound = state.round > 0 && !state.stage;
    const label = state.stage || t(state.early === null ? 'screen.round' : 'screen.rounds');
    fill(head, h('p', { class: 'brand' }, state.title), state.round > 0 && h('p', { class: 'label' }, label),
      inRound && h('p', { class: 'round' }, figureOf(state.early ?? state.round),
        state.rounds > 0 && ` ${t('screen.of', { all: state.rounds })}`),
      h('div', { class: 'boxes' }, ...boxes(state)));
    countdown({ deadline: scene === 'play' ? state.deadline : null, paused: state.paused }, clock);
    if (joined !== state.join.url + state.phase) fill(join, joinCard(state));
    joined = state.join.url + state.phase;
  };
}
