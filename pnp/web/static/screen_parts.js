// Small things that several scenes use.

import { h, signed } from './elements.js';
import { serverNow } from './clock.js';

export const PAGE = 8;

// Nothing moves where somebody asked this device for it, or the host all of them.
export const calm = () => document.body.classList.contains('calm') || matchMedia('(prefers-reduced-motion: reduce)').matches;
export const quiet = (on) => document.body.classList.toggle('calm', on);

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

// Shows one page after the other by the clock, from the beginning of a scene; what has not changed stays where it is.
export function pager(element, draw, each = PAGE) {
  let [pages, from, drawn, timer] = [[], 0, '', 0];
  const paint = () => {
    clearTimeout(timer);
    const passed = Math.max(0, serverNow() - from);
    const at = Math.floor(passed / each) % pages.length;
    if (pages.length > 1) timer = setTimeout(paint, (each - (passed % each)) * 1000 + 5);
    const text = JSON.stringify(pages[at]);
    if (text === drawn) return;
    const turned = drawn && pages.length > 1;
    drawn = text;
    element.replaceChildren(...draw(pages[at]));
    if (turned && !calm()) element.animate([{ opacity: 0 }, {}], 400);
  };
  const show = (next, since) => {
    [pages, from] = [next, since];
    paint();
  };
  return { show, stop: () => clearTimeout(timer) };
}

export function confetti(element, passed = 0) {
  for (let n = 0; n < 70 && !calm(); n += 1) {
    const bit = h('i', { class: 'confetti', style: { left: `${Math.random() * 100}%`, background: `hsl(${n * 47} 80% 70%)` } });
    bit.animate([{ transform: 'translateY(-6rem)' }, { transform: `translateY(62rem) rotate(${n * 40}deg)` }],
      { duration: 3000 + n * 50, delay: n * 50 - passed * 1000, fill: 'both' });
    element.append(bit);
  }
}
