// Dice as the game has them: in their colours, with pictures on their faces, in heaps and rows.
import { dieFace, h, tap } from './elements.js';

// 'dragon x2' shows the picture of a dragon twice.
const TIMES = /^(.*?)(?: x(\d+))?$/;

// How a die of a sort is drawn that shows a face: `table` has the game and its look.
export function paint({ game, look }, sort, face) {
  const [, name, times] = TIMES.exec(String(face));
  const picture = look?.pictures.includes(name) ? `/art/${game}/picture/${name}.svg` : '';
  return { color: look?.dice[sort], picture, times };
}

// The sort of a die that has a job: jobs of several dice of a sort are numbered, such as magic.2.
export const sortOf = (job) => job.split('.')[0];

// The dice that an option uses, small.
export const diceOf = (table, option, size = 26) => Object.entries(option.dice || {})
  .map(([job, face]) => dieFace(face, { size, label: '', ...paint(table, sortOf(job), face) }));

const rowsOf = (spread) => [...new Set(spread.map((one) => one.level))].sort((a, b) => b - a)
  .map((level) => spread.filter((one) => one.level === level));

// A heap has a column for each die that lies on the ground; a row of dice wraps.
function placed(one, element, heap) {
  element.style.gridColumn = heap ? one.column + 1 : '';
  return element;
}

// All dice that lie there. `may(index)` tells which can be tapped, `act(index)` hears it, `on` are those that were.
export function trayOf(table, { may = () => false, act, on = [], size = 44 } = {}) {
  const { spread } = table;
  const heap = spread.some((one) => one.level);
  const wide = Math.max(0, ...spread.map((one) => one.column)) + 1;
  const die = (one) => {
    const index = spread.indexOf(one);
    const label = [one.name, one.face].join(' ').trim();
    const look = { size, ...paint(table, one.sort, one.face) };
    const name = !heap && one.name ? h('span', { class: 'small muted', 'aria-hidden': 'true' }, one.name) : null;
    const inside = [dieFace(one.face, may(index) ? look : { ...look, label }), name];
    if (!may(index)) return placed(one, h('span', { class: `lying${act && !one.free ? ' buried' : ''}` }, ...inside), heap);
    const attrs = { class: 'lying button plain', 'aria-pressed': String(on.includes(index)), 'aria-label': label };
    return placed(one, tap(`die ${index}`, attrs, () => act(index), ...inside), heap);
  };
  const row = (dice) => h('div', { class: heap ? 'heap-row' : 'die-row', style: heap ? { gridTemplateColumns: `repeat(${wide}, minmax(0, 1fr))` } : {} }, ...dice.map(die));
  return h('div', { class: heap ? 'heap' : '' }, ...rowsOf(spread).map(row));
}
