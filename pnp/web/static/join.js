// The way in: by a code, by a photo of a sheet, by taking a seat or giving a name.
import { fill, h, page, t } from './elements.js';
import { keep, live, parsed, upload } from './connection.js';
import { insisted } from './insisting.js';
import { smaller } from './photo.js';

const SHEETS = 'pnp.sheets';
const main = document.getElementById('main');
let state = null;

// ---- codes, however they were typed

export const plainCode = (text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
export const grouped = (text) => (plainCode(text).match(/.{1,4}/g) || []).join('-');

// Groups while typing, without moving the caret away from what was just typed.
function regroup(event) {
  const field = event.target;
  const before = plainCode(field.value.slice(0, field.selectionStart)).length;
  const next = grouped(field.value);
  if (next === field.value) return;
  field.value = next;
  let caret = 0;
  for (let seen = 0; caret < next.length && seen < before; caret += 1) seen += next[caret] === '-' ? 0 : 1;
  field.setSelectionRange(caret, caret);
}

// A whole address that was pasted has the code in its path.
function pasted(event) {
  const text = (event.clipboardData || { getData: () => '' }).getData('text');
  const inside = /\/[st]\/([A-Za-z0-9-]+)/i.exec(text);
  if (!inside) return;
  event.preventDefault();
  event.target.value = grouped(inside[1]);
}

// ---- asking the server

function refuse(input, place, message) {
  place.textContent = message;
  if (!input) return;
  input.setAttribute('aria-invalid', message ? 'true' : 'false');
  if (message) input.focus();
}

async function go(path, body, input, place, button) {
  refuse(null, place, '');
  if (button) button.setAttribute('aria-disabled', 'true');
  const answer = await insisted(path, body);
  if (answer.ok && answer.url) return location.assign(answer.url);
  if (button) button.removeAttribute('aria-disabled');
  return refuse(input, place, answer.message || t('common.offline'));
}

async function look(event, place) {
  const [file] = event.target.files;
  if (!file) return;
  refuse(null, place, '');
  place.classList.remove('refusal');
  place.textContent = t('join.looking');
  const answer = await upload('/find/photo', await smaller(file));
  event.target.value = '';
  if (answer.ok && answer.url) return void location.assign(answer.url);
  place.classList.add('refusal');
  place.textContent = answer.message || t('common.offline');
}

// ---- parts of the page

function refusal(id) {
  return h('p', { id, class: 'refusal', role: 'alert' });
}

function codeCard() {
  const place = refusal('code-refusal');
  const photoPlace = refusal('photo-refusal');
  const input = h('input', {
    id: 'code', name: 'code', autocomplete: 'off', autocapitalize: 'characters', autocorrect: 'off', spellcheck: 'false',
    inputmode: 'text', enterkeyhint: 'go', placeholder: 'K7Q3-MX5T-6', maxlength: 60,
    'aria-describedby': 'code-hint code-refusal', oninput: regroup, onpaste: pasted,
  });
  const submit = (event) => {
    event.preventDefault();
    const code = plainCode(input.value);
    if (!code) return refuse(input, place, t('join.code-missing'));
    return go('/find', { code }, input, place, event.target.querySelector('button'));
  };
  return h('section', { class: 'card stack' },
    h('form', { class: 'field', onsubmit: submit, novalidate: true },
      h('label', { for: 'code' }, t('join.code')),
      input,
      h('p', { id: 'code-hint', class: 'muted small' }, t('join.code-hint')),
      place,
      h('button', { class: 'button big primary' }, t('join.open'))),
    h('label', { class: 'button big photo' }, t('join.photo'),
      h('input', { type: 'file', accept: 'image/*', capture: 'environment', onchange: (event) => look(event, photoPlace) })),
    photoPlace);
}

function remembered() {
  return Object.entries(parsed(keep.get(SHEETS)) || {}).sort((a, b) => b[1].at - a[1].at).slice(0, 8);
}

function forget(base) {
  const sheets = parsed(keep.get(SHEETS)) || {};
  delete sheets[base];
  keep.set(SHEETS, JSON.stringify(sheets));
  known.replaceWith((known = knownCard()));
}

function knownCard() {
  const rows = remembered().map(([base, sheet]) => h('div', { class: 'known' },
    h('a', { class: 'button', href: base },
      h('span', {}, t('join.back-to', { name: sheet.name }), h('br'), h('span', { class: 'muted small' }, sheet.title || ''))),
    h('button', { class: 'button plain shut', 'aria-label': t('join.forget', { name: sheet.name }), onclick: () => forget(base) }, '\u00d7')));
  return rows.length ? h('section', { class: 'card stack tight' }, h('h2', {}, t('join.remembered')), ...rows) : h('div', { hidden: true });
}

let known = null;

// ---- a table

const tablePath = () => `/t/${page.table}`;
const withCode = (body) => (page.code ? { ...body, code: page.code } : body);

function seatButtons(place) {
  const free = state.people.filter((one) => !one.claimed && one.status !== 'gone');
  return free.map((one) => h('button', {
    class: 'button', 'data-key': `seat-${one.seat}`,
    onclick: (event) => go(`${tablePath()}/claim`, withCode({ seat: one.seat, expected: state.seq }), null, place, event.currentTarget),
  }, t('join.i-am', { name: one.name })));
}

const nameInput = h('input', { id: 'name', name: 'name', autocomplete: 'given-name', maxlength: 60, enterkeyhint: 'go', 'aria-describedby': 'name-refusal' });
const namePlace = refusal('name-refusal');
const seatPlace = refusal('seat-refusal');

// Where there is no seat, whoever comes is in the evening, and plays in the next game.
const inEvening = () => !state.joinable && state.evening;
// At an event only the desk lets people in.
const byDesk = () => state.evening && state.evening.desk;

function joinForm(other) {
  const submit = (event) => {
    event.preventDefault();
    const name = nameInput.value.trim();
    if (!name) return refuse(nameInput, namePlace, t('join.name-missing'));
    const [path, body] = inEvening() ? [`/e/${state.evening.id}/join`, { name }] : [`${tablePath()}/join`, withCode({ name })];
    return go(path, body, nameInput, namePlace, event.target.querySelector('button'));
  };
  return h('form', { class: 'field', onsubmit: submit, novalidate: true },
    h('label', { for: 'name' }, t(other ? 'join.new-name-other' : 'join.new-name')),
    nameInput, namePlace,
    h('button', { class: 'button big primary' }, t(inEvening() ? 'join.next-game' : 'join.go')));
}

function tableCard() {
  const buttons = seatButtons(seatPlace);
  const names = state.people.filter((one) => one.claimed).map((one) => one.name);
  return h('section', { class: 'card stack', 'aria-labelledby': 'table-title' },
    h('h2', { id: 'table-title' }, t(page.code ? 'join.whose' : 'join.who')),
    h('p', { class: 'muted' }, names.length ? t('join.there', { names: names.join(', ') }) : t('join.nobody')),
    buttons.length ? h('div', { class: 'seats' }, ...buttons) : null,
    buttons.length ? seatPlace : null,
    state.joinable || byDesk() ? null : h('p', {}, t(inEvening() ? 'join.next-about' : buttons.length ? 'join.started' : 'join.full')),
    !byDesk() && (state.joinable || inEvening()) ? joinForm(buttons.length > 0) : null);
}

const place = h('div', { class: 'stack' });

let shown = '';
let sits = false;

// A sheet that was printed for a name takes its seat without asking; if it can't, it is asked.
function sitDown() {
  if (sits || !page.name || !state.joinable || byDesk()) return;
  sits = true;
  nameInput.value = page.name;
  go(`${tablePath()}/join`, withCode({ name: page.name }), nameInput, namePlace, null);
}

function show(next) {
  state = next;
  if (state.evening && state.evening.then) return void location.replace(`/t/${state.evening.then}`);
  const now = JSON.stringify([next.joinable, next.people.map((one) => [one.name, one.claimed])]);
  if (now !== shown) fill(place, tableCard());
  shown = now;
  sitDown();
}

function heading() {
  const title = (page.first && page.first.title) || t('join.heading');
  return h('header', { class: 'stack tight' },
    h('h1', {}, title),
    page.said ? h('p', { class: 'refusal', role: 'alert' }, page.said) : null,
    page.code ? h('p', {}, ...holding(grouped(page.code))) : null);
}

function holding(code) {
  const [before, after] = t('join.holding', { code: '\u0000' }).split('\u0000');
  return [before, h('span', { class: 'code' }, code), after || ''];
}

function tablesCard() {
  const tables = (page.tables || []).filter((one) => one.table !== page.table);
  if (!tables.length) return null;
  return h('section', { class: 'card stack tight' }, h('h2', {}, t('join.tables')),
    ...tables.map((one) => h('a', { class: 'button', href: `/t/${one.table}` }, one.title)));
}

function links() {
  if (!page.table) return null;
  return h('nav', { class: 'row links' },
    h('a', { class: 'button plain', href: `${tablePath()}/screen` }, t('common.screen')),
    h('a', { class: 'button plain', href: `${tablePath()}/results` }, t('common.results')));
}

function start() {
  known = knownCard();
  const code = codeCard();
  const open = Boolean(page.first && !page.first.joinable && page.first.people.every((one) => one.claimed));
  const other = page.table ? h('details', { open }, h('summary', {}, t('join.other-code')), code) : code;
  const again = page.table && remembered().some(([, sheet]) => sheet.table === page.table);
  const parts = page.code ? [place] : again ? [known, place] : [page.table && place, known];
  fill(main, heading(), ...parts, other, tablesCard(), links());
  if (page.table) live(show);
}

start();
