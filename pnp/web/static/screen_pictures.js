// The sheets as pictures, as large as their place allows.

import { h, t } from './elements.js';

// A pad that all share is shown once.
export const oneForAll = (people) => new Set(people.map((person) => person.sheet.split('?')[1])).size < 2;

export function showSheet(image, { picture }) {
  if (image.from === picture) return image;
  image.from = picture;
  image.onerror = () => { image.from = ''; };
  image.src = picture;
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
