// A screen of the hall: what the desk has chosen for it, page by page where there is more than fits.
import { fill, h, page, t } from './elements.js';
import { live } from './connection.js';
import { places, ranks } from './event_lists.js';

const main = document.getElementById('main');
const NEXT = 9000;
let state = page.first;
let turn = 0;

const cut = (list, size) => Array.from({ length: Math.ceil(list.length / size) || 1 }, (_, n) => list.slice(n * size, (n + 1) * size));
const turned = (pages) => pages[turn % pages.length];

function seating() {
  const rows = turned(cut(places(state), 60));
  return h('ul', { class: 'bare columns' }, ...rows.map(([name, place]) => h('li', { class: 'row between' }, h('span', {}, name), h('b', {}, place))));
}

const standings = () => ranks(state, turned(cut(state.standings, 15)));

function card(table) {
  const round = table.rounds ? t('hall.at-round', { n: table.round, of: table.rounds }) : '';
  return h('article', { class: 'card' }, h('h2', {}, t('ranking.table-n', { n: table.number })),
    h('ul', { class: 'bare' }, ...table.people.map((one) => h('li', { class: 'row between' }, h('span', {}, one.name), h('b', { class: 'number' }, one.total ?? '')))),
    h('p', { class: 'muted' }, table.done ? t('hall.done') : [round, table.waits.map((one) => one.name).filter(Boolean).join(', ')].filter(Boolean).join(' \u00b7 ')));
}

const tables = () => h('div', { class: 'cards' }, ...turned(cut(state.tables, 8)).map(card));

function gallery() {
  const drawn = state.tables.filter((one) => one.table && one.ended).flatMap((table) => table.people.map((one, seat) => [table.table, seat, one.name]));
  if (!drawn.length) return tables();
  const [id, seat, name] = drawn[turn % drawn.length];
  return h('figure', { class: 'drawn' }, h('img', { src: `/t/${id}/sheet/${seat}.svg`, alt: name }), h('figcaption', {}, name));
}

const SHOWS = { seating, standings, tables, gallery };

function draw() {
  const [kind, number] = (state.screens[page.screen] || 'seating').split(' ');
  const one = kind === 'table' && state.tables.find((table) => table.number === Number(number));
  fill(main, h('header', { class: 'row between' }, h('h1', {}, state.name),
    h('p', {}, state.over ? t('hall.over') : t('hall.round', { n: state.round, of: state.rounds }))),
  one ? h('div', { class: 'alone' }, card(one)) : (SHOWS[kind] || seating)());
}

setInterval(() => { turn += 1; draw(); }, NEXT);
live((next) => { state = next; draw(); });
