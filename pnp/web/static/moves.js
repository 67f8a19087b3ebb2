// Moves of House of Dice as the log writes them: W32$5, +4$1, -, after a claim such as !free or !nudge3>4.
import { t } from './core.js';

const DRAW = /^([A-Z])(\d)(\d)\$(\d)$/;
const FURNISH = /^\+(\d)\$(\d)$/;

export const partName = (letter) => t(`sheet.part-${letter}`);

export function without(dice, taken) {
  const left = [...dice];
  for (const face of taken) if (left.includes(face)) left.splice(left.indexOf(face), 1);
  return left;
}

// An option with what its words say: kind, faces by place, cell; and what its meaning says: prices, what is left.
export function understood(option, dice) {
  const action = option.words.split(' ').pop();
  const costs = [...option.means.matchAll(/for (\d+)/g)].map((found) => Number(found[1]));
  const known = { ...option, price: costs.reduce((a, b) => a + b, 0), own: costs[costs.length - 1], left: (/(-?\d+) left$/.exec(option.means) || [])[1] };
  const furnish = FURNISH.exec(action);
  if (furnish) return { ...known, kind: 'furniture', faces: { spaces: Number(furnish[1]), cost: Number(furnish[2]) } };
  const draw = DRAW.exec(action);
  if (!draw) return { ...known, kind: action === '-' ? 'pass' : 'word', faces: {} };
  const [column, row, cost] = draw.slice(2).map(Number);
  const [part] = without(dice, [column, cost]);
  return { ...known, kind: 'part', letter: draw[1], row, column, cell: `house.c${column}r${row}`, faces: { part, column, cost } };
}

export function inWords(option) {
  if (option.kind === 'pass') return t('sheet.pass');
  if (option.kind === 'furniture') return t('sheet.furnish', { n: option.faces.spaces });
  return t('sheet.draw', { part: partName(option.letter), column: option.column, row: option.row });
}

export function costWords(option) {
  return option.left === undefined ? option.means : t('sheet.costs', { n: option.price, left: option.left });
}
