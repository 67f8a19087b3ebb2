// Before the game: the way in, as large as it gets, and a street with a light for everybody who comes.

import { fill, h, t } from './elements.js';
import { receipt } from './receipt.js';
import { across, named, qr } from './screen_parts.js';

// A game with a picture of its own has a street; any other its emblem, and its own colours.
const artOf = ({ pictured, look, game }, n) => (pictured || !look.emblem ? `/static/lobby-${1 + (n % 3)}.svg` : `/art/${game}/picture/${look.emblem}.svg`);
const home = (state, n) => h('li', {}, h('img', { src: artOf(state, n), alt: '' }), h('p', { class: 'plate' }));

function moveIn(element, person) {
  element.className = `home ${person ? (person.claimed ? 'lit' : 'kept') : ''}`;
  fill(element.lastChild, person && named(person.name), person && !person.claimed && h('span', {}, t('screen.seat-free')));
}

const ways = (state) => [
  state.wifi && h('figure', { class: 'wifi' }, qr(state, 'wifi'), h('figcaption', {}, t('screen.wifi'))),
  h('figure', {}, qr(state, 'join'), h('figcaption', {}, t('screen.join')))];

const welcome = (state, count) => [
  h('h1', {}, ...state.title.split(' ').map((word) => h('span', {}, `${word} `))),
  h('p', {}, t('screen.join-how')), h('p', { class: 'address', dir: 'ltr' }, state.join.address),
  h('p', {}, t('screen.code')), h('p', { class: 'letters' }, state.join.code,
    h('span', {}, count ? t('screen.here', { n: count }) : t('screen.nobody'))), receipt(state)];

export function lobby(first) {
  const [left, right, street] = [h('div', { class: 'welcome' }), h('div', { class: 'ways' }), h('ul', { class: 'street' })];
  let shown = '';
  return {
    element: h('section', { class: first.pictured ? '' : 'emblems' }, left, right, street),
    update(state) {
      fill(left, ...welcome(state, state.people.filter((one) => one.claimed).length));
      if (shown !== state.join.url + state.wifi) fill(right, ...ways(state));
      shown = state.join.url + state.wifi;
      const wide = Math.max(state.people.length, Math.min(6, Math.max(3, state.players ? state.players[1] : 6)));
      while (street.children.length < wide) street.append(home(state, street.children.length));
      Object.assign(street.style, across(street.children.length));
      [...street.children].forEach((element, n) => moveIn(element, state.people[n]));
    },
  };
}
