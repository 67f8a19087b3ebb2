// A round has been revealed: all sheets side by side, and what is new on each.

import { dieFace, h, t } from './core.js';
import { columnsOf } from './screen_gallery.js';
import { across, calm, figureOf, named } from './screen_parts.js';
import { framed, news, sheetImage } from './screen_pictures.js';

const AROUND = 0.03;
const percent = (part) => `${part * 100}%`;

async function ring(frame, person) {
  for (const { left, top, width, height } of await news(person)) {
    frame.append(h('i', { class: 'new', style: { left: percent(left - AROUND), top: percent(top - AROUND),
      width: percent(width + 2 * AROUND), height: percent(height + 2 * AROUND) } }));
  }
}

function gained(person, before) {
  const then = before.people.find((one) => one.seat === person.seat);
  const by = then ? person.total - then.total : 0;
  return by ? figureOf(by > 0 ? `+${by}` : `\u2212${-by}`, 'gained') : null;
}

function shown(person, n, state, before) {
  const { cell, frame } = framed(sheetImage(person));
  ring(frame, person);
  const move = state.last && state.last.moves.find((one) => one.seat === person.seat);
  const figure = h('figure', {}, cell, h('figcaption', {},
    h('p', { class: 'line' }, named(person.name), gained(person, before), figureOf(person.total, 'total')),
    h('p', { class: 'means' }, move ? move.means || t('screen.missed') : '')));
  if (!calm()) {
    figure.animate([{ opacity: 0, transform: 'rotateY(80deg)' }, {}], { duration: 600, delay: 200 + n * 160, fill: 'backwards' });
  }
  return figure;
}

export function reveal(state, { before }) {
  const { people, last } = state;
  return {
    element: h('section', {},
      h('h1', { class: 'phrase' }, t('screen.revealed', { n: last ? last.round : state.round - 1 }),
        ...(last ? last.dice : []).map((face) => dieFace(face))),
      h('div', { class: 'figures', style: across(columnsOf(people.length)) },
        ...people.map((person, n) => shown(person, n, state, before)))),
    update() {},
  };
}
