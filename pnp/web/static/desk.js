/** The desk of an evening: who is here, which game is next, every table with what it waits for, how everybody stands. */
import { fill, h, page, t, toast } from './elements.js';
import { askEnd, question, sheetUp } from './dialog.js';
import { ask, keyOf, live, send } from './connection.js';
import { serverNow } from './clock.js';
import { bests, current, dot, isOn, isPlayed, person, standingTable, waitsFor, where } from './evening_parts.js';
import { askGame, showGames } from './evening_next.js';

const main = document.getElementById('main');
let state = page.first;
let known = null;
let opened = null;

async function act(body) {
  const answer = await send(`${page.base}/evening`, body);
  if (!answer.ok) toast(answer.message || t('common.offline'), 'bad');
  else connection.refresh(true);
  return answer.ok;
}

const button = (label, act, kind = '', key = label) => h('button', { type: 'button', class: `button ${kind}`, 'data-key': key, onclick: act }, label);
const card = (title, kind, ...inside) => h('section', { class: `card stack ${kind}` }, h('h2', {}, title), ...inside);
const hostOf = (table) => state.desk.hosts[table];

// ---- the way in

const qr = () => h('img', { class: 'qr', src: `/e/${page.evening}/join.svg?v=${encodeURIComponent(state.join.url)}`, width: 200, height: 200, alt: t('desk.join-qr') });
const door = h('section', { class: 'card stack door' });

function drawDoor() {
  door.hidden = state.ended;
  fill(door, h('h2', {}, t('desk.door')), qr(), h('p', { class: 'code number' }, state.join.code), h('p', { class: 'muted small', dir: 'ltr' }, state.join.url),
    h('a', { class: 'button', href: `/e/${page.evening}/screen`, target: '_blank', rel: 'noopener' }, t('desk.to-screen')));
}

// ---- people

const newName = h('input', { id: 'new-name', maxlength: 60, autocomplete: 'off', 'aria-label': t('common.name') });

async function add(event) {
  event.preventDefault();
  const name = newName.value.trim();
  if (name && await act({ do: 'add', name })) newName.value = '';
}

function guestRow(one) {
  const paused = ({ people, then, paused: stopped }) => stopped && !then && people.some((other) => other.guest === one.guest);
  const table = state.tables.find((other) => other.table === one.table || paused(other));
  const place = !one.here ? t('desk.has-left') : table ? table.title : t('desk.waits');
  return h('li', {}, h('button', { type: 'button', class: 'person', 'data-key': `guest-${one.guest}`, onclick: () => openGuest(one.guest) },
    person(one), h('span', { class: `small ${table ? '' : 'muted'}` }, place)));
}

const guests = h('section', { class: 'card stack people-card' });
const adding = h('details', {}, h('summary', { 'data-key': 'add' }, t('desk.add')), h('form', { class: 'line', onsubmit: add }, newName, h('button', { class: 'button' }, t('desk.add-do'))));

function drawGuests() {
  const here = state.guests.filter((one) => one.here);
  const gone = state.guests.filter((one) => !one.here);
  fill(guests, h('h2', {}, t('evening.here', { n: here.length })), here.length ? null : h('p', { class: 'muted' }, t('desk.nobody')),
    h('ul', { class: 'bare' }, ...[...here, ...gone].map(guestRow)), adding);
}

// Everything that can be done for one person; a tap on a table moves them there.
function openGuest(id) {
  const place = h('div', { class: 'stack' });
  const { close, dialog } = sheetUp(state.guests.find((one) => one.guest === id).name, place);
  opened = { id, place, close };
  dialog.addEventListener('close', () => (opened = null));
  drawGuest();
}

const input = h('input', { id: 'other-name', maxlength: 60, autocomplete: 'off' });

function drawGuest() {
  if (!opened) return;
  const one = state.guests.find((guest) => guest.guest === opened.id);
  const open = current(state).filter((table) => table.joinable && table.table !== one.table);
  const deed = (body) => act({ guest: one.guest, ...body }).then((done) => done && opened?.close());
  const rename = (event) => (event.preventDefault(), input.value.trim() && deed({ do: 'rename', name: input.value.trim() }));
  const src = `${page.base}/guest/${one.guest}.svg`;
  if (document.activeElement !== input) input.value = one.name;
  fill(opened.place,
    open.length && one.here ? h('div', { class: 'stack tight' }, h('h3', {}, t('desk.move')), ...open.map((table) => h('button', {
      type: 'button', class: 'button to-table', style: { borderColor: table.band }, 'data-key': `to-${table.table}`, onclick: () => deed({ do: 'move', table: table.table }),
    }, h('strong', {}, table.title), h('span', { class: 'small muted' }, `${table.table} \u00b7 ${where(table)} \u00b7 ${table.people.length}`)))) : null,
    h('form', { class: 'line', onsubmit: rename }, h('div', { class: 'field' }, h('label', { for: 'other-name' }, t('desk.other-name')), input), h('button', { class: 'button' }, t('desk.rename'))),
    h('details', {}, h('summary', { 'data-key': 'code' }, t('desk.lost')), h('img', { class: 'qr', src, width: 200, height: 200, alt: t('desk.guest-qr', { name: one.name }) })),
    one.here ? button(t('desk.leaves'), () => deed({ do: 'leave' }), 'danger', 'leaves') : button(t('desk.is-back'), () => deed({ do: 'back' }), '', 'is-back'));
}

// ---- tables

const tables = h('section', { class: 'card stack tables-card' });

function seat(table, one) {
  return h('li', { class: one.status }, h('span', { class: 'guest' }, dot(one.color, one.name), h('span', { class: 'name', dir: 'auto' }, one.name)));
}

// What the host of a table does, done from here.
async function hostDo(table, body) {
  const answer = await ask(`${hostOf(table.table)}/do`, { ...body, expected: 0, key: keyOf() });
  if (answer.ok) connection.refresh(true);
  return answer.ok ? '' : answer.message || t('common.offline');
}

const stop = async (table, deed) => {
  const refused = await hostDo(table, { do: deed });
  if (refused) toast(refused, 'bad');
};

// A game that is on can be paused and ended; one that was left is gone on with where it was.
function stops(table) {
  if (table.phase === 'lobby' || ['over', 'closed'].includes(table.phase)) return [];
  if (table.then) return [button(t('desk.resume'), () => resume(table.table), '', `resume-${table.table}`)];
  const turn = table.paused ? 'resume' : 'pause';
  const end = () => askEnd(`${t('desk.end-game')}: ${table.title}`, table.virtual, (winner) => hostDo(table, { do: 'close', winner }));
  return [button(t(`desk.${turn}`), () => stop(table, turn), '', `${turn}-${table.table}`), button(t('desk.end-game'), end, 'danger', `end-${table.table}`)];
}

function tableCard(table) {
  const wait = isOn(table) ? waitsFor(table, serverNow(), page.language) : null;
  return h('article', { class: `table ${table.then ? 'past' : ''}`, style: { borderTopColor: table.band } },
    h('div', { class: 'row between' }, h('h3', {}, table.title), h('span', { class: 'badge' }, table.table)),
    h('p', { class: 'muted small' }, where(table), table.winners.length ? ` \u00b7 ${t('desk.won', { names: table.winners.join(', ') })}` : ''),
    h('ul', { class: 'bare people' }, ...table.people.map((one) => seat(table, one))),
    wait ? h('p', { class: `waits ${wait.long ? 'long' : ''}` }, h('span', {}, wait.text), h('b', { class: 'number since', 'data-table': table.table }, wait.time)) : null,
    h('div', { class: 'row' }, h('a', { class: `button ${isOn(table) ? 'primary' : ''}`, href: hostOf(table.table), 'data-key': `host-${table.table}` }, t('desk.host-it')),
      h('a', { class: 'button', href: `/t/${table.table}/results` }, t('common.results')), ...stops(table)));
}

async function resume(table) {
  const answer = await send(`${page.base}/evening`, { do: 'resume', table });
  if (answer.ok) location.assign(answer.url);
  else toast(answer.message, 'bad');
}

function drawTables() {
  const now = current(state);
  const past = state.tables.filter((one) => one.then).reverse();
  tables.hidden = !state.tables.length;
  fill(tables, h('h2', {}, t('desk.tables')), h('div', { class: 'tables' }, ...now.map(tableCard)),
    past.length ? h('details', {}, h('summary', { 'data-key': 'past' }, t('desk.past', { n: past.length })), h('div', { class: 'tables' }, ...past.map(tableCard))) : null);
}

// How long each waits is told by the clock; nothing else is made anew for that.
function tick() {
  for (const place of document.querySelectorAll('.since')) {
    const table = state.tables.find((one) => one.table === place.dataset.table);
    const wait = table && waitsFor(table, serverNow(), page.language);
    if (wait) place.textContent = wait.time;
  }
}

// ---- the next game

const games = h('div', { class: 'games' });
const besides = h('input', { type: 'checkbox', id: 'beside' });
const beside = h('label', { class: 'tick', for: 'beside' }, besides, h('span', {}, t('desk.beside')));
const about = h('p', { class: 'muted' });
const pick = card(t('desk.pick'), 'pick', about, beside, games);

const hereNow = () => state.guests.filter((one) => one.here && (one.table === null || !isRunning(one.table))).length;
const isRunning = (id) => state.tables.some((one) => one.table === id && isPlayed(one));

function drawGames() {
  const [free, nobody] = [hereNow(), !state.guests.some((one) => one.here)];
  about.textContent = t(free ? 'desk.pick-text' : nobody ? 'desk.nobody' : 'desk.all-play');
  beside.hidden = !current(state).some((one) => isOn(one));
  pick.hidden = state.ended;
  showGames(games, free, (game) => free ? askGame(state, game, null, besides.checked || state.tables.some((one) => isRunning(one.table))) : toast(about.textContent));
}

// ---- the standing and the end

const standing = h('section', { class: 'card stack' });

function drawStanding() {
  standing.hidden = !state.standing.rows.length;
  fill(standing, h('h2', {}, t('evening.standing')), standingTable(state.standing, null, 6),
    h('ul', { class: 'bare small muted bests' }, ...bests(state.standing, page.language).map((one) => h('li', {}, one.text))));
}

const end = h('section', { class: 'card stack' });

const askEndOfEvening = () => question(t('desk.end-do'), [t('desk.end-ask'), state.tables.some(isOn) && t('desk.end-open')], t('desk.end-do'), async () => {
  await act({ do: 'end' });
  return '';
});

function drawEnd() {
  fill(end, h('h2', {}, t('desk.end')), h('p', { class: 'muted small' }, t(state.ended ? 'desk.ended-text' : 'desk.end-text')),
    state.ended ? button(t('desk.reopen'), () => act({ do: 'open' }), '', 'end') : button(t('desk.end-do'), askEndOfEvening, 'danger', 'end'));
}

// ---- photos of paper, for the guests of all tables

const photos = h('div', { class: 'stack' });
const stack = {
  at: ({ table }) => {
    const { title, people, paper, begun } = state.tables.find((one) => one.table === table);
    return { title: `${title} ${table}`, people, paper, begun };
  },
  enter: async ({ table, seq }, body) => {
    // Asked for directly: what a table answers is no state of this page.
    const answer = await ask(`${hostOf(table)}/do`, { ...body, expected: seq, key: keyOf() });
    return answer.ok ? '' : answer.message || t('common.offline');
  },
};
let drawPhotos = () => {};

// ---- all of it

const DRAWN = { door: drawDoor, guests: drawGuests, tables: drawTables, games: drawGames, standing: drawStanding, end: drawEnd };
const seen = {
  door: () => [state.join, state.ended], guests: () => [state.guests, state.tables.map((one) => [one.table, one.title, one.paused])], tables: () => state.tables,
  games: () => [hereNow(), state.guests.some((one) => one.here), current(state).some(isOn), state.ended], standing: () => state.standing, end: () => state.ended,
};
const shown = {};

// A game that another device has begun, the only one there is: this desk goes there too.
function follow(next) {
  const now = current(next).filter(isOn);
  const fresh = known && now.filter((one) => !known.has(one.table));
  known = new Set(next.tables.map((one) => one.table));
  if (fresh && fresh.length === 1 && now.length === 1 && !document.querySelector('dialog[open]')) location.assign(next.desk.hosts[fresh[0].table]);
}

function show(next) {
  state = next;
  follow(next);
  for (const [name, draw] of Object.entries(DRAWN)) {
    const text = JSON.stringify(seen[name]());
    if (shown[name] !== text) draw();
    shown[name] = text;
  }
  photos.hidden = !state.tables.length;
  drawPhotos(state);
  main.classList.toggle('playing', current(state).some(isOn));
  drawGuest();
}

document.getElementById('top').append(h('h1', {}, t('desk.title')), h('span', { id: 'saved', role: 'status' }), h('span', { class: 'badge' }, t('desk.season', { name: page.first.season })));
fill(main, h('div', { class: 'column' }, tables, pick), h('div', { class: 'column' }, door, guests), h('div', { class: 'column' }, standing, photos, end));
const connection = live(show);
setInterval(tick, 1000);
import('./host_photos.js').then(({ mountPhotos }) => { drawPhotos = mountPhotos(photos, stack); drawPhotos(state); }).catch(() => {});
