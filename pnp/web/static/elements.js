// Elements, words, dice, and what is told to the people in front of a page.

export const page = JSON.parse(document.getElementById('page').textContent);

// ---- sentences: {name}, {n:form|forms}, {fact:?one|other}, [left out where {a fact} is missing]

const SLOT = /\{(\w+)(?::(\??)([^{}]*))?\}/g;
const counted = new Intl.PluralRules(page.language);
const KINDS = ['one', 'few', 'many', 'other'].filter((kind) => counted.resolvedOptions().pluralCategories.includes(kind));
const lacks = (value) => value === undefined || value === null || value === false || value === '';

function slot(values, all, name, holds, forms) {
  if (forms === undefined) return name in values ? String(values[name]) : all;
  const words = forms.split('|');
  if (holds) return words[values[name] ? 0 : 1];
  return words[Math.min(KINDS.indexOf(counted.select(Math.abs(Number(values[name])))), words.length - 1)];
}

export function t(key, values = {}) {
  const whole = (page.strings[key] ?? key).replace(/\[([^[\]]*)\]/g,
    (_, part) => ([...part.matchAll(SLOT)].some(([, name]) => lacks(values[name])) ? '' : part));
  return whole.replace(SLOT, (...found) => slot(values, ...found));
}

// What a game calls a kind of action, the job of a die or a bonus; what it has no word for stands for itself.
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const termOf = (terms, table, name) => capital(terms[`${table}.${name}`] || name);

// A number that nobody knows is a dash.
export const signed = (number) => String(number ?? '\u2013').replace('-', '\u2212');

// ---- elements

const SVG = 'http://www.w3.org/2000/svg';
const missing = (one) => one === null || one === undefined || one === false;
// Letters that the display face lacks: a word in two faces is ugly.
const LACKS = /(?![ıŁłŒœŠšŸŽžƒ])[\u0100-\u024f]/;
const solid = (children) => children.flat().filter((one) => !missing(one));

function build(element, attrs, children) {
  for (const [name, value] of Object.entries(attrs || {})) {
    if (missing(value)) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.assign(element.style, value);
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : value);
  }
  const inside = solid(children);
  if (inside.some((one) => typeof one === 'string' && LACKS.test(one))) element.classList.add('one-face');
  element.append(...inside);
  return element;
}

export const h = (tag, attrs, ...children) => build(document.createElement(tag), attrs, children);
export const s = (tag, attrs, ...children) => build(document.createElementNS(SVG, tag), attrs, children);

// A button with a name that the focus finds again when it is made anew.
export const tap = (key, look, act, ...children) =>
  h('button', { type: 'button', 'data-key': key, onclick: act, ...(typeof look === 'string' ? { class: look } : look) }, ...children);

const nameOf = (element) => element.id || element.dataset.key;
const called = (root, name) => [...root.querySelectorAll('[id],[data-key]')].find((one) => nameOf(one) === name);

export function fill(element, ...children) {
  const old = element.contains(document.activeElement) ? document.activeElement : null;
  const name = old && old !== element ? nameOf(old) : null;
  const typed = old && 'selectionStart' in old ? [old.value, old.selectionStart, old.selectionEnd] : null;
  element.replaceChildren(...solid(children));
  const back = name && (old.isConnected ? old : called(element, name));
  if (!back || document.activeElement === back) return element;
  if (typed && back !== old && 'value' in back) back.value = typed[0];
  back.focus({ preventScroll: true });
  if (typed && typed[1] !== null && back.setSelectionRange) back.setSelectionRange(typed[1], typed[2]);
  return element;
}

// A style that only some moments need, fetched when it is first wanted.
export function style(name) {
  const href = `/static/${name}.css`;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
}

// ---- telling

// Behind an open dialog nothing is seen or heard, so it is told inside.
function region(id, look) {
  const parent = document.querySelector('dialog[open]') || document.body;
  const place = document.getElementById(id) || h('div', { id, class: look, role: 'status' });
  if (place.parentNode !== parent) parent.append(place);
  return place;
}

// It goes with the next tap, but not before somebody can have read it; what is about one tap goes with the next at once.
export function toast(text, kind = '', grace = 1500) {
  const place = region('toasts', 'toasts');
  if ([...place.children].some((one) => one.textContent === text)) return;
  const one = h('div', { class: `toast ${kind}` }, text);
  const away = () => one.remove();
  place.append(one);
  while (place.children.length > 2) place.firstChild.remove();
  setTimeout(away, 4000 + text.length * 50);
  setTimeout(() => addEventListener('pointerdown', away, { once: true }), grace);
}

export function announce(text) {
  const place = region('announced', 'sr');
  if (place.textContent !== text) place.textContent = text;
}

// ---- dice

const PIPS = { 1: 'e', 2: 'ai', 3: 'aei', 4: 'acgi', 5: 'acegi', 6: 'acdfgi' };

const dark = (color) => [1, 3, 5].reduce((sum, at, n) => sum + parseInt(color.slice(at, at + 2), 16) * [0.3, 0.59, 0.11][n], 0) < 130;

// A die may have a colour, and a picture on its face, so many times.
function pictured(svg, picture, times) {
  svg.append(s('image', { href: picture, x: times ? 14 : 20, y: times ? 14 : 20, width: 60, height: 60 }));
  if (times) svg.append(s('text', { x: 74, y: 86, 'text-anchor': 'middle', 'font-size': 34 }, `\u00d7${times}`));
  return svg;
}

export function dieFace(face, { size = 48, label = '', color = '', picture = '', times = '' } = {}) {
  const seen = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
  const svg = s('svg', { class: `die${color && dark(color) ? ' dark' : ''}`, viewBox: '0 0 100 100', width: size, height: size, ...seen },
    s('rect', { x: 5, y: 5, width: 90, height: 90, rx: 20, style: color ? { fill: color } : {} }));
  if (picture) return pictured(svg, picture, times);
  const pips = PIPS[face];
  if (!pips) {
    const long = Math.min(46, 130 / Math.max(String(face).length, 1));
    svg.append(s('text', { x: 50, y: 50 + long * 0.36, 'text-anchor': 'middle', 'font-size': long }, String(face)));
  }
  for (const pip of pips || '') {
    const at = 'abcdefghi'.indexOf(pip);
    svg.append(s('circle', { cx: 26 + (at % 3) * 24, cy: 26 + Math.floor(at / 3) * 24, r: 9.5 }));
  }
  return svg;
}

// Dice that differ have their names below.
export const namedDie = (face, name, size, look = {}) => h('span', { class: 'die-named' }, dieFace(face, { size, label: [name, face].join(' ').trim(), ...look }),
  name ? h('span', { class: 'small muted', 'aria-hidden': 'true' }, name) : null);
