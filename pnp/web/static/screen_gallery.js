// All sheets to look at, the vote for the best looking one, and what came of it.

import { h, t } from './core.js';
import { confetti, dots, icon, inPages, named, pager, PAGE, variable } from './screen_parts.js';
import { framed, isHouse, photoImage, sheetImage } from './screen_pictures.js';

export function columnsOf(count, pairs) {
  if (pairs) return count > 1 ? 2 : 1;
  return count < 4 ? count : Math.ceil(count / 2);
}

function figure(person, ...words) {
  const drawn = framed(sheetImage(person)).cell;
  const photo = person.photo && framed(photoImage(person), 'snapshot').cell;
  return h('figure', {}, h('div', { class: 'pair' }, drawn, photo),
    h('figcaption', {}, h('p', { class: 'line' }, named(person.name), ...words)));
}

function figures(people, words) {
  const grid = h('div', { class: 'figures' }, ...people.map((person) => figure(person, ...words(person))));
  return variable(grid, 'columns', columnsOf(people.length, people.some((person) => person.photo)));
}

function ballots(vote) {
  return h('p', { class: 'ballots' }, ...Array.from({ length: vote.of }, (_, n) => icon('is-in', n < vote.given ? 'on' : '')),
    h('span', {}, t('screen.given', { n: vote.given, all: vote.of })));
}

const looks = ({ seat, name, sheet, photo, total }) => ({ seat, name, sheet, photo, total });

export function gallery(state) {
  const title = h('h1', { class: 'phrase' });
  const under = h('div', { class: 'under' });
  const place = h('div', { class: 'pages' });
  let votes = null;
  const told = pager(place, (people, at, count) => [
    figures(people, (person) => [votes
      ? h('span', { class: 'total number' }, t('screen.votes', { n: votes[person.seat] ?? 0 }))
      : h('b', { class: 'total number' }, person.total ?? '')]), dots(at, count) || '']);
  const pagesOf = (now) => inPages(now.people.map(looks), now.people.some((person) => person.photo) ? 4 : 6);
  return {
    element: h('section', {}, title, under, place),
    seconds: () => Math.max(state.vote && state.vote.open ? 24 : 12, (pagesOf(state).length * PAGE) / 1000),
    update(now) {
      const open = now.vote && now.vote.open;
      votes = now.vote && now.vote.result ? now.vote.result.counts : null;
      title.textContent = t(open ? (isHouse() ? 'screen.vote' : 'screen.vote-other') : 'screen.gallery');
      under.replaceChildren(...(open ? [ballots(now.vote), h('p', { class: 'muted' }, t('screen.vote-how'))] : []));
      told.show(pagesOf(now));
    },
    stop: () => told.stop(),
  };
}

export function best(state, { fresh }) {
  const element = h('section', {});
  let drawn = '';
  return {
    element,
    seconds: () => 16,
    update(now) {
      const { seats, votes } = now.vote.result || { seats: [], votes: 0 };
      const people = now.people.filter((person) => seats.includes(person.seat));
      const text = JSON.stringify([people.map(looks), votes]);
      if (text === drawn) return;
      if (!drawn && fresh && people.length) confetti(element);
      drawn = text;
      const word = people.length ? (people.length > 1 ? 'best-tie' : 'best') : 'no-votes';
      element.prepend(h('h1', { class: 'phrase' }, people.length ? icon('star', 'gold') : '', t(`screen.${word}`), people.length ? icon('star', 'gold') : ''),
        figures(people.length ? people : now.people, () => (people.length ? [h('b', { class: 'total number' }, t('screen.votes', { n: votes }))] : [])));
      while (element.children.length > 2 && !element.children[2].classList.contains('confetti')) element.children[2].remove();
    },
  };
}
