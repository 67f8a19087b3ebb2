// After a game, on a phone: how the evening stands, what comes next, and the way home.
import { fill, h, t, toast } from './elements.js';
import { ask, get, keyOf } from './connection.js';
import { standingTable } from './evening_parts.js';

let drawn = '';

async function leave(own) {
  const answer = await ask(`${own}/evening`, { do: 'leave', key: keyOf() });
  if (answer.ok) location.assign(own);
  else toast(answer.message || t('common.offline'), 'bad');
}

function style(href) {
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
}

export async function showEvening(place, state) {
  if (!state.evening || !state.guest) return;
  style('/static/standing.css');
  const now = await get(`/e/${state.evening.id}/state`);
  if (!now.ok || now.version === drawn) return;
  drawn = now.version;
  const me = now.tables.find((one) => one.table === state.table)?.people[state.me.seat]?.guest;
  fill(place, h('section', { class: 'card stack' },
    h('h2', {}, t('evening.next-soon')), h('p', { class: 'muted' }, t('evening.leave-open')),
    now.standing.rows.length ? h('h3', {}, t('evening.standing')) : null, now.standing.rows.length ? standingTable(now.standing, me) : null,
    h('button', { class: 'button', 'data-key': 'leave', onclick: () => leave(state.guest) }, t('evening.leave'))));
}
