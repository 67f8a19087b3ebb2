// Entering a paper sheet by tapping it: every block with boxes as a card, a pad below, the count of it all in the end.
import { fill, h, page, signed, t, tap, toast } from './elements.js';
import { send } from './connection.js';
import { loadArt, said } from './sheet_art.js';
import { cardOf, columnsOf, fieldsOf, nameOf, show } from './field_cards.js';
import { Pad } from './keypad.js';
import { due, offer } from './tracks.js';

const PAINTED = 12;
const still = matchMedia('(prefers-reduced-motion: reduce)');

class Paper {
  constructor(root, options) {
    Object.assign(this, { root, options: {}, changes: {}, flying: [], boxes: new Map(), ruled: new Set(), column: null, current: null });
    [this.bar, this.cards, this.sum] = [h('div', { class: 'row' }), h('div', { class: 'cuts' }), h('div', {})];
    this.pad = new Pad({ set: (field, value) => this.write(field, value), step: (by) => this.step(by), done: () => this.select(null) });
    fill(root, h('div', { class: 'stack' }, this.bar, this.cards, this.sum));
    this.leave = () => this.flush();
    addEventListener('pagehide', this.leave);
    this.watch = new ResizeObserver(() => this.cards.clientWidth !== this.room && this.cut());
    this.watch.observe(root);
    this.update(options);
  }

  async update(options) {
    const before = this.options;
    this.options = { ...before, ...options };
    const { layout, readOnly } = this.options;
    if (layout === before.layout && readOnly === before.readOnly) {
      if (!this.layout || !this.room) return;
      if (this.learn() || this.turn()) this.cut();
      else this.draw();
      return;
    }
    this.flush(before);
    this.pad.close();
    this.layout = null;
    const loaded = await loadArt(layout).catch(() => null);
    if (this.options.layout !== layout) return;
    this.layout = loaded;
    if (loaded) {
      this.learn();
      this.turn();
      this.cut();
    } else {
      this.options.layout = null;
      toast(t('common.offline'), 'bad');
    }
  }

  // The blocks whose boxes are marked one by one, as they were offered so far; true where there is another one.
  learn() {
    const before = this.ruled.size;
    for (const id of this.options.legal || []) if (this.layout.byId.has(id)) this.ruled.add(this.layout.byId.get(id).block);
    return this.ruled.size > before;
  }

  // While the game is played here, a tap on a box says that it is marked.
  says({ block }) { return this.options.readOnly && this.options.mark && this.ruled.has(block); }

  // To a column that we write; players may come and go. True where another one has to be shown now.
  turn(column = this.column) {
    this.columns = this.writtenColumns(this.layout);
    const [first = null] = this.columns;
    const next = this.columns.includes(column) ? column : first;
    const other = next !== this.column;
    this.column = next;
    return other;
  }

  close() {
    this.pad.close();
    this.flush();
    this.watch.disconnect();
    removeEventListener('pagehide', this.leave);
  }

  // ---------------------------------------------------------------- what stands where

  writable({ id }) {
    const { writes, readOnly } = this.options;
    return !readOnly && (!writes || writes.some((start) => id.startsWith(start)));
  }

  // A pad that is only looked at is shown whole; of one that several players have, there are as many columns as players.
  writtenColumns(layout) {
    if (this.options.readOnly) return [];
    const { names } = this.options;
    const own = columnsOf(layout).filter((column) => this.writable({ id: `${column}.` }));
    return layout.owner === 'table' && names ? own.filter((column) => column.slice(1) <= names.length) : own;
  }

  value(id) {
    const { paper, marks, readOnly } = this.options;
    const held = Object.assign({}, ...this.flying, this.changes);
    return id in held ? held[id] : paper?.[id] ?? (readOnly ? marks?.[id] : undefined);
  }

  hint(id) {
    const { due, marks, readOnly } = this.options;
    return readOnly ? undefined : due?.[id] ?? marks?.[id];
  }

  hinted(wanted) {
    const open = this.layout.fields.filter((field) => this.boxes.has(field.id) && this.writable(field));
    return open.filter(({ id }) => this.hint(id) !== undefined && wanted(this.value(id) ?? null, this.hint(id)));
  }

  name(field) { return nameOf(field, this.column); }

  // ---------------------------------------------------------------- drawing

  cut() {
    this.room = this.cards.clientWidth;
    if (!this.layout || !this.room) return;
    this.boxes.clear();
    const { readOnly } = this.options;
    const act = (field, event) => (event.type === 'click' ? this.tap(field) : this.key(field, event));
    const taps = !readOnly || this.ruled.size > 0;
    const look = { column: this.column, room: this.room - 10, may: (field) => this.writable(field) || this.says(field), act: taps && act };
    // Of what others write, only what stands there is shown.
    const told = (one) => readOnly || this.writable(one) || this.value(one.id) !== undefined;
    const shown = new Set(this.layout.fields.filter(told).map((one) => one.block));
    const made = this.layout.blocks.filter((block) => shown.has(block.id)).map((block) => cardOf(this.layout, block, look)).filter(Boolean);
    for (const { boxes } of made) for (const [id, box] of boxes) this.boxes.set(id, box);
    fill(this.cards, ...made.map(({ card }) => card));
    this.draw();
    if (this.current) this.select(this.current);
  }

  draw() {
    for (const id of this.boxes.keys()) this.redraw(this.layout.byId.get(id));
    if (this.current) this.pad.told(this.hint(this.current.id));
    this.head();
    fill(this.sum, this.counted());
  }

  redraw(field) {
    const [value, hint, box] = [this.value(field.id), this.hint(field.id), this.boxes.get(field.id)];
    box.classList.toggle('legal', Boolean(this.options.legal?.has(field.id)));
    box.classList.toggle('doubtful', Boolean(this.options.doubts?.has(field.id)));
    show(this.layout, field, box, { value, hint, column: this.column });
  }

  head() {
    const { names } = this.options;
    const title = (n) => (this.layout.owner === 'table' && names?.[n - 1]) || t('paper.column', { n });
    const turn = (column) => {
      this.pad.close();
      this.turn(column);
      this.cut();
    };
    const chip = (column) => {
      const look = { class: 'chip', 'aria-pressed': String(column === this.column) };
      return tap(`column ${column}`, look, () => turn(column), title(column.slice(1)));
    };
    fill(this.bar, ...(this.columns.length > 1 ? this.columns.map(chip) : []), due(this));
  }

  // ---------------------------------------------------------------- writing

  write(field, value) {
    this.changes[field.id] = value;
    this.redraw(field);
    if (this.painting(field)) this.boxes.get(field.id).removeAttribute('aria-current');
    clearTimeout(this.timer);
    this.timer = setTimeout(this.leave, 300);
  }

  async flush({ sheet, onChange } = this.options) {
    clearTimeout(this.timer);
    const marks = this.changes;
    if (!Object.keys(marks).length) return;
    this.changes = {};
    this.flying.push(marks);
    const answer = await (onChange ? onChange(marks) : send(`${page.base}/paper`, { sheet, marks }));
    this.flying = this.flying.filter((one) => one !== marks);
    if (answer?.facts?.anyway && !onChange) this.doubt(sheet, marks, answer);
    else if (answer && !answer.ok) toast(answer.message || answer.code, 'bad');
    if (this.layout && this.room) this.draw();
  }

  // What speaks against a mark stands below its card, with a button for whoever has written it all the same.
  doubt(sheet, marks, { message }) {
    this.doubted?.remove();
    const insist = async () => {
      this.doubted.remove();
      const answer = await send(`${page.base}/paper`, { sheet, marks, anyway: true });
      if (!answer.ok) toast(answer.message || answer.code, 'bad');
    };
    this.doubted = h('div', { class: 'stack tight fill-up', role: 'alert' }, h('p', { class: 'refusal' }, message), tap('anyway', 'button', insist, t('common.anyway')));
    this.boxes.get(Object.keys(marks)[0])?.closest('.cut').append(this.doubted);
  }

  tap(field) {
    const value = this.value(field.id);
    const { brush, open } = this.pad;
    this.doubted?.remove();
    if (this.says(field)) return this.options.mark(field);
    if (field.kind === 'cross') this.write(field, value ? null : true);
    else if (field.kind === 'tally') this.write(field, ((Number(value) || 0) + 1) % ((field.most || 2) + 1) || null);
    else if (open && brush !== null && this.painting(field)) this.write(field, value === brush ? null : brush || null);
    else this.select(field);
    return this.ruled.has(field.block) || this.fillUp(field);
  }

  // Below the card of a track stands the offer to fill it up to the box that was tapped.
  fillUp(field) {
    this.filling?.remove();
    this.filling = offer(this.layout, field, { value: (id) => this.value(id), write: (one, mark) => this.write(one, mark), done: () => this.filling.remove() });
    if (this.filling) this.boxes.get(field.id).closest('.cut').append(this.filling);
  }

  key(field, event) {
    if (field.kind === 'number' && this.current !== field && !event.ctrlKey && /^[0-9-]$/.test(event.key)) this.select(field);
  }

  painting(field) {
    return field.kind === 'choice' && this.layout.fields.filter((one) => one.block === field.block).length >= PAINTED;
  }

  // ---------------------------------------------------------------- the box that is filled in

  select(field) {
    if (this.current) this.boxes.get(this.current.id)?.removeAttribute('aria-current');
    this.current = field;
    this.root.style.paddingBottom = '';
    if (!field) return;
    const [box, paint] = [this.boxes.get(field.id), this.painting(field)];
    const alike = this.layout.fields.filter((one) => one.block === field.block);
    const options = paint ? [...new Set(alike.flatMap((one) => one.choices))] : field.choices;
    // Beside its box for who reads the page aloud; moving it would lose the key under the finger.
    if (!this.pad.element.contains(document.activeElement)) box.closest('.cut').after(this.pad.element);
    this.pad.edit(this.layout, field, { name: this.name(field), value: this.value(field.id), hint: this.hint(field.id), paint, options });
    if (!paint || this.pad.brush === null) box.setAttribute('aria-current', 'true');
    this.root.style.paddingBottom = `${this.pad.element.offsetHeight}px`;
    this.reveal(paint ? box.closest('.cut-scroll') : box);
  }

  // To a box from elsewhere on the page, in whichever column it is.
  edit(id) {
    const field = this.layout?.byId.get(id);
    if (!field) return;
    if (field.column && field.column !== this.column && this.turn(field.column)) this.cut();
    this.select(field);
  }

  reveal(box) {
    const spot = box.getBoundingClientRect();
    const floor = this.pad.open ? this.pad.element.getBoundingClientRect().top : innerHeight;
    const behavior = still.matches ? 'auto' : 'smooth';
    if (spot.top < 80 || spot.bottom > floor - 12) scrollBy({ top: (spot.top + spot.bottom - floor - 70) / 2, behavior });
    const scroll = box.closest('.cut-scroll');
    scroll.scrollBy({ left: spot.left + spot.width / 2 - scroll.getBoundingClientRect().left - scroll.clientWidth / 2, behavior });
  }

  step(by) {
    const walked = (one) => this.writable(one) && /number|choice|text/.test(one.kind) && !this.painting(one);
    const path = fieldsOf(this.layout, this.column).filter(walked);
    const next = path[path.indexOf(this.current) + by];
    if (!next) return this.pad.close();
    if (!this.pad.element.contains(document.activeElement)) this.boxes.get(next.id).focus({ preventScroll: true });
    return this.select(next);
  }

  // ---------------------------------------------------------------- what it comes to

  counted() {
    const { counted, problems = counted?.problems || [] } = this.options;
    const empty = this.hinted((value) => value === null);
    const differ = this.hinted((value, hint) => value !== null && String(value) !== String(hint));
    if (!counted && !problems.length && !differ.length && !empty.length) return null;
    // Where a difference is shown with what to write instead, its problem says nothing new.
    const news = problems.filter((one) => one.code !== 'wrong-sum' || !differ.includes(this.fieldAt(one)));
    const rows = [...news.map((one) => this.problem(one)), ...differ.map((field) => this.difference(field))];
    return h('section', { class: 'card stack', 'aria-label': t('paper.count') },
      counted && h('div', { class: 'row between' },
        h('h2', {}, t('paper.count')), h('strong', { class: 'number' }, t('common.points', { n: signed(counted.total ?? '–') }))),
      empty.length ? tap('take all', 'button', () => this.take(empty), t('paper.fill-in', { n: empty.length })) : null,
      rows.length ? h('ul', { class: 'bare stack tight' }, ...rows.map((row) => h('li', {}, row))) : null,
      counted && h('dl', { class: 'paper-lines' }, ...counted.lines.map((line) => h('div', {},
        h('dt', {}, line.label), h('dd', { class: 'muted small' }, line.why), h('dd', { class: 'number' }, signed(line.points))))),
      ...(counted?.notes || []).map((note) => h('p', { class: 'small muted' }, note.message)));
  }

  take(fields) {
    for (const field of fields) this.write(field, this.hint(field.id));
    this.draw();
  }

  fieldAt({ field }) { return this.boxes.has(field) && this.layout.byId.get(field); }

  problem(one) {
    const [field, { message }] = [this.fieldAt(one), one];
    const text = h('span', { class: 'bad' }, h('strong', {}, `${t('paper.problem')}: `), message);
    return field ? tap(`to ${message}`, 'button paper-to', () => this.point(field), text) : text;
  }

  difference(field) {
    const values = { name: this.name(field), value: said(field, this.value(field.id)), due: said(field, this.hint(field.id)) };
    return h('div', { class: 'row between' },
      tap(`to ${field.id}`, 'button plain paper-to', () => this.point(field), t('paper.differs', values)),
      tap(`take ${field.id}`, 'button paper-take', () => this.take([field]), t('paper.take', values)));
  }

  point(field) {
    const box = this.boxes.get(field.id);
    this.pad.close();
    this.reveal(box);
    box.focus({ preventScroll: true });
    box.classList.add('shown');
    setTimeout(() => box.classList.remove('shown'), 2500);
  }
}

// options: layout (its address), sheet, paper and marks and due (what was entered, what the log and the rules say, by
// field id), counted, problems, writes (beginnings of the ids that are ours), names (of the columns), readOnly,
// onChange(marks) in place of sending them, doubts (ids of boxes that glow), legal (ids of boxes that may be marked
// next), mark(field) for a tap while the game is played here.
export function mountPaper(root, options) {
  const paper = new Paper(root, options);
  return { update: (next) => paper.update(next), close: () => paper.close(), edit: (id) => paper.edit(id) };
}

function optionsOf(state, { name, layout }, mark) {
  const { me } = state;
  const legal = new Set(name === me.sheet ? me.options.map((one) => one.field).filter(Boolean) : []);
  const of = (all) => all?.[name];
  return {
    layout, sheet: name, wanted: state.phase === 'play' ? me.due : null, marks: state.begun ? of(me.marks) : {}, paper: of(me.paper), due: of(me.counted?.due), counted: me.counted, writes: of(me.writes),
    names: state.people.map((one) => one.name), readOnly: !state.paper, legal, mark,
  };
}

// All sheets that a seat writes on, one at a time.
export function mountSheets(root, state, first = state.me.sheet, mark = null) {
  let [name, paper, last] = [first, null, state];
  const [tabs, place] = [h('div', { class: 'row', role: 'group', 'aria-label': t('paper.sheets') }), h('div', {})];
  fill(root, h('div', { class: 'stack tight' }, tabs, place));
  const draw = () => {
    // Who holds the pad of the table writes on nobody's own sheet.
    const sheets = last.me.sheets.filter((one) => last.me.seat !== null || one.owner === 'table');
    const now = sheets.find((one) => one.name === name) || sheets[0];
    const turn = (one) => { name = one.name; draw(); };
    const chip = (one) => tap(`sheet ${one.name}`, { class: 'chip', 'aria-pressed': String(one === now) }, () => turn(one), one.heading);
    fill(tabs, ...(sheets.length > 1 ? sheets.map(chip) : []));
    if (paper) paper.update(optionsOf(last, now, mark));
    else paper = mountPaper(place, optionsOf(last, now, mark));
  };
  draw();
  return { update: (next) => { last = next; draw(); }, close: () => paper.close() };
}
