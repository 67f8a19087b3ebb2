// A round: the dice, whom it waits for, and who leads.

import { fill, h, keep, parsed, t } from './core.js';
import { justRolled, tray } from './screen_dice.js';
import { calm, figureOf, icon, inPages, named, pager } from './screen_parts.js';
import { framed, sheetImage, showSheet } from './screen_pictures.js';

// How everybody stood before a round was revealed, so that a reload still shows who has moved.
const placesOf = (state) => `pnp.places:${state.table}`;

export function remember(state) {
  const ranks = Object.fromEntries(state.people.map((person) => [person.seat, person.rank]));
  keep.set(placesOf(state), JSON.stringify({ round: state.round, ranks }));
}

function moved(state, person) {
  const then = parsed(keep.get(placesOf(state)));
  return then && then.round === state.round - 1 && then.ranks[person.seat] ? then.ranks[person.seat] - person.rank : 0;
}

// ---------------------------------------------------------------- who leads

const KNOWN = ['drawing', 'in', 'away'];

function row(person) {
  const [image, words, points] = [sheetImage(person), h('div', { class: 'grow' }), h('div', { class: 'points' })];
  const element = h('li', {}, h('b', { class: 'rank number' }), h('div', { class: 'thumb on-paper' }, image), words, points);
  let total = person.total;
  const show = (state, now) => {
    const known = KNOWN.includes(now.status);
    const by = moved(state, now);
    const up = by > 0 ? 'up' : 'down';
    showSheet(image, now);
    element.className = `person ${now.active ? 'active' : ''}`;
    element.firstChild.textContent = state.people.length > 1 ? now.rank : '';
    fill(words, named(now.name, 'p'), h('p', { class: `status ${now.status}` }, known && icon(`is-${now.status}`),
      known && t(`screen.status-${now.status}`), now.active && h('span', { class: 'badge' }, t('screen.active'))));
    fill(points, by !== 0 && h('span', { class: up, 'aria-label': t(`screen.${up}`, { n: Math.abs(by) }) }, String(Math.abs(by))),
      figureOf(now.total));
    if (total !== now.total && !calm()) points.animate([{ transform: 'scale(1.5)' }, {}], 600);
    total = now.total;
  };
  return { element, show };
}

function board() {
  const rows = new Map();
  const element = h('ol', { class: 'board' });
  const order = (people) => {
    const old = [...element.children].map((one) => [one, one.getBoundingClientRect().top]);
    element.replaceChildren(...people.map((person) => rows.get(person.seat).element));
    for (const [one, top] of old) {
      const by = top - one.getBoundingClientRect().top;
      if (by && !calm()) one.animate([{ transform: `translateY(${by}px)` }, {}], { duration: 700, easing: 'ease-in-out' });
    }
  };
  const show = (state) => {
    const people = [...state.people].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
    for (const person of people) {
      if (!rows.has(person.seat)) rows.set(person.seat, row(person));
      rows.get(person.seat).show(state, person);
    }
    element.classList.toggle('alone', people.length === 1);
    element.style.gridTemplateRows = `repeat(${people.length === 2 ? 3 : people.length}, minmax(0, 1fr))`;
    order(people);
  };
  return { element, show };
}

// ---------------------------------------------------------------- what is going on

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
const wordsOf = (state, said) =>
  [state.headline, ...state.lines].filter((line) => line && line !== said && !/^ranking:|^\d+\. /.test(line));

export function play() {
  const said = h('h1', { class: 'phrase', dir: 'auto' });
  const table = h('div', { class: 'tray', role: 'img' });
  const words = h('div', { class: 'words' });
  const poster = h('div', { class: 'poster' });
  const dice = tray(table, 38, 24);
  const told = pager(words, (lines) => lines.map((line) => h('p', {}, line)));
  const list = board();
  let shown = '';
  // Where no dice are rolled, the sheet of who plays takes their place.
  const showPoster = (state) => {
    const person = state.people.find((one) => one.active) || state.people[0];
    poster.hidden = !table.hidden || state.people.length < 2;
    if (poster.hidden || shown === person.sheet) return;
    shown = person.sheet;
    fill(poster, framed(sheetImage(person)).cell);
  };
  return {
    element: h('section', {}, h('div', { class: 'center' }, said, table, poster, words), list.element),
    update(state, before) {
      said.textContent = phrase(state);
      table.hidden = !state.dice.length && !state.to_roll.length;
      dice(state.dice, { rolling: justRolled(state, before), blank: state.to_roll.length });
      showPoster(state);
      told.show(inPages(wordsOf(state, said.textContent), 2));
      list.show(state);
    },
    stop: told.stop,
  };
}
