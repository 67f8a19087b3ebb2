// The end: who has won, and every line of the score, one after the other.

import { fill, h, t } from './core.js';
import { calm, confetti, figureOf, icon, inPages, named, PAGE, victory } from './screen_parts.js';
import { framed, sheetImage } from './screen_pictures.js';

const LINES = 13;
const EACH = 0.85;

function table(state, names, last, slow) {
  const { people } = state;
  const won = new Set(last ? victory(state).first.map((row) => row.seat) : []);
  const reasons = people.length < 3;
  const score = (person) => state.scores.find((one) => one.seat === person.seat) || { lines: [] };
  const row = (kind, name, n, cell) => h('tr', { class: kind, style: { animationDelay: `${n * EACH + 0.6}s` } },
    h('th', { scope: 'row' }, name), ...people.map((person) => h('td', { class: won.has(person.seat) ? 'winning' : '' }, ...cell(score(person)))));
  const points = (name) => (one) => {
    const line = one.lines.find((each) => each.name === name) || {};
    return [figureOf(line.points), reasons && line.why && h('small', {}, line.why)];
  };
  return h('table', { class: `${slow ? 'slow' : ''} ${reasons ? 'reasons' : ''}` },
    h('thead', {}, h('tr', {}, h('td', {}),
      ...people.map((person) => h('th', { scope: 'col', class: won.has(person.seat) ? 'winning' : '' }, named(person.name))))),
    h('tbody', {}, ...names.map((name, n) => row('', name, n, points(name))),
      last && row('sum', t('screen.total'), names.length + 0.5, (one) => [figureOf(one.total)])));
}

function champion(state) {
  const { first, word } = victory(state);
  if (!first.length) return [];
  const people = state.people.filter((person) => first.some((row) => row.seat === person.seat)).slice(0, 4);
  const why = first.map((row) => row.why).find(Boolean);
  return [h('p', { class: 'label' }, icon('star', 'gold'), t(`screen.${word}`), icon('star', 'gold')),
    ...people.map((person) => named(person.name, 'h1')),
    h('p', { class: 'sum' }, figureOf(first[0].total), ` ${t('screen.points')}`), why && h('p', { class: 'means' }, why),
    h('div', { class: 'pictures' }, ...people.map((person) => framed(sheetImage(person)).cell))];
}

export function scores(state, { fresh }) {
  const [left, right, secret] = [h('div', { class: 'champion' }), h('div', {}), h('p', { class: 'secret' })];
  const element = h('section', {}, left, right, secret);
  const pagesOf = (now) => inPages([...new Set(now.scores.flatMap((one) => one.lines.map((line) => line.name)))], LINES);
  let drawn = '';
  let timer = 0;

  const crown = (now) => fill(left, ...champion(now));
  // Slow is the first time, and only when everybody has seen the game end.
  const paint = (now, at, slow) => {
    const pages = pagesOf(now);
    const last = at === pages.length - 1;
    const time = slow ? pages[at].length * EACH + 1 : PAGE;
    fill(right, pages[at].length ? table(now, pages[at], last, slow) : h('p', { class: 'phrase' }, t('screen.no-scores')));
    timer = setTimeout(() => {
      if (last && slow) {
        crown(now);
        confetti(element);
      } else if (pages.length > 1) paint(now, last ? 0 : at + 1, slow && !last);
    }, time * 1000);
  };
  return {
    element,
    seconds: (now) => pagesOf(now).flat().length * EACH + PAGE * (pagesOf(now).length + 1),
    update(now) {
      fill(secret, ...(now.secret ? [`${t('screen.secret')} `, h('code', {}, now.secret)] : []));
      const text = JSON.stringify([now.scores, now.ranking, now.people]);
      if (text === drawn) return;
      const slow = fresh && !drawn && !calm();
      drawn = text;
      clearTimeout(timer);
      if (slow) fill(left, h('p', { class: 'phrase' }, t('screen.counting')));
      else crown(now);
      paint(now, 0, slow);
    },
    stop: () => clearTimeout(timer),
  };
}
