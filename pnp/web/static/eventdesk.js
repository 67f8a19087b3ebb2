// The desk of an event: the round with its tables, late ones first; people; screens of the hall; standings.
import { sheetUp } from './dialog.js';
import { fill, h, page, t, tap, toast } from './elements.js';
import { live, send } from './connection.js';
import { ranks } from './event_lists.js';

const main = document.getElementById('main');
const LATE = 10 * 60;
const FIRST = window.matchMedia('(min-width: 62rem)').matches ? 200 : 40;
let state = page.first;
let busy = false;
let wanted = '';
let part = 'tables';
let all = false;

const { role } = state.desk;
const leads = role === 'organiser';
const helps = role !== 'viewer';

async function act(body) {
  if (busy) return false;
  busy = true;
  const answer = await send(`${page.base}/do`, { round: state.round, ...body });
  busy = false;
  if (!answer.ok) toast(answer.message || t('common.offline'), 'bad');
  return answer.ok;
}

// ---------------------------------------------------------------- tables

const since = (table) => Math.max(0, state.now - Math.min(...table.waits.map((one) => Date.parse(one.since) / 1000)));
const lateness = (table) => (table.done || !table.waits.length ? -1 : since(table));
const minutes = (seconds) => t('eventdesk.minutes', { n: Math.floor(seconds / 60) });

function waiting(table) {
  if (table.done) return t('eventdesk.done');
  if (table.people.some((one) => one.total !== null)) return t('eventdesk.unconfirmed');
  if (!table.table) return t('eventdesk.not-open');
  if (table.ended) return t('eventdesk.counted');
  const names = table.waits.map((one) => one.name).filter(Boolean).join(', ');
  const round = table.rounds ? t('eventdesk.at-round', { n: table.round, of: table.rounds }) : '';
  if (!table.waits.length) return round || t('eventdesk.quiet');
  return [round, names && t('eventdesk.waits', { names }), since(table) >= 60 && minutes(since(table))].filter(Boolean).join(' \u00b7 ');
}

const called = (one) => [one.name, one.total, !one.here && `(${t('eventdesk.gone')})`].filter((part) => part !== null && part !== false).join(' ');

function row(table) {
  const late = lateness(table) >= LATE;
  return h('li', {}, tap(`table-${table.number}`, `event-table${table.done ? ' done' : ''}${late ? ' late' : ''}`, () => open(table.number),
    h('span', { class: 'number' }, String(table.number)),
    h('span', { class: 'grow' },
      h('span', { class: 'who' }, table.people.map(called).join(', ')),
      h('span', { class: 'small muted' }, waiting(table)))));
}

function open(number) {
  const table = state.tables.find((one) => one.number === number);
  const fields = table.people.map((one) => h('label', { class: 'row between' }, h('span', {}, one.name),
    h('input', { type: 'text', inputmode: 'numeric', pattern: '-?[0-9]*', 'data-person': one.guest, value: one.total ?? '', 'aria-label': t('eventdesk.total-of', { name: one.name }) })));
  const enter = async () => {
    const totals = {};
    for (const input of sheet.dialog.querySelectorAll('input')) {
      if (!/^-?\d{1,6}$/.test(input.value.trim())) return void toast(t('eventdesk.number'), 'bad');
      totals[input.dataset.person] = Number(input.value);
    }
    if (await act({ do: 'tell', table: number, totals })) sheet.close();
  };
  const links = [table.table && h('a', { class: 'button plain', href: `/t/${table.table}/screen` }, t('eventdesk.its-screen')),
    leads && table.table && h('a', { class: 'button plain', href: state.desk.hosts[table.table] }, t('eventdesk.its-host'))];
  const confirming = state.confirm ? table.people.filter((one) => !one.confirmed && one.total !== null).map((one) =>
    tap(`confirm-${one.guest}`, 'button', async () => { if (await act({ do: 'confirm', table: number, person: String(one.guest) })) sheet.close(); }, t('eventdesk.confirms', { name: one.name }))) : [];
  const sheet = sheetUp(t('eventdesk.table', { n: number }), h('p', { class: 'muted' }, waiting(table)),
    ...(helps ? [...fields, tap('enter', 'button primary', enter, t('eventdesk.enter'))] : []), ...(helps ? confirming : []), h('div', { class: 'row' }, ...links));
}

function tables() {
  const sorted = [...state.tables].sort((a, b) => a.done - b.done || lateness(b) - lateness(a) || a.number - b.number);
  const known = wanted.trim().toLowerCase();
  const found = known ? sorted.filter((one) => String(one.number) === known || one.people.some(({ name }) => name.toLowerCase().includes(known))) : sorted;
  return [search(t('eventdesk.find')), ...list(found, row),
    ...['byes', 'unseated'].map((what) => state[what].length && h('p', { class: 'muted' }, t(`eventdesk.${what}`, { names: state[what].map((one) => one.name).join(', ') })))];
}

function list(found, made) {
  const shown = all ? found : found.slice(0, FIRST);
  return [h('ol', { class: 'bare stack tight' }, ...shown.map(made)),
    found.length > shown.length && tap('all', 'button plain', () => { all = true; draw(); }, t('eventdesk.all', { n: found.length }))];
}

const search = (label) => h('input', { id: 'find', type: 'search', placeholder: label, 'aria-label': label, value: wanted, oninput: (event) => { wanted = event.target.value; draw(); } });

// ---------------------------------------------------------------- people

function person(one) {
  const at = state.tables.find((table) => table.people.some(({ guest }) => guest === one.guest));
  const where = at ? t('eventdesk.table', { n: at.number }) : one.here ? t('eventdesk.no-seat') : t('eventdesk.gone');
  return h('li', {}, tap(`person-${one.guest}`, `event-table${one.here ? '' : ' done'}`, () => openPerson(one, at), h('span', { class: 'grow' }, one.name), h('span', { class: 'muted' }, where)));
}

function openPerson(one, at) {
  const go = (body) => async () => { if (await act(body)) sheet.close(); };
  const id = String(one.guest);
  const to = h('input', { id: 'to', type: 'number', min: 0, max: state.tables.length, value: at ? at.number : '', 'aria-label': t('eventdesk.to-table') });
  const sheet = sheetUp(one.name,
    helps && tap('leave', 'button', go({ do: one.here ? 'leave' : 'back', person: id }), t(one.here ? 'eventdesk.drop' : 'eventdesk.back')),
    leads && h('div', { class: 'row' }, to, tap('move', 'button', () => go({ do: 'move', person: id, table: Number(to.value) || 0 })(), t('eventdesk.move'))),
    helps && at && state.begun && h('a', { class: 'button', href: `${page.base}/sheet/${id}.pdf`, target: '_blank', rel: 'noopener' }, t('eventdesk.print-sheet')),
    state.desk.guests && h('a', { class: 'button plain', href: state.desk.guests[id] }, t('eventdesk.their-page')));
}

function people() {
  const known = wanted.trim().toLowerCase();
  const found = state.people.filter((one) => one.name.toLowerCase().includes(known));
  const name = h('input', { id: 'new-name', type: 'text', maxlength: 60, placeholder: t('eventdesk.name'), 'aria-label': t('eventdesk.name') });
  const add = async () => { if (name.value.trim() && await act({ do: 'come', name: name.value })) name.value = ''; };
  return [helps && h('div', { class: 'row' }, name, tap('add', 'button', add, t('eventdesk.add'))), search(t('eventdesk.find-person')),
    ...list(found, person)];
}

// ---------------------------------------------------------------- screens and desks

const SHOWS = ['seating', 'standings', 'tables', 'gallery'];

function screens() {
  const numbers = Object.keys(state.screens).map(Number);
  const next = Math.max(0, ...numbers) + 1;
  const one = (number) => h('li', { class: 'row between' },
    h('a', { href: `${state.desk.hall}${number}` }, t('eventdesk.screen', { n: number })),
    h('select', { id: `screen-${number}`, 'aria-label': t('eventdesk.screen', { n: number }), onchange: (event) => act({ do: 'screen', screen: number, show: event.target.value }) },
      ...[...SHOWS, ...state.tables.map((table) => `table ${table.number}`)].map((show) =>
        h('option', { value: show, selected: (state.screens[number] || 'seating') === show }, show.startsWith('table ') ? t('eventdesk.table', { n: show.slice(6) }) : t(`eventdesk.show-${show}`)))));
  const desks = Object.entries(state.desk.desks || {}).map(([name, url]) => h('li', { class: 'row between' }, h('span', {}, t(`eventdesk.role-${name}`)), h('a', { class: 'small', href: url }, url)));
  return [leads && h('ol', { class: 'bare stack' }, ...[...numbers, next].map(one)), h('p', {}, t('eventdesk.public'), ' ', h('a', { href: state.desk.public }, state.desk.public)),
    desks.length ? h('ul', { class: 'bare stack tight' }, ...desks) : null];
}

// ---------------------------------------------------------------- the whole

const sure = (question, body) => {
  const sheet = sheetUp(question, tap('yes', 'button primary', async () => { if (await act(body)) sheet.close(); }, t('eventdesk.yes')));
};

function deeds() {
  if (!leads) return null;
  const { last } = state.desk;
  const open = state.tables.filter((one) => !one.done).length;
  const close = () => (open ? sure(t('eventdesk.close-open', { n: open }), { do: 'close', anyway: true }) : act({ do: 'close' }));
  return h('div', { class: 'row' },
    !state.over && !state.begun && tap('seat', 'button primary', () => act({ do: 'seat' }), t('eventdesk.seat', { n: state.round })),
    !state.over && state.begun && tap('close', `button${open ? '' : ' primary'}`, close, t('eventdesk.close', { n: state.round })),
    !state.over && state.begun && tap('reseat', 'button plain', () => act({ do: 'seat' }), t('eventdesk.reseat')),
    last && tap('undo', 'button plain', () => act({ do: 'undo', number: last.number }), t(`eventdesk.undo-${last.do}`, { names: last.names.join(', '), table: last.table })));
}

const PARTS = { tables, people, screens, standings: () => [ranks(state)] };

function draw() {
  const done = state.tables.filter((one) => one.done).length;
  const tab = (name) => tap(`part-${name}`, { class: 'button plain', 'aria-pressed': String(part === name) }, () => { part = name; wanted = ''; all = false; draw(); }, t(`eventdesk.part-${name}`));
  fill(main,
    h('header', { class: 'stack tight' }, h('h1', {}, state.name),
      h('p', {}, state.over ? t('eventdesk.over') : t('eventdesk.round', { n: state.round, of: state.rounds }), state.tables.length ? ` \u00b7 ${t('eventdesk.progress', { done, n: state.tables.length })}` : ''),
      h('p', { class: 'small muted' }, t('eventdesk.repeats', { n: state.repeats, bound: state.fewest, rounds: state.planned }))),
    deeds(), h('nav', { class: 'row', 'aria-label': t('eventdesk.parts') }, ...Object.keys(PARTS).filter((one) => one !== 'screens' || leads || helps).map(tab)),
    h('section', { class: 'stack' }, ...PARTS[part]()));
}

live((next) => { state = next; draw(); });
