// The end: who has won, and every line of the score, one after the other.

import { h, t } from './core.js';
import { calm, confetti, icon, inPages, named, variable } from './screen_parts.js';
import { framed, sheetImage } from './screen_pictures.js';

const LINES = 13;
const EACH = 0.85;

function table(state, lines, last, first) {
  const people = state.people;
  const of = new Map(state.scores.map((one) => [one.seat, one]));
  const points = (seat, name) => (of.get(seat)?.lines || []).find((line) => line.name === name);
  const winning = new Set(state.ranking.filter((row) => row.rank === 1).map((row) => row.seat));
  const kind = (person) => (last && winning.has(person.seat) ? 'winning' : '');
  const reasons = people.length < 3;
  const cell = (person, line) => h('td', { class: kind(person) }, h('b', { class: 'number' }, line ? String(line.points) : '\u2013'),
    reasons && line && line.why && h('small', {}, line.why));
  const head = h('tr', {}, h('td', {}), ...people.map((person) => h('th', { scope: 'col', class: kind(person) }, named(person.name))));
  const rows = lines.map((name, n) => variable(
    h('tr', { class: 'line' }, h('th', { scope: 'row' }, name), ...people.map((person) => cell(person, points(person.seat, name)))), 'n', n));
  const sum = last && variable(h('tr', { class: 'line sum' }, h('th', { scope: 'row' }, t('screen.total')),
    ...people.map((person) => h('td', { class: kind(person) }, h('b', { class: 'number' }, String(of.get(person.seat)?.total ?? '\u2013'))))), 'n', lines.length + 0.5);
  return h('table', { class: `${first ? 'slow' : ''} ${reasons ? 'reasons' : ''}` }, h('thead', {}, head), h('tbody', {}, ...rows, sum || ''));
}

function champion(state) {
  const first = state.ranking.filter((row) => row.rank === 1);
  if (!first.length) return h('div', {});
  const word = state.people.length < 2 ? 'solo' : first.length > 1 ? 'shared' : 'winner';
  const pictures = first.slice(0, 4).map((row) => state.people.find((person) => person.seat === row.seat))
    .filter((person) => person && person.sheet).map((person) => framed(sheetImage(person)).cell);
  const why = first.map((row) => row.why).find(Boolean);
  return h('div', { class: 'champion' }, h('p', { class: 'label' }, icon('star', 'gold'), t(`screen.${word}`), icon('star', 'gold')),
    ...first.map((row) => named(row.player, 'h1')),
    h('p', { class: 'sum' }, h('b', { class: 'number' }, String(first[0].total)), ` ${t('screen.points')}`),
    why && h('p', { class: 'why' }, why), h('div', { class: `pictures of${pictures.length}` }, ...pictures));
}

export function scores(state, { fresh }) {
  const left = h('div', { class: 'left' });
  const right = h('div', { class: 'right' });
  const secret = h('p', { class: 'secret' });
  const element = h('section', {}, left, right, secret);
  const slow = fresh && !calm();
  let drawn = '';
  let pages = [];
  let at = 0;
  let timer = 0;

  const time = (lines) => (slow ? lines.length * EACH + 1 : 0);
  const paint = (now, first) => {
    const end = at === pages.length - 1;
    right.replaceChildren(pages[0].length ? table(now, pages[at], end, first) : h('p', { class: 'phrase' }, t('screen.no-scores')));
    if (end && first) setTimeout(() => crown(now), time(pages[at]) * 1000);
    if (pages.length > 1) timer = setTimeout(() => step(now, first), (time(pages[at]) + (first ? 3 : 8)) * 1000);
  };
  const step = (now, first) => {
    const again = first && at + 1 < pages.length;
    at = (at + 1) % pages.length;
    paint(now, again);
  };
  const crown = (now) => {
    left.replaceChildren(champion(now));
    left.classList.add('crowned');
    if (slow) confetti(element);
  };

  return {
    element,
    seconds: () => pages.reduce((sum, lines) => sum + time(lines) + (slow ? 3 : 8), 6),
    update(now) {
      secret.replaceChildren(...(now.secret ? [`${t('screen.secret')} `, h('code', {}, now.secret)] : []));
      const text = JSON.stringify([now.scores, now.ranking, now.people.map((person) => [person.name, person.sheet])]);
      if (text === drawn) return;
      const first = slow && !drawn;
      drawn = text;
      clearTimeout(timer);
      pages = inPages([...new Set(now.scores.flatMap((one) => one.lines.map((line) => line.name)))], LINES);
      at = 0;
      if (first) left.replaceChildren(h('p', { class: 'phrase counting' }, t('screen.counting')));
      else crown(now);
      paint(now, first);
    },
    stop: () => clearTimeout(timer),
  };
}
