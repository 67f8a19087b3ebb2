// The sheets as pictures, as large as their place allows, and what is new on them.

import { h, t } from './core.js';

// A game whose sheets have no house shows whole sheets; the first picture that fails tells.
let cropped = true;

const whole = (person) => person.sheet || '';
const source = (person) => (cropped && person.sheet ? `${person.sheet}${person.sheet.includes('?') ? '&' : '?'}block=house` : whole(person));

export const isHouse = () => cropped;

export function showSheet(image, person) {
  const from = source(person);
  if (!from || image.dataset.from === from) return image;
  image.dataset.from = from;
  image.onerror = () => {
    cropped = false;
    image.onerror = null;
    image.src = whole(person);
  };
  image.src = from;
  return image;
}

export const sheetImage = (person) =>
  showSheet(h('img', { class: 'sheet', alt: t('screen.sheet-of', { name: person.name }) }), person);

function fit(cell, frame, image) {
  const ratio = image.naturalWidth / image.naturalHeight || 1;
  const width = Math.min(cell.clientWidth, cell.clientHeight * ratio);
  frame.style.width = `${width}px`;
  frame.style.height = `${width / ratio}px`;
}

// A picture on paper that keeps its shape, in a cell that has any.
export function framed(image, kind = '') {
  const frame = h('div', { class: `frame on-paper ${kind}` }, image);
  const cell = h('div', { class: 'cell' }, frame);
  const again = () => fit(cell, frame, image);
  image.addEventListener('load', again);
  new ResizeObserver(again).observe(cell);
  return { cell, frame };
}

export const photoImage = (person) =>
  h('img', { class: 'photo', src: person.photo, alt: t('screen.photo-of', { name: person.name }) });

// ---------------------------------------------------------------- what is new, found by comparing two pictures

const WIDE = 72;
const kept = new Map();

export function keepPictures(state) {
  for (const person of state.people) if (person.sheet) news(person);
}

// Where a sheet differs from the picture of it that was seen before: boxes in parts of its width and height.
export async function news(person) {
  const from = source(person);
  const old = kept.get(person.seat);
  if (old && old.from === from) return old.boxes;
  const image = new Image();
  image.src = from;
  const boxes = image.decode().then(() => (old ? compare(old.image, image) : []), () => []);
  kept.set(person.seat, { from, image, boxes });
  return boxes;
}

function pixels(image, width, height) {
  const canvas = h('canvas', { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height).data;
}

function compare(old, image) {
  if (!old.complete || !old.naturalWidth) return [];
  const height = Math.round((WIDE * image.naturalHeight) / image.naturalWidth);
  const [a, b] = [pixels(old, WIDE, height), pixels(image, WIDE, height)];
  const changed = new Set();
  for (let n = 0; n < WIDE * height; n += 1) {
    const by = Math.abs(a[4 * n] - b[4 * n]) + Math.abs(a[4 * n + 1] - b[4 * n + 1]) + Math.abs(a[4 * n + 2] - b[4 * n + 2]);
    if (by > 70) changed.add(n);
  }
  const boxes = [];
  for (const n of changed) boxes.push(grow(n, changed, height));
  return boxes.filter((box) => box.width > 0.02 || box.height > 0.02).slice(0, 6);
}

// Everything changed within three pixels of each other is one new thing.
function grow(first, changed, height) {
  const box = { left: WIDE, right: 0, top: height, bottom: 0 };
  const open = [first];
  changed.delete(first);
  while (open.length) {
    const n = open.pop();
    const [x, y] = [n % WIDE, Math.floor(n / WIDE)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    for (let dy = -3; dy <= 3; dy += 1) {
      for (let dx = -3; dx <= 3; dx += 1) {
        if (x + dx >= 0 && x + dx < WIDE && changed.delete(n + dy * WIDE + dx)) open.push(n + dy * WIDE + dx);
      }
    }
  }
  return {
    left: box.left / WIDE, top: box.top / height,
    width: (box.right - box.left) / WIDE, height: (box.bottom - box.top) / height,
  };
}
