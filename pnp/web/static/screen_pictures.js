// The sheets as pictures, as large as their place allows, and what is new on them.

import { get, h, t } from './core.js';

// A game whose sheets have no house shows whole sheets; the first picture that is not there tells.
let house = true;
// A pad that all share is shown once.
export const oneForAll = (people) => new Set(people.map((person) => person.sheet.split('?')[1])).size < 2;
const source = (person) => (house ? `${person.sheet}&block=house` : person.sheet);

export function showSheet(image, person) {
  const from = source(person);
  if (image.from === from) return image;
  image.from = from;
  image.onerror = async () => {
    image.from = '';
    house = house && (await get(from)).status !== 404;
    if (!house && from !== person.sheet) showSheet(image, person);
  };
  image.src = from;
  return image;
}

export const sheetImage = (person) => showSheet(h('img', { alt: t('screen.sheet-of', { name: person.name }) }), person);
export const photoImage = (person) => h('img', { src: person.photo, alt: t('screen.photo-of', { name: person.name }) });

// A picture on paper that keeps its shape, in a cell that has any.
export function framed(image, kind = '') {
  const frame = h('div', { class: `frame on-paper ${kind}` }, image);
  const cell = h('div', { class: 'cell' }, frame);
  const fit = () => {
    const ratio = image.naturalWidth / image.naturalHeight || 1;
    const width = Math.min(cell.clientWidth, cell.clientHeight * ratio);
    Object.assign(frame.style, { width: `${width}px`, height: `${width / ratio}px` });
  };
  image.addEventListener('load', fit);
  new ResizeObserver(fit).observe(cell);
  return { cell, frame };
}

const WIDE = 72;
const NEAR = 5;
const kept = new Map();

// Where a sheet differs from the picture of it that was seen before: left, top, right, bottom in parts of its size.
export function news(person) {
  const from = source(person);
  const old = kept.get(person.seat);
  if (old && old.from === from) return old.boxes;
  const image = new Image();
  image.src = from;
  const boxes = image.decode().then(() => (old && old.image.naturalWidth ? compare(old.image, image) : [])).catch(() => []);
  kept.set(person.seat, { from, image, boxes });
  return boxes;
}

function pixels(image, width, height) {
  const pen = h('canvas', { width, height }).getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height).data;
}

// Pixels that differ, those near each other in one box.
function compare(old, image) {
  const height = Math.round((WIDE * image.naturalHeight) / image.naturalWidth);
  const [a, b] = [pixels(old, WIDE, height), pixels(image, WIDE, height)];
  const boxes = [];
  for (let n = 0; n < a.length; n += 1) {
    if (Math.abs(a[n] - b[n]) > 30) extend(boxes, (n >> 2) % WIDE, Math.floor((n >> 2) / WIDE));
  }
  return boxes.slice(0, 6).map((box) => box.map((part, n) => part / (n % 2 ? height : WIDE)));
}

function extend(boxes, x, y) {
  const box = boxes.find((one) => x >= one[0] - NEAR && x < one[2] + NEAR && y < one[3] + NEAR);
  if (!box) boxes.push([x, y, x + 1, y + 1]);
  else box.splice(0, 4, Math.min(box[0], x), box[1], Math.max(box[2], x + 1), y + 1);
}
