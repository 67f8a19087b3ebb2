// The end: who has won, and every line of the score, one after the other.

import { fill, h, t } from './elements.js';
import { serverNow } from './clock.js';
import { BEFORE, lineSeconds } from './counting.js';
import { calm, confetti, figureOf, icon, inPages, named, pager } from './screen_parts.js';
import { framed, oneForAll, sheetImage } from './screen_pictures.js';
import { bar } from './screen_race.js';

const LINES = 13;

const firstOf = (state) => state.ranking.filter((row) => row.rank === 1);
const pagesOf = (state) => inPages([...new Map(state.scores.flatMap((one) => one.lines.map((line) => [line.name, line.label])))], LINES);

// `comes` tells in how many seconds a line is counted; without it all of them have been, and it is known who has won.
function table(state, names, last, comes = null) {
  const won = last && !comes ? firstOf(state).map((row) => row.seat) : [];
  const reasons = state.people.length < 3;
  const cells = (tag, inside) => state.people.map((person) =>
    h(tag, { class: won.includes(person.seat) ? 'winning' : '' }, ...inside(person)));
  const score = (person) => state.scores.find((one) => one.seat === person.seat) || { lines: [] };
  const row = (kind, name, n, inside) => h('tr', { class: kind, style: comes && { animationDelay: `${comes(n)}s` } },
    h('th', { scope: 'row' }, name), ...cells('td', inside));
  const counted = (name) => state.scores.some((one) => one.lines.some((line) => line.name === name && line.points !== null));
  const points = (name) => (person) => {
    const line = score(person).lines.find((one) => one.name === name) || {};
    return [figureOf(line.points), reasons && line.why && h('small', {}, line.why)];
  };
  return h('table', { class: `${comes ? 'slow' : ''} ${reasons ? 'reasons' : ''} ${state.people.length > 4 ? 'many' : ''}` },
    h('thead', {}, h('tr', {}, h('td', {}), ...cells('th', (person) => [named(person.name), person.problems > 0 && h('small', {}, t('common.problems', { n: person.problems }))]))),
    h('tbody', {}, ...names.map(([name, label], n) => row(comes && !counted(name) ? 'later' : '', label, n, points(name))),
      last && !(comes && calm()) && row(comes && state.scores.every((one) => one.total === null) ? 'sum later' : 'sum', t('common.total'), names.length, (person) => [figureOf(score(person).total)])));
}

const final = (state) => ['over', 'closed'].includes(state.phase);

function champion(state) {
  const first = firstOf(state);
  if (!first.length) return state.early === null ? [] : [h('h1', { class: 'stopped-at' }, state.headline), h('p', { class: 'means' }, t('common.early'))];
  const word = !final(state) ? 'leads' : state.people.length < 2 ? 'solo' : first.length > 1 ? 'shared' : 'winner';
  const people = state.people.filter((person) => first.some((row) => row.seat === person.seat)).slice(0, 4);
  const why = first.map((row) => row.why).find(Boolean);
  return [h('p', { class: 'label' }, icon('star'), t(`screen.${word}`), icon('star')),
    ...people.map((person) => named(person.name, 'h1')),
    h('p', { class: 'sum' }, figureOf(first[0].total), ` ${t('screen.points')}`), why && h('p', { class: 'means' }, why),
    state.early !== null && h('p', { class: 'means' }, `${state.headline}. ${t('common.early-won')}`),
    oneForAll(state.people) && state.people.length > 1 ? bars(state.people)
      : h('div', { class: 'pages' }, ...people.map((person) => framed(sheetImage(person)).cell))];
}

// Where all write on one pad, their points from round to round say more than a small picture of it.
function bars(people) {
  const inOrder = [...people].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return h('ol', { class: 'bars' }, ...inOrder.map((person) => h('li', {},
    h('div', { class: 'line' }, named(person.name, 'p'), figureOf(person.total)), bar(person, people))));
}

// Line after line, page after page, as far as the clock has come; all pages that count have the same seconds for a line.
export function count() {
  const right = h('div', {});
  let timer = 0;
  let drawn = '';
  const paint = (state) => {
    clearTimeout(timer);
    const { from } = state.scene;
    const pages = pagesOf(state);
    const each = lineSeconds(state, pages.flat().length);
    const begins = pages.map((_, n) => from + BEFORE + each * pages.slice(0, n).flat().length);
    const at = Math.max(0, begins.filter((begin) => begin <= serverNow()).length - 1);
    fill(right, table(state, pages[at], at === pages.length - 1, (n) => begins[at] + n * each - serverNow()));
    if (at + 1 < pages.length) timer = setTimeout(() => paint(state), Math.max(20, (begins[at + 1] - serverNow()) * 1000));
  };
  return {
    element: h('section', {}, h('div', { class: 'champion' }, h('p', { class: 'phrase' }, t('screen.counting'))), right),
    // The server tells line after line what has been counted.
    update(state) {
      const told = JSON.stringify(state.scores);
      if (told !== drawn) paint(state);
      drawn = told;
    },
    stop: () => clearTimeout(timer),
  };
}

export function winner(first) {
  const [left, right] = [h('div', { class: 'champion' }), h('div', { class: 'told' })];
  const element = h('section', {}, left, right);
  let now = first;
  let drawn = '';
  const told = pager(right, ([names, last]) => [names.length ? table(now, names, last) : now.early === null ? h('p', { class: 'phrase' }, t('screen.no-scores')) : bars(now.people)]);
  if (first.scene.first && final(first) && first.ranking.some((row) => row.won)) confetti(element, serverNow() - first.scene.from);
  return {
    element,
    update(state) {
      now = state;
      const text = JSON.stringify([state.scores, state.ranking, state.people]);
      if (text !== drawn) fill(left, ...champion(state));
      drawn = text;
      const pages = pagesOf(state);
      told.show(pages.map((names, n) => [names, n === pages.length - 1, text]), state.scene.from);
    },
    stop: told.stop,
  };
}
