// A sheet cut for the thumb: each block of fields as a card of artwork with a button over every field.
import { h, s, t } from './core.js';
import { drawMark, said } from './art.js';

const LEAST = 44;
const LARGEST = 52;
const STRETCH = 1.3;
const REACH = 6;

// ---------------------------------------------------------------- columns: the part of a pad that one player writes

const columnOf = (id) => (/^([a-z]\d+)\./.exec(id) || ['', ''])[1];

export function columnsOf(layout) {
  const found = [...new Set(layout.fields.map((field) => columnOf(field.id)).filter(Boolean))];
  return found.length > 1 ? found : [];
}

// Down a column before the next one, as one adds up; a single row of boxes from left to right.
export function inOrder(layout, column) {
  return layout.fields.filter((field) => !column || !columnOf(field.id) || columnOf(field.id) === column);
}

const round = (id) => (/\.r(\d+)\./.exec(id) || ['', ''])[1];

// Labels of a table are "column: row"; the column is left out where only one is shown.
export function nameOf(layout, field, column) {
  const [, head, row] = /^([^:]*): (.*)$/.exec(field.label) || [];
  if (row === undefined) return field.label;
  const alone = (column && columnOf(field.id)) || !/\d/.test(head) || head.includes('{');
  const said = alone ? row : `${row}, ${head}`;
  return round(field.id) && !/\d/.test(said) ? `${t('common.round', { n: round(field.id) })}, ${said}` : said;
}

// ---------------------------------------------------------------- which parts of the artwork are shown, and how large

function bounds(fields) {
  const [x, y] = [Math.min(...fields.map((one) => one.x)), Math.min(...fields.map((one) => one.y))];
  const right = Math.max(...fields.map((one) => one.x + one.w));
  return { x, y, w: right - x, h: Math.max(...fields.map((one) => one.y + one.h)) - y };
}

// A heading printed close above a block is shown with it.
function top(layout, block) {
  let y = block.y - 0.1;
  for (const text of document.querySelectorAll(`#${layout.art} text[font-weight]`)) {
    const [x, base, size] = ['x', 'y', 'font-size'].map((name) => Number(text.getAttribute(name)));
    const above = base < block.y && base > block.y - 10;
    const inside = x >= block.x - 1 && x + text.textContent.length * size * 0.5 < block.x + block.w + 3;
    if (above && inside) y = Math.min(y, base - size);
  }
  const over = layout.blocks.filter((one) => one.y < block.y && one.x < block.x + block.w && block.x < one.x + one.w);
  return Math.max(y, ...over.map((one) => Math.min(one.y + one.h, block.y - 0.1)));
}

function partsOf(layout, block, fields) {
  const all = layout.fields.filter((one) => one.block === block.id);
  const y = fields.length === all.length ? top(layout, block) : block.y - 0.1;
  const tall = { y, h: block.y + block.h + 0.6 - y };
  if (fields.length === all.length) return [{ x: block.x - 0.6, w: block.w + 1.2, ...tall }];
  const [own, every] = [bounds(fields), bounds(all)];
  const labels = { x: block.x, w: every.x - block.x - 0.6, ...tall };
  const part = { x: own.x - 0.6, w: own.w + 1.2, ...tall };
  return labels.w > 4 ? [labels, part] : [part];
}

// Free paper around a box belongs to its button, half of it where a neighbour is.
function reachOf(field, fields) {
  let [across, down] = [REACH, REACH];
  for (const one of fields) {
    if (one === field) continue;
    const dx = Math.max(one.x - field.x - field.w, field.x - one.x - one.w);
    const dy = Math.max(one.y - field.y - field.h, field.y - one.y - one.h);
    if (dy < 2 * REACH && dx < 2 * REACH) {
      if (dx >= dy) across = Math.min(across, Math.max(dx, 0) / 2);
      else down = Math.min(down, Math.max(dy, 0) / 2);
    }
  }
  return { across, down };
}

// Across and down: artwork may be a little higher than on paper before a card has to scroll sideways.
function scaleOf(parts, fields, reach, room) {
  const wide = parts.reduce((sum, part) => sum + part.w, 0);
  const largest = LARGEST / Math.min(...fields.map((one) => Math.min(one.w, one.h)));
  const across = LEAST / Math.min(...fields.map((one) => one.w + 2 * reach.get(one).across));
  const down = LEAST / Math.min(...fields.map((one) => one.h + 2 * reach.get(one).down));
  const x = Math.max(Math.min(room / wide, largest), across, down / STRETCH);
  return { x, y: Math.max(x, down) };
}

// ---------------------------------------------------------------- cards

const px = (value) => `${value.toFixed(1)}px`;
const rect = (left, top, width, height) => ({ left: px(left), top: px(top), width: px(width), height: px(height) });

function button(field, part, scale, reach, act) {
  const { down } = reach.get(field);
  const [left, right] = [part.left + (field.x - part.x) * scale.x, (part.x + part.w - field.x - field.w) * scale.x];
  const [before, after] = [left, right].map((room) => Math.min(room, reach.get(field).across * scale.x));
  const wide = field.w * scale.x;
  const drawing = s('svg', { viewBox: `${field.x} ${field.y} ${field.w} ${field.h}`, 'aria-hidden': 'true', style: rect(before, down * scale.y, wide, field.h * scale.y) });
  const press = act && ((event) => act(field, event));
  return h(act ? 'button' : 'div', {
    class: field.round ? 'box round' : 'box', type: act && 'button', role: act ? null : 'img', 'data-key': field.id, ...(act && { onclick: press, onkeydown: press }),
    style: rect(left - before, (field.y - down - part.y) * scale.y, wide + before + after, (field.h + 2 * down) * scale.y),
  }, drawing);
}

// act(field, event) makes buttons of the fields that may(field) is true for; others are only shown.
export function cardOf(layout, block, { column, room, may, act }) {
  const fields = inOrder(layout, column).filter((field) => field.block === block.id);
  if (!fields.length) return null;
  const reach = new Map(fields.map((field) => [field, reachOf(field, fields)]));
  const parts = partsOf(layout, block, fields);
  const scale = scaleOf(parts, fields, reach, room);
  const [last] = parts.slice(-1);
  last.left = parts.length > 1 ? parts[0].w * scale.x : 0;
  const [wide, high] = [last.left + last.w * scale.x, last.h * scale.y];
  const views = parts.map((part) => s('svg', {
    viewBox: `${part.x} ${part.y} ${part.w} ${part.h}`, width: part.w * scale.x, height: high, preserveAspectRatio: 'none', 'aria-hidden': 'true',
  }, s('use', { href: `#${layout.art}` })));
  const boxes = new Map(fields.map((field) => [field.id, button(field, last, scale, reach, may(field) && act)]));
  // Buttons reach beyond the crop; the card makes room for them.
  const over = Math.max(0, ...fields.map((field) => reach.get(field).down - (last.y + last.h - field.y - field.h))) * scale.y;
  const art = h('div', { class: 'cut-art', style: { width: `${wide}px`, height: `${high + over}px` } }, ...views, ...boxes.values());
  const bare = block.w < bounds(fields).w + 3;
  const caption = bare && fields.length < 3 && !column ? h('p', { class: 'small muted' }, [...new Set(fields.map((one) => nameOf(layout, one)))].join(' · ')) : null;
  const scroll = h('div', { class: 'cut-scroll', tabindex: wide > room ? 0 : null, 'aria-label': wide > room ? block.id : null, role: wide > room ? 'group' : null }, art);
  return { card: h('div', { class: 'cut on-paper', 'data-block': block.id }, caption, scroll), boxes };
}

// What a button shows and says: the mark, else faintly what the rules make it, and a badge where both differ.
export function show(layout, field, box, { value, hint, column }) {
  const blank = value === undefined || value === null || value === '';
  const differs = !blank && hint !== undefined && String(hint) !== String(value);
  const mark = drawMark(layout, field, blank ? hint : value);
  box.firstChild.replaceChildren(...(mark ? [mark] : []));
  box.classList.toggle('due', blank && Boolean(mark));
  box.querySelector('.differs')?.remove();
  if (differs) box.append(h('span', { class: 'differs', 'aria-hidden': 'true' }, `≠ ${said(field, hint)}`));
  const parts = [nameOf(layout, field, column), blank ? t('common.empty') : said(field, value)];
  if (hint !== undefined && (blank || differs)) parts.push(t('paper.rules-say', { value: said(field, hint) }));
  box.setAttribute('aria-label', parts.join(': '));
}
