// A round: the dice, whom it waits for, and who leads.

import { fill, h, t } from './elements.js';
import { keep, parsed } from './connection.js';
import { justRolled, tray } from './screen_dice.js';
import { figureOf, icon, inPages, named, pager } from './screen_parts.js';
import { sheetImage, showSheet } from './screen_pictures.js';

// How everybody stood before a round was revealed, so that a reload still shows who has moved.
const placesOf = (state) => `pnp.places:${state.table}`;

export function remember(state) {
  keep.set(placesOf(state), JSON.stringify({ round: state.round, ranks: state.people.map((person) => person.rank) }));
}

function moved(state, person) {
  const then = parsed(keep.get(placesOf(state)));
  const by = then && then.round === state.round - 1 ? then.ranks[person.seat] - person.rank : 0;
  const [kind, n] = [by > 0 ? 'up' : 'down', Math.abs(by)];
  return by ? h('span', { class: kind, 'aria-label': t(`screen.${kind}`, { n }) }, String(n)) : null;
}

function status(person) {
  const known = ['drawing', 'in', 'away'].includes(person.status);
  return h('p', { class: `status ${person.status}` }, known && icon(person.status), known && t(`screen.status-${person.status}`),
    person.active && h('span', { class: 'badge' }, t('screen.active')));
}

function board() {
  const images = new Map();
  const element = h('ol', { class: 'board' });
  const row = (state, person) => {
    if (!images.has(person.seat)) images.set(person.seat, sheetImage(person));
    return h('li', { class: `person ${person.active ? 'active' : ''}` }, state.people.length > 1 && figureOf(person.rank, 'rank'),
      h('div', { class: 'thumb on-paper' }, showSheet(images.get(person.seat), person)),
      h('div', { class: 'grow' }, named(person.name, 'p'), status(person)),
      moved(state, person), figureOf(person.total, 'total'));
  };
  return { element, show(state) {
    const people = [...state.people].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
    element.classList.toggle('alone', people.length < 2);
    element.style.gridTemplateRows = `repeat(${people.length}, minmax(0, 1fr))`;
    fill(element, ...people.map((person) => row(state, person)));
  } };
}

function phrase(state) {
  const active = state.people.find((person) => person.active);
  if (state.phase === 'roll') {
    const real = state.source === 'physical' ? ` ${t('screen.real-dice')}` : '';
    return (active ? t('screen.rolls', { name: active.name }) : t('screen.rolls-all')) + real;
  }
  const here = state.people.filter((person) => person.status !== 'away');
  const drawing = here.filter((person) => person.status === 'drawing');
  const someIn = here.some((person) => person.status === 'in');
  if (!drawing.length) return someIn ? t('screen.all-in') : state.headline;
  if (drawing.length === here.length && here.length > 1) return t('screen.everybody');
  return t(someIn ? 'screen.waiting' : 'screen.turn', { name: drawing.map((person) => person.name).join(', ') });
}

// The game's own words, but for what stands on the screen already.
const wordsOf = (state, said) => [state.headline, ...state.lines].filter((line) => line && line !== said);

export function play() {
  const said = h('h1', { class: 'phrase', dir: 'auto' });
  const [table, words] = [h('div', { class: 'tray', role: 'img' }), h('div', { class: 'words' })];
  const dice = tray(table, 35, 24);
  const told = pager(words, (lines) => lines.map((line) => h('p', {}, line)));
  const list = board();
  return {
    element: h('section', {}, h('div', { class: 'center' }, said, table, words), list.element),
    update(state, before) {
      fill(said, h('span', {}, phrase(state)));
      said.style.fontSize = `${Math.max(1.8, Math.min(3.8, 100 / said.textContent.length))}rem`;
      table.hidden = !state.dice.length && !state.to_roll.length;
      dice(state.dice, justRolled(state, before), state.to_roll.length, state.dice_names);
      told.show(inPages(wordsOf(state, said.textContent), table.hidden ? 5 : 2));
      list.show(state);
    },
    stop: told.stop,
  };
}
