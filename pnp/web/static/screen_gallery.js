// All sheets side by side: what a round brought, the vote for the best looking one, and what came of it.

import { dieFace, fill, h, t } from './elements.js';
import { serverNow } from './clock.js';
import { across, calm, confetti, figureOf, icon, inPages, named, pager } from './screen_parts.js';
import { since } from './screen_play.js';
import { framed, oneForAll, photoImage, sheetImage } from './screen_pictures.js';

const paired = (people) => people.some((person) => person.photo);
const line = (name, ...points) => h('p', { class: 'line' }, named(name), ...points);

// Each sheet has the photo of the paper beside it, or below where there are three, and some words.
function figures(people, words) {
  const below = paired(people) && people.length > 2 ? 'below' : '';
  const columns = people.length < 4 ? people.length : Math.ceil(people.length / 2);
  return h('div', { class: `figures ${below}`, style: across(columns) }, ...people.map((person) => {
    const { cell, frame } = framed(person.only ? photoImage(person) : sheetImage(person));
    const photo = person.photo && !person.only && framed(photoImage(person), 'snapshot').cell;
    return h('figure', {}, h('div', { class: 'pair' }, cell, photo),
      h('figcaption', {}, ...words(person, frame)));
  }));
}

const AROUND = 0.03;
const percent = (part) => `${part * 100}%`;

function ring([left, top, right, bottom]) {
  return h('i', { class: 'new', style: { left: percent(left - AROUND), top: percent(top - AROUND),
    width: percent(right - left + 2 * AROUND), height: percent(bottom - top + 2 * AROUND) } });
}

function gained(state, person, round) {
  const by = since(state, person, round, 'total');
  return by ? figureOf(by > 0 ? `+${by}` : `\u2212${-by}`, 'gained') : null;
}

// The points that end the game are told when they have been counted.
const points = (state, person, round) => (state.phase === 'over' ? [] : [gained(state, person, round), figureOf(person.total)]);

export function reveal(state) {
  const last = state.last || { round: state.show.revealed, dice: [], moves: [] };
  const passed = serverNow() - state.scene.from;
  const grid = figures(state.people.map((person) => ({ ...person, photo: null })), (person, frame) => {
    const move = last.moves.find((one) => one.seat === person.seat);
    if (move?.box) frame.append(ring(move.box));
    return [line(person.name, ...points(state, person, last.round)), h('p', { class: 'means' }, move && move.means)];
  });
  [...grid.children].forEach((figure, n) => calm() || figure.animate([{ opacity: 0, transform: 'rotateY(80deg)' }, {}],
    { duration: 600, delay: 200 + n * 160 - passed * 1000, fill: 'backwards' }));
  return {
    element: h('section', {}, h('h1', { class: 'phrase' }, t('screen.revealed', { n: last.round }),
      ...last.dice.map((face) => dieFace(face))), grid),
    update() {},
  };
}

const ballots = (vote) => [h('p', {}, ...Array.from({ length: vote.of }, (_, n) => icon('in', n < vote.given ? '' : 'off'))),
  h('p', { class: 'label' }, t('screen.given', { n: vote.given, all: vote.of })), h('p', {}, t('screen.vote-how'))];

function heading(open, chosen) {
  if (!chosen) return open ? 'vote' : 'gallery';
  return chosen.length ? (chosen.length > 1 ? 'best-tie' : 'best') : 'no-votes';
}

// The vote is on what people drew: on the photo of it where there is one.
function pagesOf({ people, vote, title }, chosen, voting) {
  const counts = vote && vote.result && vote.result.counts;
  const some = people.filter((person) => !chosen.length || chosen.includes(person.seat));
  const shown = some.map(({ seat, name, sheet, picture, photo, total }) =>
    ({ name, sheet, picture, photo, only: voting && photo, word: counts ? t('screen.votes', { n: counts[seat] }) : voting ? '' : total }));
  return oneForAll(people) && !paired(people) ? [[{ ...shown[0], name: title, word: '' }]] : inPages(shown, paired(shown) ? 3 : 6);
}

export function gallery(first, chosen = null) {
  const [title, under, place] = [h('h1', { class: 'phrase' }), h('div', { class: 'ballots' }), h('div', { class: 'pages' })];
  const told = pager(place, (people) => [figures(people, (person) => [line(person.name, figureOf(person.word))])]);
  const star = () => chosen && chosen.length > 0 && icon('star');
  return {
    element: h('section', {}, title, under, place),
    update(state) {
      const open = state.vote && state.vote.open;
      fill(title, star(), t(`screen.${heading(open, chosen)}`), star());
      fill(under, ...(open ? ballots(state.vote) : []));
      told.show(pagesOf(state, chosen || [], open || Boolean(chosen)), state.scene.from);
    },
    stop: told.stop,
  };
}

export function best(state) {
  const chosen = state.vote.result.seats;
  const scene = gallery(state, chosen);
  if (state.scene.first && chosen.length) confetti(scene.element, serverNow() - state.scene.from);
  return scene;
}
