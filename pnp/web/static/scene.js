// The cells of a grid as one picture: parts that join their neighbours, and what stands behind them.
// The rules are data of the layout; pnp/sheets/scenes.py draws the same for paper.
import { s } from './elements.js';

export function parsed(markup) {
  const root = new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement;
  return [...root.childNodes].filter((one) => one.nodeName !== 'title').map((one) => document.importNode(one, true));
}

const drawn = new Map();

function art(scene, name, box) {
  const markup = scene.art[name];
  if (!drawn.has(markup)) drawn.set(markup, parsed(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`));
  return s('svg', { ...box, viewBox: '0 0 100 100', overflow: 'visible' }, ...drawn.get(markup).map((one) => one.cloneNode(true)));
}

const key = (column, row) => `${column} ${row}`;
const place = (scene, column, row) => ({
  x: scene.left + (column - 1) * scene.cell, y: scene.ground - row * scene.cell, width: scene.cell, height: scene.cell,
});

function joined(pictures, parts, { column, row, value }) {
  const [before, after] = [-1, 1].map((by) => parts.get(key(column + by, row))?.value === value);
  return pictures[before ? (after ? 2 : 3) : (after ? 1 : 0)];
}

function walled(wall, parts) {
  const high = new Map();
  for (const { column, row, value } of parts.values()) {
    const top = wall.cells.includes(value) ? row : (wall.below.includes(value) ? row - 1 : 0);
    high.set(column, Math.max(high.get(column) || 0, top));
  }
  const cells = new Map();
  for (const [column, top] of high) for (let row = wall.start; row <= top; row += 1) cells.set(key(column, row), { column, row });
  return cells;
}

function wallOf(scene, wall, parts) {
  const cells = walled(wall, parts);
  const edges = [...cells.values()].flatMap(({ column, row }) => {
    const { x, y, width } = place(scene, column, row);
    const open = (dx, dy) => !cells.has(key(column + dx, row + dy));
    const roofed = wall.below.includes(parts.get(key(column, row + 1))?.value);
    return [open(-1, 0) && `M${x} ${y}v${width}`, open(1, 0) && `M${x + width} ${y}v${width}`,
      open(0, 1) && !roofed && `M${x} ${y}h${width}`].filter(Boolean);
  });
  return [...[...cells.values()].map(({ column, row }) => art(scene, wall.picture, place(scene, column, row))),
    s('path', { d: edges.join(''), fill: 'none', stroke: wall.edge, 'stroke-width': 0.5, 'stroke-linecap': 'round' })];
}

const CELL = /\.c(\d+)r(\d+)$/;

// Whether a value of a field is drawn by its scene.
export const inScene = (layout, field, value) => Boolean(layout.scenes[field.block]?.joins[value] && CELL.test(field.id));

export function scenes(layout, fields, valueOf) {
  return Object.entries(layout.scenes).map(([block, scene]) => {
    const parts = new Map();
    for (const field of fields) {
      const value = field.block === block && valueOf(field);
      if (!value || !inScene(layout, field, value)) continue;
      const [column, row] = CELL.exec(field.id).slice(1).map(Number);
      parts.set(key(column, row), { column, row, value });
    }
    if (!parts.size) return null;
    const pictures = scene.order.flatMap((value) => [...parts.values()].filter((one) => one.value === value)
      .map((one) => art(scene, joined(scene.joins[value], parts, one), place(scene, one.column, one.row))));
    return s('g', { class: 'scene' }, ...parsed(scene.under), ...scene.walls.flatMap((wall) => wallOf(scene, wall, parts)),
      ...pictures, s('path', { d: `M${scene.left} ${scene.ground}h${scene.columns * scene.cell}`, stroke: scene.line, 'stroke-width': 0.9 }));
  });
}
