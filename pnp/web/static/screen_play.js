// A round: the dice, whom it waits for, and who leads.

import { h, t } from './core.js';
import { justRolled, tray } from './screen_dice.js';
import { calm, icon, named, pager, variable } from './screen_parts.js';
import { sheetImage, showSheet } from './screen_pictures.js';

// ---------------------------------------------------------------- the places before the last reveal

const PLACES = 'pnp.places';

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES)) || {};
  } catch {
    return {};
  }
}

// How everybody stood before a round was revealed, so that a reload still shows who has moved.
export function remember(state) {
  const ranks = Object.fromEntries(state.people.map((person) => [person.seat, person.rank]));
  try {
    sessionStorage.setItem(PLACES, JSON.stringify({ table: state.table, round: state.round, ranks }));
  } catch { /* then nobody is seen to move */ }
}

function moved(state, person) {
  const then = stored();
  if (then.table !== state.table || then.round !== state.round - 1 || !then.ranks[person.seat]) return 0;
  return then.ranks[person.seat] - person.rank;
}

// ---------------------------------------------------------------- who leads

function row(person) {
  const image = sheetImage(person);
  const parts = { rank: h('b', { class: 'rank number' }), who: named('', 'p'), status: h('p', { class: 'status' }),
    move: h('p', { class: 'move' }), total: h('b', { class: 'total number' }) };
  const element = h('li', { class: 'person' }, parts.rank, h('div', { class: 'thumb on-paper' }, image),
    h('div', { class: 'grow' }, parts.who, parts.status), parts.move, parts.total);
  let total = null;
  return {
    element,
    show(state, now) {
      showSheet(image, now);
      parts.rank.textContent = state.people.length > 1 && now.rank ? now.rank : '';
      parts.who.textContent = now.name;
      parts.status.replaceChildren(...statusOf(now));
      parts.status.className = `status ${now.status}`;
      element.classList.toggle('active', now.active);
      const by = moved(state, now);
      parts.move.className = `move ${by > 0 ? 'up' : by < 0 ? 'down' : ''}`;
      parts.move.textContent = by ? String(Math.abs(by)) : '';
      if (by) parts.move.setAttribute('aria-label', t(by > 0 ? 'screen.up' : 'screen.down', { n: Math.abs(by) }));
      parts.total.textContent = now.total ?? '';
      if (total !== null && total !== now.total && !calm()) parts.total.animate([{ transform: 'scale(1.5)' }, {}], 600);
      total = now.total;
    },
  };
}

function statusOf(person) {
  const known = ['drawing', 'in', 'away'].includes(person.status);
  return [known && icon(`is-${person.status}`), known && h('span', {}, t(`screen.status-${person.status}`)),
    person.active && h('span', { class: 'badge' }, t('screen.active'))].filter(Boolean);
}

function board() {
  const rows = new Map();
  const element = h('ol', { class: 'board' });
  const place = (order) => {
    const old = new Map([...element.children].map((one) => [one, one.getBoundingClientRect().top]));
    order.forEach((one, n) => element.children[n] === one || element.insertBefore(one, element.children[n] || null));
    while (element.children.length > order.length) element.lastChild.remove();
    if (calm()) return;
    for (const [one, top] of old) {
      const by = top - one.getBoundingClientRect().top;
      if (one.isConnected && Math.abs(by) > 1) {
        one.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], { duration: 700, easing: 'ease-in-out' });
      }
    }
  };
  return {
    element,
    show(state) {
      const people = [...state.people].sort((a, b) => (a.rank || 99) - (b.rank || 99) || a.seat - b.seat);
      for (const person of people) if (!rows.has(person.seat)) rows.set(person.seat, row(person));
      variable(element, 'rows', Math.max(people.length, 3));
      place(people.map((person) => rows.get(person.seat).element));
      for (const person of people) rows.get(person.seat).show(state, person);
    },
  };
}

// ---------------------------------------------------------------- what is going on

function phrase(state) {
  const active = state.people.find((person) => person.seat === state.active);
  if (state.phase === 'roll') {
    if (!state.to_roll.length) return state.headline;
    const real = state.source === 'physical' ? ` ${t('screen.real-dice')}` : '';
    return (active ? t('screen.rolls', { name: active.name }) : t('screen.rolls-all')) + real;
  }
  const here = state.people.filter((person) => person.status !== 'away');
  const drawing = here.filter((person) => person.status === 'drawing');
  if (!drawing.length) return here.some((person) => person.status === 'in') ? t('screen.all-in') : state.headline;
  if (drawing.length === 1) {
    const key = here.some((person) => person.status === 'in') ? 'waiting' : 'turn';
    return t(`screen.${key}`, { name: drawing[0].name, names: drawing[0].name });
  }
  if (drawing.length === here.length) return t('screen.everybody');
  return t('screen.waiting', { names: drawing.map((person) => person.name).join(', ') });
}

const ACROSS = 54;
const isRanking = (line) => /^ranking:|^\d+\. /.test(line);

// The game's own words, as many on a page as there is room for.
function wordPages(state, said, room) {
  const lines = [state.headline, ...state.lines].filter((line) => line && line !== said && !isRanking(line));
  const pages = [[]];
  let used = 0;
  for (const line of lines) {
    const rows = Math.ceil(line.length / ACROSS) + 0.3;
    if (used + rows > room && used) {
      pages.push([]);
      used = 0;
    }
    pages[pages.length - 1].push(line);
    used += rows;
  }
  return pages;
}

export function play() {
  const said = h('h1', { class: 'phrase', dir: 'auto' });
  const table = h('div', { class: 'tray', role: 'img' });
  const words = h('div', { class: 'words' });
  const dice = tray(table, { width: 37, height: 22, most: 12 });
  const told = pager(words, (lines) => lines.map((line) => h('p', {}, line)));
  const list = board();
  return {
    element: h('section', {}, h('div', { class: 'center' }, said, table, words), list.element),
    update(state, before) {
      said.textContent = phrase(state);
      table.hidden = !state.dice.length && !state.to_roll.length;
      dice.show(state.dice, { rolling: justRolled(state, before), blank: state.to_roll.length });
      told.show(wordPages(state, said.textContent, table.hidden ? 14 : 4.5));
      list.show(state);
    },
    stop: () => told.stop(),
  };
}
