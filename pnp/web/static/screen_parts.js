// Small things that several scenes use.

import { h, s } from './core.js';

export const JUST_REVEALED = 8000;
export const PAGE = 8000;

const motion = matchMedia('(prefers-reduced-motion: reduce)');
export const calm = () => motion.matches;

export const named = (text, tag = 'span') => h(tag, { class: 'name', dir: 'auto' }, text);

export const icon = (id, kind = '') =>
  s('svg', { class: `icon ${kind}`, 'aria-hidden': 'true' }, s('use', { href: `#${id}` }));

export function variable(element, name, value) {
  element.style.setProperty(`--${name}`, value);
  return element;
}

export function inPages(list, size) {
  const count = Math.max(1, Math.ceil(list.length / size));
  const each = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, n) => list.slice(n * each, (n + 1) * each));
}

// Shows one page after the other; a list that has not changed stays where it is.
export function pager(element, draw, time = PAGE) {
  let pages = [];
  let drawn = null;
  let at = 0;
  const paint = () => element.replaceChildren(...draw(pages[at % pages.length], at % pages.length, pages.length));
  const timer = setInterval(() => {
    if (pages.length < 2) return;
    at += 1;
    paint();
    if (!calm()) element.animate([{ opacity: 0 }, { opacity: 1 }], 400);
  }, time);
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

export const dots = (at, count) =>
  count > 1 && h('p', { class: 'dots', 'aria-hidden': 'true' },
    ...Array.from({ length: count }, (_, n) => h('i', { class: n === at ? 'on' : '' })));

const COLORS = ['#f0906f', '#ffd27a', '#9cc987', '#cfe6f1', '#d9a566', '#fff6e6'];

export function confetti(element) {
  if (calm()) return;
  for (let n = 0; n < 60; n += 1) {
    const bit = h('i', { class: 'confetti', 'aria-hidden': 'true' });
    bit.style.left = `${Math.random() * 100}%`;
    bit.style.background = COLORS[n % COLORS.length];
    const spin = 360 + Math.random() * 900;
    bit.animate(
      [{ transform: 'translateY(-6rem)' }, { transform: `translate(${Math.random() * 8 - 4}rem, 62rem) rotate(${spin}deg)` }],
      { duration: 3500 + Math.random() * 3000, delay: Math.random() * 3000, easing: 'ease-in', fill: 'both' },
    ).onfinish = () => bit.remove();
    element.append(bit);
  }
}
