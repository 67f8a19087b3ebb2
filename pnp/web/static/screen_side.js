// The column at the side that never goes away: where we are, how long there is, how to join.

import { fill, h, t } from './elements.js';
import { countdown } from './connection.js';
import { tray } from './screen_dice.js';
import { receipt } from './receipt.js';
import { figureOf, qr } from './screen_parts.js';

function boxes(state) {
  const done = state.phase === 'over' || state.phase === 'closed' ? state.rounds : state.round - 1;
  const kind = (n) => (n < done ? 'done' : n === done ? 'now' : '');
  return Array.from({ length: state.rounds }, (_, n) => h('i', { class: kind(n) }));
}

const joinCard = (state) => h('div', { class: 'joincard' },
  h('p', { class: 'label' }, t(state.phase === 'closed' ? 'common.results' : 'screen.join')), qr(state, 'join'),
  h('p', { class: 'letters' }, state.join.code), h('p', { class: 'address', dir: 'ltr' }, state.join.address), state.seal && receipt(state));

export function rail(element) {
  const head = h('div', {});
  const clock = h('p', { class: 'clock number', role: 'timer' });
  const strip = h('div', { class: 'tray', role: 'img' });
  const join = h('div', {});
  const dice = tray(strip, 15, 9);
  let joined = '';
  element.append(head, h('div', { class: 'slot' }, clock, strip), join);
  return (state, scene) => {
    element.hidden = scene === 'lobby';
    fill(head, h('p', { class: 'brand' }, state.title), state.round > 0 && h('p', { class: 'label' }, t('screen.round')),
      state.round > 0 && h('p', { class: 'round' }, figureOf(state.round),
        state.rounds > 0 && ` ${t('screen.of', { all: state.rounds })}`),
      h('div', { class: 'boxes' }, ...boxes(state)));
    countdown({ deadline: scene === 'play' || scene === 'reveal' ? state.deadline : null }, clock);
    strip.hidden = scene !== 'reveal';
    dice(state.dice);
    if (joined !== state.join.url + state.phase) fill(join, joinCard(state));
    joined = state.join.url + state.phase;
  };
}
