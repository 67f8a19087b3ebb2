// Dice that tumble onto the table, and lie there.

import { dieFace, h, t } from './elements.js';
import { calm } from './screen_parts.js';

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const USUAL = [1, 2, 3, 4, 5, 6];
const TURNS = ['Y(0deg)', 'Y(180deg)', 'Y(90deg)', 'Y(-90deg)', 'X(90deg)', 'X(-90deg)'];

function tumble(cube, n, passed) {
  const side = n % 2 ? 1 : -1;
  const [x, a, b] = [side * (14 + Math.random() * 8), 540 + Math.random() * 360, side * (360 + Math.random() * 360)];
  const at = (part, y, offset, easing) =>
    ({ transform: `translate(${x * part}rem, ${y}rem) rotateX(${a * part}deg) rotateY(${b * part}deg)`, offset, easing });
  return cube.animate(
    [at(1, -45, 0, 'ease-in'), at(0.5, 2, 0.42, 'ease-out'), at(0.24, -6, 0.6, 'ease-in'),
      at(0.08, 0, 0.78, 'ease-out'), at(0, 0, 1)],
    { duration: 1500 + n * 90, delay: n * 110 - passed * 1000, fill: 'backwards' });
}

// A die at rest is its face; on its way it has six sides: of a usual die what is left, else what lies around.
function die(face, n, dice, passed, { name = '', look = {} }) {
  const called = name && h('span', { class: 'die-name' }, name);
  if (passed === null) return h('div', { class: 'place' }, dieFace(face, look), called);
  const rest = USUAL.includes(face) ? USUAL.filter((one) => one !== face) : dice;
  const cube = h('div', { class: 'cube' }, ...TURNS.map((turn, side) =>
    h('div', { style: { transform: `rotate${turn} translateZ(.45em)` } }, dieFace(side ? rest[side % rest.length] : face, side ? { color: look.color } : look))));
  tumble(cube, n, passed).onfinish = () => cube.replaceWith(dieFace(face, look));
  return h('div', { class: 'place' }, cube, called);
}

// How large dice may be, in rem, so that all of them lie in a place of so many rem.
function sizeOf(count, width, height) {
  const sizes = Array.from({ length: count }, (_, n) => Math.min(width / Math.ceil(count / (n + 1)), height / (n + 1)));
  return Math.min(13, Math.max(0, ...sizes) / 1.15);
}

// Shows dice, with the seconds for which they have been rolling if they are, or places for so many that are to be rolled.
export function tray(element, height) {
  let shown = null;
  return (width, dice, passed = null, blank = 0, names = [], roll = 0, looks = []) => {
    if (same([width, dice, blank, names, roll], shown) && element.firstChild) return;
    shown = [width, dice, blank, names, roll];
    // Names stand below their dice and need some of the height.
    element.style.fontSize = `${sizeOf(dice.length || blank, width, names.length ? 0.82 * height : height)}rem`;
    element.setAttribute('aria-label', t('screen.dice', { faces: dice.join(' ') }));
    element.replaceChildren(...(dice.length
      ? dice.map((face, n) => die(face, n, dice, calm() ? null : passed, { name: names[n], look: looks[n] }))
      : Array(blank).fill(0).map((_, n) => h('div', { class: 'place blank', style: { background: looks[n]?.color || '' } }))));
  };
}
