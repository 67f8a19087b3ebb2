// What the pages of an evening show alike: colours of guests, the standing, what was best.
import { h, signed, t } from './elements.js';

// Colours that can be told apart, on paper and in the dark; a letter stands in each, for whoever sees them alike.
const COLORS = {
  red: '#d43f3a', orange: '#e8872b', yellow: '#f2c230', green: '#4f9d45', teal: '#2a9d97', blue: '#3b78c9', violet: '#8458b8',
  pink: '#e07ab0', brown: '#8a5f3d', grey: '#7d8794',
};
const DARK = new Set(['yellow', 'orange', 'pink']);
const initial = (name) => [...name.trim()][0]?.toUpperCase() || '';

export function dot(color, name, size = '') {
  const style = { background: COLORS[color] || '#7d8794', color: DARK.has(color) ? '#2a1d05' : '#fff' };
  return h('span', { class: `dot ${size}`, style, 'aria-hidden': 'true' }, initial(name || ''));
}

export const person = (one, size) => h('span', { class: 'guest' }, dot(one.color, one.name, size), h('span', { class: 'name', dir: 'auto' }, one.name));

export const listed = (names, language) => new Intl.ListFormat(language).format(names);

// ---- the standing

// First places as stars, up to the few that the eye counts; the rest as places with how often.
const stars = (n) => h('span', { class: 'stars', 'aria-label': t('evening.wins', { n }) }, n > 5 ? `\u2605\u00d7${n}` : '\u2605'.repeat(n) || '\u2013');

function row(one, me, most) {
  const others = one.places.slice(1, most).map((n, at) => h('td', { class: 'number more' }, n ? String(n) : '\u00b7', h('span', { class: 'sr' }, ` \u00d7 ${at + 2}`)));
  return h('tr', { class: one.guest === me ? 'mine' : '' }, h('td', { class: 'number' }, `${one.rank}.`), h('th', { scope: 'row' }, person(one)),
    h('td', {}, stars(one.wins)), ...others, h('td', { class: 'number' }, String(one.games)),
    h('td', { class: 'number' }, one.voted ? `\u2665${one.voted}` : ''));
}

export function standingTable(standing, me = null, places = 3) {
  const longest = Math.max(1, ...standing.rows.map((one) => one.places.length));
  const most = Math.min(places, longest);
  const head = (text, kind = '') => h('th', { scope: 'col', class: kind }, text);
  const voted = standing.rows.some((one) => one.voted);
  return h('table', { class: `standing ${voted ? '' : 'unvoted'}` },
    h('thead', {}, h('tr', {}, head(''), head(''), head(t('evening.head-wins')), ...Array.from({ length: most - 1 }, (_, n) => head(`${n + 2}.`, 'more')),
      head(t('evening.head-games')), head(t('evening.head-voted')))),
    h('tbody', {}, ...standing.rows.map((one) => row(one, me, most))));
}

// ---- what was best

export function bests(standing, language) {
  const told = (kind) => (one) => ({ kind, title: one.title, names: one.names, points: one.points, round: one.round,
    text: t(`evening.best-${kind}`, { title: one.title, names: listed(one.names, language), points: signed(one.points), round: one.round }) });
  const voted = Math.max(0, ...standing.rows.map((one) => one.voted));
  const loved = standing.rows.filter((one) => voted && one.voted === voted).map((one) => one.name);
  return [...standing.sheets.map(told('sheet')), ...standing.rounds.map(told('round')),
    ...(loved.length ? [{ kind: 'voted', title: '', names: loved, points: voted, text: t('evening.best-voted', { names: listed(loved, language), n: voted }) }] : [])];
}

// ---- tables

export const isOn = (table) => !table.then && !['over', 'closed'].includes(table.phase);
export const isPlayed = (table) => isOn(table) && table.phase !== 'lobby' && !table.paused;
export const current = (state) => state.tables.filter((one) => !one.then);

export function where(table) {
  if (table.stopped) return table.stopped;
  if (table.phase === 'lobby') return t('evening.phase-lobby');
  if (table.phase === 'over' || table.phase === 'closed') return t('evening.phase-over');
  if (table.stage) return table.stage;
  return table.round ? t('common.round', { n: table.round, all: table.rounds || null }) : t('evening.phase-play');
}

// A time that has passed, in minutes and seconds.
export function passed(since, now) {
  const seconds = Math.max(0, Math.floor(now - since));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const nameAt = (table, seat) => (seat === null ? t('evening.the-host') : (table.people[seat] || { name: '' }).name);

// For whom a table waits, and since when the longest.
export function waitsFor(table, now, language) {
  if (!table.waits.length) return null;
  const names = table.waits.map((one) => nameAt(table, one.seat));
  const since = Math.min(...table.waits.map((one) => one.since || now));
  return { names, text: t('evening.waits', { names: listed(names, language) }), time: passed(since, now), long: now - since > 120 };
}
