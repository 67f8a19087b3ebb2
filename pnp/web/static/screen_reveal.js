// A round has been revealed: all sheets side by side, and what is new on each.

import { h, t } from './core.js';
import { columnsOf } from './screen_gallery.js';
import { calm, named, variable } from './screen_parts.js';
import { framed, news, sheetImage } from './screen_pictures.js';

const percent = (part) => `${part * 100}%`;

async function ring(frame, person) {
  for (const box of await news(person)) {
    const mark = h('i', { class: 'new' });
    mark.style.left = percent(box.left - 0.02);
    mark.style.top = percent(box.top - 0.02);
    mark.style.width = percent(box.width + 0.04);
    mark.style.height = percent(box.height + 0.04);
    frame.append(mark);
  }
}

function gained(person, before) {
  const then = before && before.people.find((one) => one.seat === person.seat);
  const by = then && Number.isFinite(person.total) ? person.total - then.total : 0;
  return by ? h('span', { class: 'gained number' }, by > 0 ? `+${by}` : `\u2212${-by}`) : null;
}

function shown(person, state, before, n) {
  const { cell, frame } = framed(sheetImage(person));
  ring(frame, person);
  const move = state.last && state.last.moves.find((one) => one.seat === person.seat);
  const figure = h('figure', {}, cell, h('figcaption', {},
    h('p', { class: 'line' }, named(person.name), gained(person, before), h('b', { class: 'total number' }, person.total ?? '')),
    h('p', { class: 'means' }, move ? move.means || t('screen.missed') : '')));
  if (!calm()) {
    figure.animate([{ opacity: 0, transform: 'rotateY(80deg)' }, { opacity: 1, transform: 'none' }],
      { duration: 600, delay: 200 + n * 160, easing: 'ease-out', fill: 'backwards' });
  }
  return figure;
}

export function reveal(state, { before }) {
  const people = state.people;
  const grid = h('div', { class: 'figures' }, ...people.map((person, n) => shown(person, state, before, n)));
  variable(grid, 'columns', columnsOf(people.length, false));
  const round = state.last ? state.last.round : state.round - 1;
  return {
    element: h('section', {}, h('h1', { class: 'phrase' }, t('screen.revealed', { n: round })), grid),
    update() {},
  };
}
