// Between games, on a big screen: how the evening stands, what was best, and that something comes next.
import { fill, h, page, t } from './elements.js';
import { get } from './connection.js';
import { bests, dot, standingTable } from './evening_parts.js';
import { named } from './screen_parts.js';

const MOST_ROWS = 9;
const LABELS = { sheet: 'screen.sheet', round: 'screen.round-best', voted: 'screen.voted' };

// The best of each game as plates: what, by whom, how much; as many as there is room for.
function plate(one) {
  return h('li', { class: 'plate' }, h('p', { class: 'label' }, t(LABELS[one.kind]), one.title ? ` \u00b7 ${one.title}` : ''),
    h('p', { class: 'who' }, named(one.names.join(', ')), h('b', { class: 'number' }, one.kind === 'voted' ? `\u2665${one.points}` : String(one.points).replace('-', '\u2212'))));
}

function waiting(state) {
  const here = state.guests.filter((one) => one.here && one.table === null);
  return h('ul', { class: 'bare waiters' }, ...here.slice(0, 14).map((one) => h('li', {}, dot(one.color, one.name), named(one.name))));
}

export function drawBetween(place, state) {
  const rows = state.standing.rows.slice(0, MOST_ROWS);
  const table = rows.length ? standingTable({ ...state.standing, rows }, null, 4) : waiting(state);
  table.classList.toggle('few', rows.length < 6);
  fill(place,
    h('div', { class: 'table-side' }, h('h1', {}, t('screen.standing')), table),
    h('div', { class: 'best-side' }, h('ul', { class: 'bare bests' }, ...bests(state.standing, page.language).slice(0, 5).map(plate)),
      state.ended ? h('p', { class: 'phrase' }, t('screen.evening-over')) : h('div', { class: 'coming' }, h('span', { class: 'tumbling', 'aria-hidden': 'true' }, h('i', {}), h('i', {}), h('i', {})), h('p', { class: 'phrase' }, t('screen.next')))));
}

// A scene of a table's screen: the evening is fetched when the scene begins, and whenever the table changes.
export function between(first, element) {
  let seen = '';
  const update = async (state) => {
    if (!state.evening || seen === state.version) return;
    seen = state.version;
    const now = await get(`/e/${state.evening.id}/state`);
    if (now.ok) drawBetween(element, now);
  };
  update(first);
  return update;
}
