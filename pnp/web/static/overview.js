// The evening on the big screen: the way in, how it stands, and all tables; a table that is alone is shown by itself.
import { fill, h, page, t } from './elements.js';
import { live } from './connection.js';
import { serverNow } from './clock.js';
import { drawBetween } from './evening_between.js';
import { current, dot, isOn, waitsFor, where } from './evening_parts.js';
import { across, inPages, named, PAGE } from './screen_parts.js';

const stage = document.getElementById('stage');
const part = (id) => document.getElementById(id);
const EACH = 12;
let state = null;
let scene = { name: '' };

const qr = (name) => h('div', { class: 'qr' }, h('img', { src: `/e/${page.evening}/${name}.svg?${encodeURIComponent(state.join.url)}`, alt: '' }));

// ---- before the first game: the way in, and everybody who has come

function lobby() {
  const [left, right, people] = [h('div', { class: 'welcome' }), h('div', { class: 'ways' }), h('ul', { class: 'arrivals' })];
  const update = () => {
    const here = state.guests.filter((one) => one.here);
    fill(left, h('h1', {}, ...t('screen.evening').split(' ').map((word) => h('span', {}, `${word} `))),
      h('p', {}, t('screen.join-how')), h('p', { class: 'address', dir: 'ltr' }, state.join.address),
      h('p', {}, t('screen.code')), h('p', { class: 'letters' }, state.join.code, h('span', {}, here.length ? t('screen.here', { n: here.length }) : t('screen.nobody'))));
    fill(right, state.wifi && h('figure', { class: 'wifi' }, qr('wifi'), h('figcaption', {}, t('screen.wifi'))), h('figure', {}, qr('join'), h('figcaption', {}, t('screen.come-in'))));
    people.classList.toggle('many', here.length > 12);
    fill(people, ...here.slice(0, 36).map((one) => h('li', {}, dot(one.color, one.name, 'large'), named(one.name))));
  };
  return { look: 'lobby evening', element: h('section', {}, left, right, people), update };
}

// ---- between games

function between() {
  const inside = h('div', { class: 'inside' });
  const door = h('aside', { class: 'joincard' });
  const update = () => {
    drawBetween(inside, state);
    fill(door, h('p', { class: 'brand' }, t('screen.season', { name: state.season })), ...(state.ended ? [] : [h('p', { class: 'label' }, t('screen.come-in')), qr('join'),
      h('p', { class: 'letters' }, state.join.code), h('p', { class: 'address', dir: 'ltr' }, state.join.address)]));
  };
  return { look: 'between', element: h('section', {}, inside, door), update };
}

// ---- all tables

function card(table) {
  const wait = isOn(table) ? waitsFor(table, serverNow(), page.language) : null;
  const done = table.rounds ? Math.min(1, (table.early ?? (['over', 'closed'].includes(table.phase) ? table.rounds : table.round - 1)) / table.rounds) : 0;
  const winners = table.winners.length ? table.winners.join(', ') : '';
  return h('li', { class: `table ${wait && wait.long ? 'late' : ''}`, style: { borderTopColor: table.band } },
    h('div', { class: 'head' }, named(table.title, 'h2'), h('span', { class: 'letters' }, table.table)),
    h('div', { class: 'bar' }, h('i', { style: { width: `${done * 100}%` } })),
    h('p', { class: 'at' }, where(table)),
    h('ul', { class: 'sitting' }, ...table.people.map((one) => h('li', { class: one.status }, dot(one.color, one.name), named(one.name)))),
    winners ? h('p', { class: 'wait won' }, h('span', {}, `\u2605 ${winners}`))
      : wait ? h('p', { class: 'wait' }, h('span', {}, wait.text), h('b', { class: 'number' }, wait.time)) : null);
}

function overview() {
  const grid = h('ul', { class: 'tables' });
  const head = h('header', {});
  const update = () => {
    const pages = inPages(current(state), EACH);
    const tables = pages[Math.floor(serverNow() / PAGE) % pages.length];
    const columns = Math.min(4, Math.max(2, Math.ceil(Math.sqrt(tables.length))));
    fill(head, h('h1', {}, t('screen.tables')), h('p', { class: 'label' }, t('screen.season', { name: state.season })),
      h('div', { class: 'door' }, h('div', {}, h('p', { class: 'letters' }, state.join.code), h('p', { class: 'address', dir: 'ltr' }, state.join.address)), qr('join')));
    Object.assign(grid.style, across(columns), { gridTemplateRows: `repeat(${Math.ceil(tables.length / columns)}, minmax(0, 1fr))` });
    grid.classList.toggle('dense', tables.length > 6);
    fill(grid, ...tables.map(card));
  };
  return { look: 'overview', element: h('section', {}, head, grid), update };
}

// ---- which of them

const SCENES = { lobby, between, overview };

function wanted() {
  const now = current(state);
  if (state.ended) return 'between';
  if (now.length > 1) return 'overview';
  return state.standing.rows.length || now.length ? 'between' : 'lobby';
}

// One table that is on has a screen of its own, which comes back here by itself or goes on to the next table.
function alone() {
  const now = current(state);
  return now.length === 1 && isOn(now[0]) ? now[0].table : null;
}

function show() {
  const table = alone();
  if (table) return location.replace(`/t/${table}/screen`);
  const name = wanted();
  if (scene.name !== name) {
    const old = scene.element;
    scene = { ...SCENES[name](), name };
    scene.element.className = `scene ${scene.look}`;
    stage.append(scene.element);
    if (old) old.remove();
  }
  scene.update();
  for (const id of ['notice']) if (part(id).textContent !== state[id]) part(id).textContent = state[id];
  return null;
}

live((next) => {
  state = next;
  show();
});
setInterval(() => state && scene.name === 'overview' && scene.update(), 1000);
