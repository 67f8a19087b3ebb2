// Entering a paper sheet by tapping it: every block with boxes as a card, a pad below, the count of it all in the end.
import { fill, h, page, send, t, toast } from './core.js';
import { loadArt, said } from './art.js';
import { cardOf, columnsOf, inOrder, nameOf, show } from './cut.js';
import { Pad } from './pad.js';

const PAINTED = 12;
const still = matchMedia('(prefers-reduced-motion: reduce)');

class Paper {
  constructor(root, options) {
    Object.assign(this, { root, options: {}, changes: {}, flying: [], boxes: new Map(), column: null, current: null });
    this.bar = h('div', { class: 'row' });
    this.cards = h('div', { class: 'cuts' });
    this.sum = h('div', {});
    this.pad = new Pad({ set: (field, value) => this.write(field, value), step: (by) => this.step(by), done: () => this.select(null) });
    fill(root, h('div', { class: 'stack paper-entry' }, this.bar, this.cards, this.sum, this.pad.element));
    addEventListener('pagehide', () => this.flush());
    addEventListener('resize', () => this.layout && root.clientWidth !== this.room && this.cut());
    this.update(options);
  }

  async update(options) {
    const before = this.options;
    this.options = { ...before, ...options };
    const { layout, sheet, readOnly } = this.options;
    const fresh = layout !== before.layout || sheet !== before.sheet || readOnly !== before.readOnly;
    if (fresh && this.layout) this.flush(before);
    if (fresh) {
      this.pad.close();
      this.layout = null;
      const loaded = await loadArt(layout);
      if (this.options.layout !== layout) return;
      this.layout = loaded;
      this.columns = this.mine(loaded);
      if (!this.columns.includes(this.column)) this.column = this.columns[0] || null;
      this.cut();
    } else if (this.layout) this.draw();
  }

  // ---------------------------------------------------------------- what stands where

  writable(field) {
    const { writes, readOnly } = this.options;
    return !readOnly && (!writes || !writes.length || writes.some((start) => field.id.startsWith(start)));
  }

  mine(layout) {
    const { writes, names, seat } = this.options;
    const all = columnsOf(layout).slice(0, layout.owner === 'table' && names ? names.length : 99);
    const own = all.filter((column) => !writes || !writes.length || writes.some((start) => start.startsWith(`${column}.`) || !start));
    return own.length ? own : typeof seat === 'number' ? all.slice(seat, seat + 1) : all;
  }

  value(id) {
    const held = Object.assign({}, ...this.flying, this.changes);
    const { paper, marks, readOnly } = this.options;
    return id in held ? held[id] : (paper || {})[id] ?? (readOnly ? (marks || {})[id] : undefined);
  }

  hint(id) {
    const { due, marks, readOnly } = this.options;
    return (due || {})[id] ?? (readOnly ? undefined : (marks || {})[id]);
  }

  hinted(wanted) {
    return this.layout.fields.filter((field) => {
      const [value, hint] = [this.value(field.id), this.hint(field.id)];
      return this.boxes.has(field.id) && this.writable(field) && hint !== undefined && wanted(value ?? null, hint);
    });
  }

  // ---------------------------------------------------------------- drawing

  cut() {
    this.room = this.root.clientWidth;
    this.boxes.clear();
    const act = (field, event) => (event.type === 'keydown' ? this.key(field, event) : this.tap(field));
    const look = { column: this.column, room: this.room - 10, may: (field) => this.writable(field), act };
    // Of a pad that others write on, only what they have written is shown.
    const told = (block) => this.layout.fields.some((one) => one.block === block.id && (this.options.readOnly || this.writable(one) || this.value(one.id) !== undefined));
    const made = this.layout.blocks.filter(told).map((block) => cardOf(this.layout, block, look)).filter(Boolean);
    for (const { boxes } of made) for (const [id, box] of boxes) this.boxes.set(id, box);
    fill(this.cards, ...made.map(({ card }) => card));
    this.draw();
    if (this.current) this.select(this.layout.byId.get(this.current.id));
  }

  draw() {
    for (const [id, box] of this.boxes) this.redraw(this.layout.byId.get(id), box);
    this.head();
    fill(this.sum, this.counted());
  }

  redraw(field, box = this.boxes.get(field.id)) {
    if (box) show(this.layout, field, box, { value: this.value(field.id), hint: this.hint(field.id), column: this.column });
  }

  head() {
    const { names, sheet } = this.options;
    const title = (column) => (this.layout.owner === 'table' && names && names[column.slice(1) - 1]) || t('paper.column', { n: column.slice(1) });
    const chips = this.columns.length < 2 ? [] : this.columns.map((column) => h('button', {
      type: 'button', class: 'chip', 'aria-pressed': String(column === this.column), 'data-key': `column ${sheet} ${column}`,
      onclick: () => { this.pad.close(); this.column = column; this.cut(); },
    }, title(column)));
    const empty = this.hinted((value) => value === null);
    const take = empty.length ? h('button', { type: 'button', class: 'button', 'data-key': 'take all', onclick: () => this.takeAll(empty) }, t('paper.fill-in', { n: empty.length })) : null;
    fill(this.bar, ...chips, take);
  }

  takeAll(fields) {
    for (const field of fields) this.write(field, this.hint(field.id));
    this.head();
  }

  // ---------------------------------------------------------------- writing

  write(field, value) {
    this.changes[field.id] = value;
    this.redraw(field);
    if (this.painting(field)) this.boxes.get(field.id).classList.remove('now');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 300);
  }

  async flush(options = this.options) {
    clearTimeout(this.timer);
    const marks = this.changes;
    if (!Object.keys(marks).length) return;
    this.changes = {};
    this.flying.push(marks);
    const { sheet, onChange, base = page.base } = options;
    const answer = await (onChange ? onChange(marks) : send(`${base}/paper`, { sheet, marks }));
    this.flying = this.flying.filter((one) => one !== marks);
    if (answer && !answer.ok) toast(answer.message || answer.code, 'bad');
    if (onChange) this.options.paper = { ...this.options.paper, ...marks };
    if (this.layout) this.draw();
  }

  tap(field) {
    const value = this.value(field.id);
    if (field.kind === 'cross') this.write(field, value ? null : true);
    else if (field.kind === 'tally') this.write(field, ((Number(value) || 0) + 1) % ((field.most || 2) + 1) || null);
    else if (this.painting(field) && this.pad.open && this.current.block === field.block && this.pad.brush !== null) {
      this.write(field, value === this.pad.brush ? null : this.pad.brush || null);
    } else this.select(field);
  }

  key(field, event) {
    if (field.kind !== 'number' || this.current === field || event.ctrlKey || !/^[0-9-]$/.test(event.key)) return;
    this.select(field);
  }

  painting(field) {
    return field.kind === 'choice' && this.layout.fields.filter((one) => one.block === field.block).length >= PAINTED;
  }

  // ---------------------------------------------------------------- the box that is filled in

  select(field) {
    if (this.current) this.boxes.get(this.current.id)?.classList.remove('now');
    this.current = field;
    this.root.style.paddingBottom = '';
    if (!field) return;
    const paint = this.painting(field);
    const same = this.layout.fields.filter((one) => one.block === field.block);
    this.pad.edit(this.layout, field, {
      name: nameOf(this.layout, field, this.column), value: this.value(field.id), hint: this.hint(field.id), paint,
      options: paint ? [...new Set(same.flatMap((one) => one.choices))] : field.choices || [],
    });
    this.boxes.get(field.id)?.classList.toggle('now', !paint || this.pad.brush === null);
    this.root.style.paddingBottom = `${this.pad.element.offsetHeight}px`;
    this.reveal(field.id);
  }

  reveal(id) {
    const box = this.boxes.get(id);
    if (!box) return;
    const [spot, floor] = [box.getBoundingClientRect(), this.pad.open ? this.pad.element.getBoundingClientRect().top : innerHeight];
    const behavior = still.matches ? 'auto' : 'smooth';
    if (spot.top < 70 || spot.bottom > floor - 12) scrollBy({ top: (spot.top + spot.bottom - floor - 60) / 2, behavior });
    const scroll = box.closest('.cut-scroll');
    scroll.scrollBy({ left: spot.left + spot.width / 2 - scroll.getBoundingClientRect().left - scroll.clientWidth / 2, behavior });
  }

  step(by) {
    const path = inOrder(this.layout, this.column).filter((one) => this.writable(one) && ['number', 'choice', 'text'].includes(one.kind) && !this.painting(one));
    const next = path[path.indexOf(this.current) + by];
    if (!next) return this.pad.close();
    if (!this.pad.element.contains(document.activeElement)) this.boxes.get(next.id)?.focus({ preventScroll: true });
    this.select(next);
  }

  // ---------------------------------------------------------------- what it comes to

  counted() {
    const { counted, problems = (counted || {}).problems || [] } = this.options;
    const differ = this.hinted((value, hint) => value !== null && String(value) !== String(hint));
    if (!counted && !problems.length && !differ.length) return null;
    const { total, lines = [], notes = [] } = counted || {};
    return h('section', { class: 'card stack', 'aria-label': t('paper.count') },
      counted && h('div', { class: 'row between' }, h('h2', {}, t('paper.count')), h('strong', { class: 'number paper-total' }, t('common.points', { n: total ?? '–' }))),
      problems.length ? h('ul', { class: 'bare stack tight' }, ...problems.map((one) => this.problem(one))) : null,
      differ.length ? h('ul', { class: 'bare stack tight' }, ...differ.map((field) => this.difference(field))) : null,
      lines.length ? h('dl', { class: 'paper-lines' }, ...lines.map((line) => h('div', {},
        h('dt', {}, line.name), h('dd', { class: 'muted small' }, line.why || ''), h('dd', { class: 'number' }, String(line.points))))) : null,
      ...notes.map((note) => h('p', { class: 'small muted' }, note.message)));
  }

  spotOf(where) {
    const { byId, blocks } = this.layout;
    const found = byId.get(where) || this.layout.fields.find((one) => one.label === where) || byId.get((/[a-z][\w-]*(\.[\w-]+)+/.exec(where) || [])[0]);
    return found && this.boxes.has(found.id) ? found.id : blocks.some((one) => one.id === where) ? inOrder(this.layout, this.column).find((one) => one.block === where).id : null;
  }

  problem({ where = '', message }) {
    const id = this.spotOf(where);
    const text = h('span', {}, h('strong', {}, `${t('paper.problem')}: `), message);
    return h('li', { class: 'bad' }, id ? h('button', { type: 'button', class: 'button paper-to', 'data-key': `to ${id}`, onclick: () => this.point(id) }, text) : text);
  }

  difference(field) {
    const values = { name: nameOf(this.layout, field, this.column), value: said(field, this.value(field.id)), due: said(field, this.hint(field.id)) };
    return h('li', { class: 'row between' },
      h('button', { type: 'button', class: 'button plain paper-to', 'data-key': `to ${field.id}`, onclick: () => this.point(field.id) }, t('paper.differs', values)),
      h('button', { type: 'button', class: 'button paper-take', 'data-key': `take ${field.id}`, onclick: () => { this.write(field, this.hint(field.id)); this.draw(); } }, t('paper.take', values)));
  }

  point(id) {
    this.pad.close();
    this.reveal(id);
    const box = this.boxes.get(id);
    box.focus({ preventScroll: true });
    box.classList.add('shown');
    setTimeout(() => box.classList.remove('shown'), 2500);
  }
}

export function mountPaper(root, options) {
  const paper = new Paper(root, options);
  return { update: (next) => paper.update(next), close: () => paper.pad.close() };
}

// ---------------------------------------------------------------- all sheets that a seat writes on

export function optionsOf(state, name) {
  const { me } = state;
  const { layout } = me.sheets.find((one) => one.name === name);
  const of = (all) => (all || {})[name] || {};
  return {
    layout, sheet: name, marks: of(me.marks), paper: of(me.paper), due: of((me.counted || {}).due), counted: me.counted,
    writes: (me.writes || {})[name], seat: me.seat, names: state.people.map((one) => one.name), readOnly: !state.paper,
  };
}

export function mountSheets(root, state, { first = state.me.sheet, ...more } = {}) {
  let [name, paper, last] = [first, null, state];
  const [tabs, place] = [h('div', { class: 'row', role: 'group', 'aria-label': t('paper.sheets') }), h('div', {})];
  fill(root, h('div', { class: 'stack tight' }, tabs, place));
  const show = () => {
    const { sheets } = last.me;
    if (!sheets.some((one) => one.name === name)) name = sheets[0].name;
    fill(tabs, ...(sheets.length < 2 ? [] : sheets.map((one) => h('button', {
      type: 'button', class: 'chip', 'aria-pressed': String(one.name === name), 'data-key': `sheet ${one.name}`, onclick: () => { name = one.name; show(); },
    }, one.heading))));
    const options = { ...optionsOf(last, name), ...more };
    if (paper) paper.update(options);
    else paper = mountPaper(place, options);
  };
  show();
  return { update(next) { last = next; show(); }, close: () => paper.close() };
}
