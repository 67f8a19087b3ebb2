// Small things that several scenes use.

import { h, s } from './core.js';

export const PAGE = 8;

const motion = matchMedia('(prefers-reduced-motion: reduce)');
export const calm = () => motion.matches;

export const named = (text, tag = 'span') => h(tag, { class: 'name', dir: 'auto' }, text);
export const icon = (id, kind = '') => s('svg', { class: `icon ${kind}`, 'aria-hidden': 'true' }, s('use', { href: `#${id}` }));
export const across = (count) => ({ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` });
export const figureOf = (number, kind = '') => h('b', { class: `number ${kind}` }, String(number ?? '\u2013'));

export function qr(state, name) {
  return h('div', { class: 'qr' },
    h('img', { src: `/t/${state.table}/${name}.svg?${encodeURIComponent(state.join.url)}`, alt: name === 'join' ? state.join.url : '' }));
}

export function inPages(list, size) {
  const count = Math.max(1, Math.ceil(list.length / size));
  const each = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, n) => list.slice(n * each, (n + 1) * each));
}

// Shows one page after the other; pages that have not changed stay where they are.
export function pager(element, draw) {
  let pages = [];
  let drawn = '';
  let at = 0;
  const paint = () => element.replaceChildren(...draw(pages[at % pages.length]));
  const timer = setInterval(() => {
    at += 1;
    if (pages.length < 2) return;
    paint();
    if (!calm()) element.animate([{ opacity: 0 }, {}], 400);
  }, PAGE * 1000);
  return {
    show(next) {
      const text = JSON.stringify(next);
      if (text === drawn) return;
      drawn = text;
      pages = next;
      paint();
    },
    stop: () => clearInterval(timer),
  };
}

// Who has won, in a word, and the rows of the ranking that say so.
export function victory(state) {
  const first = state.ranking.filter((row) => row.rank === 1);
  return { first, word: state.people.length < 2 ? 'solo' : first.length > 1 ? 'shared' : 'winner' };
}

const COLORS = ['#f0906f', '#ffd27a', '#9cc987', '#cfe6f1', '#d9a566'];

export function confetti(element) {
  for (let n = 0; n < 60 && !calm(); n += 1) {
    const bit = h('i', { class: 'confetti', style: { left: `${Math.random() * 100}%`, background: COLORS[n % 5] } });
    const to = `translate(${Math.random() * 8 - 4}rem, 62rem) rotate(${360 + Math.random() * 900}deg)`;
    const fall = bit.animate([{ transform: 'translateY(-6rem)' }, { transform: to }],
      { duration: 3500 + Math.random() * 3000, delay: Math.random() * 3000, fill: 'both' });
    fall.onfinish = () => bit.remove();
    element.append(bit);
  }
}
