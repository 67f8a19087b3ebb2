// Dice that tumble onto the table, and lie there.

import { dieFace, h, t } from './core.js';
import { calm, variable } from './screen_parts.js';

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Other faces for the sides of a die on its way: of a usual die those that are left, else what lies around.
function others(face, dice) {
  const usual = Number.isInteger(face) && face >= 1 && face <= 6;
  const rest = usual ? [1, 2, 3, 4, 5, 6].filter((one) => one !== face) : dice;
  return Array.from({ length: 5 }, (_, n) => rest[n % rest.length]);
}

const turned = (x, y, a, b, c) => `translate(${x}rem, ${y}rem) rotateX(${a}deg) rotateY(${b}deg) rotateZ(${c}deg)`;

function tumble(cube, n) {
  const side = n % 2 ? 1 : -1;
  const [a, b] = [540 + Math.random() * 360, side * (360 + Math.random() * 360)];
  const from = side * (14 + Math.random() * 8);
  return cube.animate([
    { transform: turned(from, -26, a, b, side * 80), opacity: 0 },
    { transform: turned(from * 0.5, 2, a * 0.55, b * 0.55, side * 40), opacity: 1, offset: 0.42, easing: 'ease-out' },
    { transform: turned(from * 0.22, -6, a * 0.26, b * 0.26, side * 20), offset: 0.6, easing: 'ease-in' },
    { transform: turned(from * 0.07, 0, a * 0.08, b * 0.08, side * 9), offset: 0.78, easing: 'ease-out' },
    { transform: turned(0, 0, 0, 0, 0) },
  ], { duration: 1500 + n * 90, delay: n * 110, easing: 'ease-in', fill: 'backwards' });
}

function die(face, dice, n, rolling) {
  const side = (one) => h('div', { class: 'side' }, dieFace(one));
  const cube = h('div', { class: 'cube' }, side(face));
  if (rolling) {
    cube.append(...others(face, dice).map(side));
    tumble(cube, n).onfinish = () => cube.replaceChildren(cube.firstChild);
  }
  return h('div', { class: 'die-place' }, cube);
}

// How large dice may be, in rem, so that all of them lie in a place of so many rem.
function sizeOf(count, width, height, most) {
  let size = 0;
  for (let rows = 1; rows <= count; rows += 1) {
    size = Math.max(size, Math.min(width / Math.ceil(count / rows), height / rows));
  }
  return Math.min(most, size / 1.12);
}

export function tray(element, { width, height, most }) {
  let shown = null;
  return {
    // `rolling`: they have just been rolled and are seen to roll; `blank`: so many are still to be rolled.
    show(dice, { rolling = false, blank = 0 } = {}) {
      const now = { dice, blank };
      if (same(now, shown) && !rolling) return;
      shown = now;
      const count = dice.length || blank;
      variable(element, 'die', `${count ? sizeOf(count, width, height, most) : 0}rem`);
      element.setAttribute('aria-label', dice.length ? t('screen.dice', { faces: dice.join(' ') }) : '');
      const move = rolling && !calm();
      element.replaceChildren(...(dice.length
        ? dice.map((face, n) => die(face, dice, n, move))
        : Array.from({ length: blank }, () => h('div', { class: 'die-place blank' }))));
    },
  };
}

// Whether the dice that lie there now were rolled since the state before.
export const justRolled = (state, before) =>
  Boolean(before && state.dice.length && (!same(state.dice, before.dice) || state.round !== before.round));
