// One sheet as it was read from a photo: doubts to confirm or mend, what differs from the game, the sheet filled in.
import { fill, h, t, tap } from './elements.js';
import { loadArt, picture, said, shownAs } from './sheet_art.js';
import { mountPaper } from './paper_entry.js';

const MOST_WAYS = 4;
const nothing = (value) => value === undefined || value === null;
const same = (one, other) => (nothing(one) ? nothing(other) : one === other);

// read: what the server says of the sheet; names: of the columns; onChange() hears that something was confirmed.
export class Review {
  constructor(read, { names, onChange = () => {} }) {
    Object.assign(this, { read, names, onChange, marks: { ...read.marks }, open: new Set(read.doubts.map((one) => one.field)) });
    for (const { field, read: value } of read.doubts) this.marks[field] = value;
    [this.head, this.doubts, this.differences, this.sheet] = ['p', 'div', 'div', 'div'].map((tag) => h(tag, {}));
    this.head.setAttribute('role', 'status');
    this.element = h('div', { class: 'stack' }, this.head, this.doubts, this.differences, this.sheet);
    this.ready = this.load();
  }

  async load() {
    const { layout, sheet, writes } = this.read;
    this.layout = await loadArt(layout);
    const look = { layout, sheet, writes, names: this.names, doubts: this.open, paper: this.marks };
    this.paper = mountPaper(this.sheet, { ...look, onChange: (marks) => this.mend(marks) });
    this.draw();
  }

  close() { this.paper?.close(); }

  // What is entered: empty boxes too where somebody said that they are empty.
  get entries() { return Object.fromEntries(Object.entries(this.marks).map(([id, value]) => [id, value ?? null])); }

  // ---------------------------------------------------------------- confirming

  mend(marks) {
    Object.assign(this.marks, marks);
    for (const id of Object.keys(marks)) this.open.delete(id);
    this.paper.update({ paper: { ...this.marks }, doubts: this.open });
    this.draw();
    this.onChange();
    return { ok: true };
  }

  rest() { this.mend(Object.fromEntries([...this.open].map((id) => [id, this.marks[id] ?? null]))); }

  // ---------------------------------------------------------------- drawing

  draw() {
    const written = Object.values(this.marks).filter((value) => !nothing(value)).length;
    const left = this.open.size ? t('reading.doubts', { n: this.open.size }) : t('reading.sure');
    fill(this.head, `${t('reading.read', { n: written })}, `, h('strong', { class: this.open.size ? 'bad' : 'good' }, left));
    fill(this.doubts, this.doubtful());
    fill(this.differences, this.compared());
  }

  doubtful() {
    const { doubts } = this.read;
    if (!doubts.length) return null;
    return h('section', { class: 'stack tight', 'aria-label': t('reading.doubtful') },
      h('h3', {}, t('reading.doubtful')),
      h('ul', { class: 'bare stack tight' }, ...doubts.map((one) => this.doubt(one))),
      this.open.size > 1 ? tap('confirm rest', 'button', () => this.rest(), t('reading.rest', { n: this.open.size })) : null);
  }

  doubt(one) {
    const field = this.layout.byId.get(one.field);
    if (!field) return null;
    const glows = this.open.has(one.field);
    const way = (value) => tap(`${one.field} ${value}`, {
      class: 'chip on-paper', 'aria-pressed': String(!glows && same(this.marks[one.field], value)), 'aria-label': said(field, value),
    }, () => this.mend({ [one.field]: value }), this.drawn(field, value));
    const other = ['number', 'choice'].includes(field.kind) && tap(`${one.field} other`, 'chip', () => this.paper.edit(one.field), t('reading.other'));
    return h('li', { class: `doubt ${glows ? 'open' : ''}`, 'data-field': one.field },
      one.crop ? h('img', { class: 'crop', src: one.crop, alt: t('reading.crop', { name: field.label }) }) : null,
      h('div', { class: 'grow stack tight' }, h('strong', {}, field.label), h('span', { class: 'small muted' }, one.why),
        h('div', { class: 'row ways' }, ...this.ways(field, one).map(way), other || null)));
  }

  // What a box may say: what was read first; boxes that are crossed or counted have few ways and show them all.
  ways(field, { read, others }) {
    const counts = Array.from({ length: field.most || 2 }, (_, n) => n + 1);
    const all = { cross: [true, null], tally: [...counts, null] }[field.kind] || [...others, null];
    const found = [read ?? null, ...all.map((value) => value ?? null)].filter((value, at, every) => every.indexOf(value) === at);
    return found.slice(0, Math.max(MOST_WAYS, counts.length + 1));
  }

  drawn(field, value) {
    const seen = !nothing(value) && field.kind === 'choice' && picture(this.layout, field.block, value, { width: 30, height: 30 });
    return seen || said(field, nothing(value) ? value : shownAs(this.layout, field, value));
  }

  // ---------------------------------------------------------------- what the game says

  // While it runs, nobody has to have written sums yet.
  compared() {
    const { log, over } = this.read;
    if (!Object.keys(log).length) return null;
    const due = (field) => field.kind !== 'text' && !same(this.marks[field.id], log[field.id])
      && (over || field.kind !== 'number' || !nothing(this.marks[field.id]));
    const rows = this.layout.fields.filter((field) => (field.id in log || field.id in this.marks) && due(field));
    if (!rows.length) return h('p', { class: 'good' }, t('reading.same'));
    const row = (field) => t('reading.differs', { name: field.label, paper: said(field, this.marks[field.id]), log: said(field, log[field.id]) });
    return h('section', { class: 'stack tight differences' }, h('h3', {}, t('reading.differences')),
      h('ul', { class: 'bare stack tight small' }, ...rows.map((field) => h('li', {}, row(field)))));
  }
}
