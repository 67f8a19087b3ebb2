// The end: who has won, and every line of the score, one after the other.

import { fill, h, t } from './elements.js';
import { calm, confetti, figureOf, icon, inPages, named, PAGE } from './screen_parts.js';
import { framed, sheetImage } from './screen_pictures.js';

const LINES = 13;
const EACH = 0.85;

const firstOf = (state) => state.ranking.filter((row) => row.rank === 1);
const pagesOf = (state) => inPages([...new Map(state.scores.flatMap((one) => one.lines.map((line) => [line.name, line.label])))], LINES);

function table(state, names, last, slow) {
  const won = last && !slow ? firstOf(state).map((row) => row.seat) : [];
  const reasons = state.people.length < 3;
  const cells = (tag, inside) => state.people.map((person) =>
    h(tag, { class: won.includes(person.seat) ? 'winning' : '' }, ...inside(person)));
  const score = (person) => state.scores.find((one) => one.seat === person.seat) || { lines: [] };
  const row = (kind, name, n, inside) => h('tr', { class: kind, style: { animationDelay: `${n * EACH + 0.6}s` } },
    h('th', { scope: 'row' }, name), ...cells('td', inside));
  const points = (name) => (person) => {
    const line = score(person).lines.find((one) => one.name === name) || {};
    return [figureOf(line.points), reasons && line.why && h('small', {}, line.why)];
  };
  return h('table', { class: `${slow ? 'slow' : ''} ${reasons ? 'reasons' : ''} ${state.people.length > 4 ? 'many' : ''}` },
    h('thead', {}, h('tr', {}, h('td', {}), ...cells('th', (person) => [named(person.name), person.problems > 0 && h('small', {}, t('common.problems', { n: person.problems }))]))),
    h('tbody', {}, ...names.map(([name, label], n) => row('', label, n, points(name))),
      last && row('sum', t('common.total'), names.length, (person) => [figureOf(score(person).total)])));
}

const final = (state) => ['over', 'closed'].includes(state.phase);

function champion(state) {
  const first = firstOf(state);
  if (!first.length) return [];
  const word = !final(state) ? 'leads' : state.people.length < 2 ? 'solo' : first.length > 1 ? 'shared' : 'winner';
  const people = state.people.filter((person) => first.some((row) => row.seat === person.seat)).slice(0, 4);
  const why = first.map((row) => row.why).find(Boolean);
  return [h('p', { class: 'label' }, icon('star'), t(`screen.${word}`), icon('star')),
    ...people.map((person) => named(person.name, 'h1')),
    h('p', { class: 'sum' }, figureOf(first[0].total), ` ${t('screen.points')}`), why && h('p', { class: 'means' }, why),
    h('div', { class: 'pages' }, ...people.map((person) => framed(sheetImage(person)).cell))];
}

export function scores(first, { fresh }) {
  const [left, right, secret] = [h('div', { class: 'champion' }), h('div', {}), h('p', { class: 'secret' })];
  const element = h('section', {}, left, right, secret);
  let drawn = '';
  let timer = 0;
  const crown = (state) => fill(left, ...champion(state));
  // Slow is the first time, when everybody has just seen the game end.
  const paint = (state, at, slow) => {
    const pages = pagesOf(state);
    const last = at === pages.length - 1;
    fill(right, pages[at].length ? table(state, pages[at], last, slow) : h('p', { class: 'phrase' }, t('screen.no-scores')));
    timer = setTimeout(() => {
      if (last && slow) {
        crown(state);
        if (final(state)) confetti(element);
        paint(state, at, false);
      } else if (pages.length > 1) paint(state, last ? 0 : at + 1, slow);
    }, (slow ? pages[at].length * EACH + 1 : PAGE) * 1000);
  };
  return {
    element,
    seconds: (state) => pagesOf(state).flat().length * EACH + PAGE * (pagesOf(state).length + 1),
    update(state) {
      fill(secret, ...(state.secret ? [`${t('screen.secret')} `, h('code', {}, state.secret)] : []));
      const text = JSON.stringify([state.scores, state.ranking, state.people]);
      if (text === drawn) return;
      const slow = fresh && !drawn && !calm();
      drawn = text;
      clearTimeout(timer);
      if (slow) fill(left, h('p', { class: 'phrase' }, t('screen.counting')));
      else crown(state);
      paint(state, 0, slow);
    },
    stop: () => clearTimeout(timer),
  };
}
