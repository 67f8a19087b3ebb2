// All sheets to look at, the vote for the best looking one, and what came of it.

import { fill, h, t } from './core.js';
import { across, confetti, figureOf, icon, inPages, named, PAGE, pager } from './screen_parts.js';
import { framed, isHouse, photoImage, sheetImage } from './screen_pictures.js';

const paired = (people) => people.some((person) => person.photo);
export const columnsOf = (count) => (count < 4 ? count : Math.ceil(count / 2));

// Each sheet, with the photo of the paper beside it, or below where there are three.
function figures(people) {
  const below = paired(people) && people.length > 2 ? 'below' : '';
  return h('div', { class: `figures ${below}`, style: across(columnsOf(people.length)) }, ...people.map((person) => h('figure', {},
    h('div', { class: 'pair' }, framed(sheetImage(person)).cell, person.photo && framed(photoImage(person), 'snapshot').cell),
    h('figcaption', { class: 'line' }, named(person.name), figureOf(person.word)))));
}

const ballots = (vote) => [h('p', {}, ...Array.from({ length: vote.of }, (_, n) => icon('is-in', n < vote.given ? 'on' : ''))),
  h('p', { class: 'label' }, t('screen.given', { n: vote.given, all: vote.of })), h('p', {}, t('screen.vote-how'))];

function heading({ vote }, chosen) {
  if (!chosen) return vote && vote.open ? (isHouse() ? 'vote' : 'vote-other') : 'gallery';
  return chosen.length ? (chosen.length > 1 ? 'best-tie' : 'best') : 'no-votes';
}

function pagesOf({ people, vote }, chosen) {
  const counts = vote && vote.result && vote.result.counts;
  const shown = people.filter(({ seat }) => !chosen || !chosen.length || chosen.includes(seat)).map(({ seat, name, sheet, photo, total }) =>
    ({ seat, name, sheet, photo, word: counts ? t('screen.votes', { n: counts[seat] }) : total }));
  return inPages(shown, paired(shown) ? 3 : 6);
}

export function gallery(first, { chosen } = {}) {
  const [title, under, place] = [h('h1', { class: 'phrase' }), h('div', { class: 'ballots' }), h('div', { class: 'pages' })];
  const told = pager(place, (people) => [figures(people)]);
  const star = () => chosen && chosen.length > 0 && icon('star', 'gold');
  return {
    element: h('section', {}, title, under, place),
    seconds: (state) => Math.max(state.vote && state.vote.open ? 24 : 14, pagesOf(state, chosen).length * PAGE),
    update(state) {
      fill(title, star(), t(`screen.${heading(state, chosen)}`), star());
      fill(under, ...(state.vote && state.vote.open ? ballots(state.vote) : []));
      told.show(pagesOf(state, chosen));
    },
    stop: told.stop,
  };
}

export function best(state, { fresh }) {
  const chosen = state.vote.result.seats;
  const scene = gallery(state, { chosen });
  if (fresh && chosen.length) confetti(scene.element);
  return scene;
}
