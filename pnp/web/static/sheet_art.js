// The sheet on the phone: its artwork, cropped to a block, with what is written on it.
// A look: marks, pending {id: value}; highlight {id: {ghosts, note, label, chosen}}; onField makes fields buttons.
import { s, t } from './elements.js';
import { worded } from './connection.js';
import { inScene, parsed, scenes } from './scene.js';

const PEN = '#1d4ed8';
const FRESH = '#b4472d';
const layouts = new Map();
const drawn = new Map();

async function fetched(path, kind) {
  for (let tries = 4; ; tries -= 1) {
    try {
      const answer = await fetch(path);
      if (answer.ok) return await answer[kind]();
    } catch { /* the network comes back */ }
    if (!tries) throw new Error(path);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function load(path) {
  const [layout, artwork] = await Promise.all([fetched(worded(`${path}.json`), 'json'), fetched(worded(`${path}.svg`), 'text')]);
  const id = `art${path.replace(/\W+/g, '-')}`;
  const store = s('svg', { class: 'sr', width: 0, height: 0, 'aria-hidden': 'true' }, s('g', { id }, ...parsed(artwork)));
  document.body.append(store);
  const byId = new Map(layout.fields.map((field) => [field.id, field]));
  return { ...layout, path, art: id, byId };
}

export function loadArt(path) {
  if (!layouts.has(path)) {
    const loading = load(path);
    layouts.set(path, loading);
    loading.catch(() => layouts.delete(path));
  }
  return layouts.get(path);
}

// ---- marks as the paper draws them

export function picture(layout, block, value, box) {
  const markup = layout.pictures[block] && layout.pictures[block][value];
  if (!markup || markup.startsWith('=')) return null;
  const known = `${layout.path} ${block} ${value}`;
  if (!drawn.has(known)) drawn.set(known, parsed(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`));
  return s('svg', { ...box, viewBox: '0 0 100 100', overflow: 'visible' }, ...drawn.get(known).map((one) => one.cloneNode(true)));
}

const within = (field, by) => ({
  x: field.x + by, y: field.y + by, width: Math.max(field.w - 2 * by, 1), height: Math.max(field.h - 2 * by, 1),
});

function written(field, value, color, left = false) {
  const text = typeof value === 'number' && value < 0 ? `\u2212${-value}` : String(value);
  const size = Math.min(left ? 5 : 6.2, field.h * (left ? 0.5 : 0.62), (field.w - 1) / (0.58 * Math.max(text.length, 1)));
  const place = left ? { x: field.x + 1 } : { x: field.x + field.w / 2, 'text-anchor': 'middle' };
  return s('text', { ...place, y: field.y + field.h / 2 + size * 0.35, 'font-size': size, fill: color, class: left ? 'pen-text' : 'pen-number' }, text);
}

function strokes(field, count, color, dash) {
  const by = 0.2 * Math.min(field.w, field.h);
  const [x, y, right, bottom] = [field.x + by, field.y + by, field.x + field.w - by, field.y + field.h - by];
  const d = `M${x} ${bottom}L${right} ${y}${count > 1 ? `M${x} ${y}L${right} ${bottom}` : ''}`;
  return s('path', { d, fill: 'none', stroke: color, 'stroke-width': dash ? 0.9 : 0.6, 'stroke-linecap': 'round', 'stroke-dasharray': dash });
}

function choice(layout, field, value, color) {
  return picture(layout, field.block, value, within(field, field.round ? 0.16 * field.w : 0.3))
    || written(field, shownAs(layout, field, value), color);
}

// Some choices are written as the number that the sheet prints beside them: '=3'.
export function shownAs(layout, field, value) {
  const known = (layout.pictures[field.block] || {})[value];
  return known && known.startsWith('=') ? known.slice(1) : value;
}

const blank = (field, value) => !value && !(value === 0 && field.kind === 'number');

export function drawMark(layout, field, value, fresh = false) {
  const color = fresh ? FRESH : PEN;
  if (blank(field, value)) return null;
  if (field.kind === 'choice') return choice(layout, field, value, color);
  if (field.kind === 'text') return written(field, value, color, true);
  if (field.kind === 'cross') return strokes(field, 2, color, fresh ? '1.2 1.4' : null);
  if (field.kind === 'tally' && value <= 2) return strokes(field, value, color, fresh ? '1.2 1.4' : null);
  return written(field, value, color);
}

export function said(field, value) {
  if (blank(field, value)) return t('common.empty');
  return value === true ? '\u00d7' : String(value);
}

// ---- crops

function frame(field, attrs) {
  const box = within(field, 0.7);
  return s('rect', { ...box, rx: field.round ? field.w / 2 : 1.5, fill: 'none', ...attrs });
}

function lit(layout, field, light) {
  const wide = (field.w * 0.72) / Math.max((light.ghosts || []).length, 1);
  const ghosts = (light.ghosts || []).map((value, at) => picture(layout, field.block, value, {
    x: field.x + field.w * 0.14 + at * wide, y: field.y + (field.h - wide) / 2, width: wide, height: wide, opacity: light.chosen ? 0.9 : 0.6,
  }));
  const note = String(light.note ?? '');
  const long = 5.4 + 3 * note.length;
  const badge = note && s('g', { class: 'lit-note' },
    s('rect', { x: field.x + field.w - long - 1, y: field.y + 1, width: long, height: 8.4, rx: 4.2 }),
    s('text', { x: field.x + field.w - long / 2 - 1, y: field.y + 7.2, 'text-anchor': 'middle', 'font-size': 5.6 }, note));
  return s('g', { class: light.chosen ? 'lit chosen' : 'lit' }, frame(field, {}), ...ghosts, badge || null);
}

function spot(layout, field, look) {
  const { marks = {}, pending = {}, highlight = {}, onField, fields } = look;
  const [mark, fresh, light] = [marks[field.id], pending[field.id], highlight[field.id]];
  const now = fresh === undefined || fresh === null ? mark : fresh;
  const parts = [
    !inScene(layout, field, now) && drawMark(layout, field, now, fresh !== undefined && fresh !== mark && fresh !== null),
    field.kind === 'tally' && mark && fresh > mark && drawMark(layout, field, mark),
    fresh !== undefined && fresh !== mark && frame(field, { class: 'fresh' }),
    light && lit(layout, field, light),
  ];
  if (!onField || (fields && !fields(field))) return s('g', {}, ...parts);
  const label = [field.label, light && light.label ? light.label : said(field, now)].filter(Boolean).join(': ');
  const press = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onField(field, event.currentTarget);
  };
  return s('g', { class: 'spot', role: 'button', tabindex: -1, 'data-key': field.id, 'aria-label': label, onclick: press, onkeydown: press },
    s('rect', { x: field.x, y: field.y, width: field.w, height: field.h, class: 'touch' }), ...parts);
}

// One stop of the tab key for the whole crop; arrows move inside it.
function roam(layout, svg) {
  const spots = [...svg.querySelectorAll('.spot')];
  if (spots.length) spots[0].setAttribute('tabindex', 0);
  svg.addEventListener('focusin', (event) => {
    const here = event.target.closest('.spot');
    for (const one of here ? spots : []) one.setAttribute('tabindex', one === here ? 0 : -1);
  });
  svg.addEventListener('keydown', async (event) => {
    const here = event.target.closest('.spot');
    if (!here || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const { stepped } = await import('./sheet_keys.js');
    stepped(layout, here.dataset.key, event.key, spots)?.focus();
  });
}

export function crop(layout, block, look = {}) {
  const area = block ? layout.blocks.find((one) => one.id === block) : { x: 0, y: 0, w: layout.width, h: layout.height };
  const [x, y, w, h] = [area.x - 0.4, area.y - 0.4, area.w + 0.8, area.h + 0.8];
  const inside = layout.fields.filter((field) => !block || field.block === block);
  const seen = look.onField ? { role: 'group' } : { role: 'img' };
  const svg = s('svg', { class: 'crop', tabindex: look.onField && -1, viewBox: `${x} ${y} ${w} ${h}`, width: w, height: h, ...seen, 'aria-label': look.label || layout.heading },
    s('rect', { x, y, width: w, height: h, fill: '#fff' }),
    s('use', { href: `#${layout.art}` }),
    ...scenes(layout, inside, (field) => (look.pending || {})[field.id] ?? (look.marks || {})[field.id]),
    ...inside.map((field) => spot(layout, field, look)));
  if (look.onField) roam(layout, svg);
  return svg;
}
