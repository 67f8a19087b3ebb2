// Small things that several scenes use.

import { h, signed } from './elements.js';

export const PAGE = 8;

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const named = (text, tag = 'span') => h(tag, { class: 'name', dir: 'auto' }, text);
export const icon = (name, kind = '') => h('img', { class: `icon ${kind}`, src: `/static/sign-${name}.svg`, alt: '' });
export const across = (count) => ({ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` });
export const figureOf = (number, kind = '') => h('b', { class: `number ${kind}` }, signed(number));
export const qr = (state, name) => h('div', { class: 'qr' },
  h('img', { src: `/t/${state.table}/${name}.svg?${encodeURIComponent(state.join.url)}`, alt: '' }));

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
  const show = (next) => {
    const text = JSON.stringify(next);
    if (text === drawn) return;
    drawn = text;
    pages = next;
    paint();
  };
  return { show, stop: () => clearInterval(timer) };
}

export function confetti(element) {
  for (let n = 0; n < 70 && !calm(); n += 1) {
    const bit = h('i', { class: 'confetti', style: { left: `${Math.random() * 100}%`, background: `hsl(${n * 47} 80% 70%)` } });
    bit.animate([{ transform: 'translateY(-6rem)' }, { transform: `translateY(62rem) rotate(${n * 40}deg)` }],
      { duration: 3000 + n * 50, delay: n * 50, fill: 'both' });
    element.append(bit);
  }
}
