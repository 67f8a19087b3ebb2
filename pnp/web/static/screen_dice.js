// Dice that tumble onto the table, and lie there.

import { dieFace, h, t } from './core.js';
import { calm } from './screen_parts.js';

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Whether the dice that lie there now were rolled since the state before.
export const justRolled = (state, before) =>
  Boolean(before && state.dice.length && !same([state.dice, state.round], [before.dice, before.round]));

// The other sides of a die on its way: of a usual die what is left, else what lies around.
function others(face, dice) {
  const usual = [1, 2, 3, 4, 5, 6];
  const rest = usual.includes(face) ? usual.filter((one) => one !== face) : dice;
  return usual.slice(1).map((n) => rest[n % rest.length]);
}

function tumble(cube, n) {
  const side = n % 2 ? 1 : -1;
  const [x, a, b] = [side * (14 + Math.random() * 8), 540 + Math.random() * 360, side * (360 + Math.random() * 360)];
  const at = (part, y, offset, easing) => ({
    transform: `translate(${x * part}rem, ${y}rem) rotateX(${a * part}deg) rotateY(${b * part}deg) rotateZ(${side * 80 * part}deg)`,
    opacity: part < 1 ? 1 : 0, offset, easing });
  return cube.animate(
    [at(1, -26, 0, 'ease-in'), at(0.5, 2, 0.42, 'ease-out'), at(0.24, -6, 0.6, 'ease-in'), at(0.08, 0, 0.78, 'ease-out'), at(0, 0, 1)],
    { duration: 1500 + n * 90, delay: n * 110, fill: 'backwards' });
}

function die(face, n, dice, rolling) {
  const side = (one) => h('div', { class: 'side' }, dieFace(one));
  const cube = h('div', { class: 'cube' }, side(face));
  if (rolling) {
    cube.append(...others(face, dice).map(side));
    tumble(cube, n).onfinish = () => cube.replaceChildren(cube.firstChild);
  }
  return h('div', { class: 'place' }, cube);
}

// How large dice may be, in rem, so that all of them lie in a place of so many rem.
function sizeOf(count, width, height) {
  const sizes = Array.from({ length: count }, (_, n) => Math.min(width / Math.ceil(count / (n + 1)), height / (n + 1)));
  return Math.max(0, ...sizes) / 1.15;
}

export function tray(element, width, height) {
  let shown = null;
  // `rolling`: they have just been rolled and are seen to roll; `blank`: so many are still to be rolled.
  return (dice, { rolling = false, blank = 0 } = {}) => {
    if (same([dice, blank], shown) && !rolling) return;
    shown = [dice, blank];
    element.style.fontSize = `${Math.min(13, sizeOf(dice.length || blank, width, height))}rem`;
    element.setAttribute('aria-label', dice.length ? t('screen.dice', { faces: dice.join(' ') }) : '');
    element.replaceChildren(...(dice.length
      ? dice.map((face, n) => die(face, n, dice, rolling && !calm()))
      : Array.from({ length: blank }, () => h('div', { class: 'place blank' }))));
  };
}
