// The standings of an event, for everybody to look at, and where people sit.
import { fill, h, page, t } from './elements.js';
import { live } from './connection.js';
import { places, ranks } from './event_lists.js';

const main = document.getElementById('main');

live((state) => fill(main,
  h('h1', {}, state.name),
  h('p', { class: 'muted' }, state.over ? t('standings.over') : t('standings.round', { n: state.round, of: state.rounds })),
  h('section', { class: 'card stack' }, ranks(state)),
  state.begun && h('section', { class: 'card stack' }, h('h2', {}, t('standings.seats')),
    h('ul', { class: 'bare seats' }, ...places(state).map(([name, place]) => h('li', { class: 'row between' }, h('span', {}, name), h('b', {}, place)))))));

document.title = page.first.name;
