// The column at the side that never goes away: where we are, how long there is, how to join.

import { countdown, h, s, t } from './core.js';
import { tray } from './screen_dice.js';
import { icon, named } from './screen_parts.js';

const MOST_BOXES = 48;

function joinCard() {
  const label = h('p', { class: 'label' });
  const code = h('img', { alt: '' });
  const address = h('p', { class: 'address', dir: 'ltr' });
  const letters = h('p', { class: 'letters' });
  let shown = '';
  const update = (state) => {
    label.textContent = t(state.phase === 'closed' ? 'screen.results' : 'screen.join');
    address.textContent = state.join.address;
    letters.textContent = state.join.code;
    if (shown === state.join.url) return;
    shown = state.join.url;
    code.alt = state.join.url;
    code.src = `/t/${state.table}/join.svg?u=${encodeURIComponent(shown)}`;
  };
  return { element: h('div', { class: 'joincard' }, label, h('div', { class: 'qr' }, code), letters, address), update };
}

function progress(state) {
  if (!state.rounds) return [];
  const done = state.phase === 'over' || state.phase === 'closed' ? state.rounds : state.round - 1;
  if (state.rounds > MOST_BOXES) {
    return [h('progress', { max: state.rounds, value: done, 'aria-hidden': 'true' })];
  }
  return Array.from({ length: state.rounds }, (_, n) => h('i', { class: n < done ? 'done' : n === done ? 'now' : '' },
    n < done && s('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, s('path', { d: 'M2 2 8 8M8 2 2 8' }))));
}

export function rail(element) {
  const brand = h('p', { class: 'brand' });
  const number = h('p', { class: 'round' });
  const boxes = h('div', { class: 'boxes' });
  const clock = h('p', { class: 'clock number' });
  const time = h('div', { class: 'time' }, h('p', { class: 'label' }, t('screen.time')), clock);
  const strip = h('div', { class: 'tray strip', role: 'img' });
  const winner = h('div', { class: 'rail-winner' });
  const dice = tray(strip, { width: 15, height: 9, most: 5 });
  const join = joinCard();
  element.append(brand, number, boxes, h('div', { class: 'slot' }, time, strip, winner), join.element);

  const showRound = (state, scene) => {
    const shown = scene === 'reveal' && state.last ? state.last.round : state.round;
    number.hidden = boxes.hidden = !shown || scene === 'scores' || scene === 'best' || scene === 'gallery';
    number.replaceChildren(h('span', { class: 'label' }, t('screen.round')), ' ', h('b', { class: 'number' }, String(shown)),
      state.rounds ? h('span', { class: 'all' }, ` / ${state.rounds}`) : '');
    number.setAttribute('aria-label', `${t('screen.round')} ${t('screen.of', { n: shown, all: state.rounds })}`);
    boxes.replaceChildren(...progress(state));
  };

  const showWinner = (state, scene) => {
    const first = state.ranking.filter((row) => row.rank === 1);
    winner.hidden = scene !== 'gallery' && scene !== 'best';
    if (winner.hidden || !first.length) return winner.replaceChildren();
    const word = state.people.length < 2 ? 'solo' : first.length > 1 ? 'shared' : 'winner';
    return winner.replaceChildren(icon('star', 'gold'), h('p', { class: 'label' }, t(`screen.${word}`)),
      ...first.slice(0, 3).map((row) => named(row.player, 'p')), h('p', { class: 'number' }, String(first[0].total)));
  };

  return {
    update(state, before, scene) {
      element.hidden = scene === 'lobby';
      brand.textContent = state.title;
      showRound(state, scene);
      const ticking = Boolean(state.deadline) && (scene === 'play' || scene === 'reveal');
      time.hidden = !ticking;
      countdown(ticking ? state : { deadline: null }, clock);
      strip.hidden = scene !== 'reveal';
      dice.show(state.dice.length ? state.dice : state.last ? state.last.dice : []);
      showWinner(state, scene);
      join.update(state);
    },
  };
}
