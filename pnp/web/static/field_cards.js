// A sheet cut for the thumb: each block of fields as a card of artwork with a button over every field.
import { h, s, t } from './elements.js';
import { drawMark, said } from './sheet_art.js';

// Pixels: what a thumb needs, and what is large enough. Then how much higher than on paper artwork may be drawn before
// a card scrolls sideways, and how many millimetres of free paper around a box belong to its button.
const [LEAST, LARGEST, STRETCH, REACH] = [44, 52, 1.3, 6];
// Millimetres: the head of a sheet has its title. Pixels to a millimetre: what can just be read.
const [HEAD, LEGIBLE] = [19, 2.3];

// ---------------------------------------------------------------- columns: the part of a pad that one player writes

export function columnsOf(layout) {
  const found = [...new Set(layout.fields.map((field) => field.column).filter(Boolean))];
  return found.length > 1 ? found : [];
}

export const fieldsOf = (layout, column) => layout.fields.filter((field) => !column || !field.column || field.column === column);
export const nameOf = (field, column) => (column ? field.short : field.label);

// ---------------------------------------------------------------- which parts of the artwork are shown, and how large

// A heading printed close above a block is shown with it, the title of the sheet is not.
function top(layout, block) {
  let y = block.y - 0.1;
  for (const text of document.querySelectorAll(`#${layout.art} text[font-weight]`)) {
    const [x, base, size] = ['x', 'y', 'font-size'].map((name) => Number(text.getAttribute(name)));
    const inside = x >= block.x - 1 && x + text.textContent.length * size * 0.5 < block.x + block.w + 3;
    if (inside && base > HEAD && base < block.y && base > block.y - 10) y = Math.min(y, base - size);
  }
  const over = layout.blocks.filter((one) => one.y < block.y && one.x < block.x + block.w && block.x < one.x + one.w);
  return Math.max(y, ...over.map((one) => Math.min(one.y + one.h + 0.3, block.y - 0.1)));
}

const leftOf = (fields) => Math.min(...fields.map((one) => one.x));
const rightOf = (fields) => Math.max(...fields.map((one) => one.x + one.w));

// What lies close below a block does not show under it.
function foot(layout, block) {
  const end = block.y + block.h;
  const under = layout.blocks.filter((one) => one.y >= end - 0.1 && one.x < block.x + block.w && block.x < one.x + one.w);
  return Math.min(end + 0.5, ...under.map((one) => Math.max(one.y - 0.3, end + 0.1)));
}

function partsOf(layout, block, fields) {
  const all = layout.fields.filter((one) => one.block === block.id);
  const whole = fields.length === all.length;
  const y = whole ? top(layout, block) : block.y - 0.1;
  const part = (x, right) => ({ x, w: right - x, y, h: foot(layout, block) - y });
  if (whole) return [part(block.x - 0.5, block.x + block.w + 0.5)];
  const own = part(leftOf(fields) - 0.5, rightOf(fields) + 0.2);
  return leftOf(all) - block.x > 4 ? [part(block.x, leftOf(all) - 0.5), own] : [own];
}

function reachOf(field, fields, parts) {
  const reach = { across: REACH, down: REACH };
  for (const one of fields) {
    const dx = Math.max(one.x - field.x - field.w, field.x - one.x - one.w);
    const dy = Math.max(one.y - field.y - field.h, field.y - one.y - one.h);
    const side = dx >= dy ? 'across' : 'down';
    if (one !== field && Math.max(dx, dy) < 2 * REACH) reach[side] = Math.min(reach[side], Math.max(dx, dy, 0) / 2);
  }
  const { x, w } = parts[parts.length - 1];
  const before = parts.length > 1 ? reach.across : Math.min(reach.across, field.x - x);
  return { before, after: Math.min(reach.across, x + w - field.x - field.w), down: reach.down };
}

function scaleOf(parts, fields, reach, { room, act }) {
  const [wide, small] = [parts.reduce((sum, part) => sum + part.w, 0), Math.min(...fields.map((one) => Math.min(one.w, one.h)))];
  const fit = Math.min(room / wide, (act ? LARGEST : LEAST / 1.4) / small);
  if (!act) return { x: Math.max(fit, LEGIBLE), y: Math.max(fit, LEGIBLE) };
  const across = LEAST / Math.min(...fields.map((one) => one.w + reach.get(one).before + reach.get(one).after));
  const down = LEAST / Math.min(...fields.map((one) => one.h + 2 * reach.get(one).down));
  const x = Math.max(fit, across, down / STRETCH);
  return { x, y: Math.max(x, down) };
}

// ---------------------------------------------------------------- cards

const place = (...sides) => Object.fromEntries(['left', 'top', 'width', 'height'].map((name, at) => [name, `${sides[at].toFixed(1)}px`]));

function boxOf(field, part, scale, { before, after, down }, act) {
  const inner = place(before * scale.x, down * scale.y, field.w * scale.x, field.h * scale.y);
  const drawing = s('svg', { viewBox: `${field.x} ${field.y} ${field.w} ${field.h}`, 'aria-hidden': 'true', style: inner });
  const press = (event) => act(field, event);
  return h(act ? 'button' : 'div', {
    class: field.round ? 'box round' : 'box', 'data-key': field.id, ...(act ? { type: 'button', onclick: press, onkeydown: press } : { role: 'img' }),
    style: place(part.left + (field.x - before - part.x) * scale.x, (field.y - down - part.y) * scale.y,
      (field.w + before + after) * scale.x, (field.h + 2 * down) * scale.y),
  }, drawing);
}

// `look` has the column, the room in pixels, and act(field, event) for the buttons of the fields that may(field) allows.
export function cardOf(layout, block, look) {
  const fields = fieldsOf(layout, look.column).filter((field) => field.block === block.id);
  if (!fields.length) return null;
  const parts = partsOf(layout, block, fields);
  const reach = new Map(fields.map((field) => [field, reachOf(field, fields, parts)]));
  const scale = scaleOf(parts, fields, reach, look);
  const [last] = parts.slice(-1);
  last.left = parts.length > 1 ? parts[0].w * scale.x : 0;
  const [wide, high] = [last.left + last.w * scale.x, last.h * scale.y];
  const views = parts.map((part) => s('svg', {
    viewBox: `${part.x} ${part.y} ${part.w} ${part.h}`, width: part.w * scale.x, height: high, preserveAspectRatio: 'none', 'aria-hidden': 'true',
  }, s('use', { href: `#${layout.art}` })));
  const boxes = new Map(fields.map((field) => [field.id, boxOf(field, last, scale, reach.get(field), look.may(field) && look.act)]));
  // Buttons reach beyond the crop; the card makes room for them.
  const over = look.act ? Math.max(0, ...fields.map((one) => reach.get(one).down - last.y - last.h + one.y + one.h)) : 0;
  const art = h('div', { class: 'cut-art', style: { width: `${wide}px`, height: `${high + over * scale.y}px` } }, ...views, ...boxes.values());
  const bare = block.names.length < 3 && block.w < rightOf(fields) - leftOf(fields) + 3 && block.y - last.y < 1 && !fields[0].column;
  const caption = bare ? h('p', { class: 'small muted' }, block.names.join(' · ')) : null;
  return { boxes, card: h('div', { class: 'cut on-paper' }, caption, h('div', { class: 'cut-scroll' }, art)) };
}

// What a box shows and says: the mark, else faintly what the rules make it, and a badge where both differ.
export function show(layout, field, box, { value, hint, column }) {
  const blank = value === undefined || value === null || value === '';
  const differs = !blank && hint !== undefined && String(hint) !== String(value);
  const mark = drawMark(layout, field, blank ? hint : value);
  box.classList.toggle('due', blank && Boolean(mark));
  box.firstChild.replaceChildren(...(mark ? [mark] : []));
  box.replaceChildren(box.firstChild, ...(differs ? [h('span', { class: 'differs', 'aria-hidden': 'true', style: { top: box.firstChild.style.top } }, `≠ ${said(field, hint)}`)] : []));
  const parts = [nameOf(field, column), said(field, blank ? null : value)];
  if (hint !== undefined && (blank || differs)) parts.push(t('paper.rules-say', { value: said(field, hint) }));
  box.setAttribute('aria-label', parts.join(': '));
}
