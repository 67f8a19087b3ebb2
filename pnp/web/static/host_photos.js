/** A stack of photos for guests without a phone: each sheet is matched to its seat, confirmed, then entered. */
import { fill, h, page, style, t, toast } from './elements.js';
import { button, div, h2, show, small, span } from './host_do.js';
import { pictureInput, readPhoto } from './photo.js';

const rows = [];
const list = div('stack');
const later = small();
const all = button('', enterAll, { kind: 'big primary', 'data-key': 'enter all' });
let reading = false;
let Review = null;
let place = null;

// where: what a sheet's table is like now, `at(read)`, and how it is written there, `enter(read, body)`: '' or the refusal.
export function mountPhotos(section, where) {
  place = where;
  const choose = pictureInput(t('reading.stack-choose'), '', { multiple: true, id: 'photo-stack' }, add);
  const missing = small(t('reading.install', { command: page.install }));
  section.append(div('card stack', h2(t('reading.stack')), small(t('reading.stack-about')), choose, missing, list, later, all));
  return (state) => {
    [choose.hidden, missing.hidden] = [!state.reads || state.phase === 'closed', state.reads];
    redraw();
  };
}

const sheets = () => rows.flatMap((row) => row.sheets);

// What can be entered now: whose it is is known, and nothing about it is doubtful.
const ready = () => sheets().filter((one) => !one.done && place.at(one.read).paper && one.whose !== undefined && !one.review.open.size);

const redraw = () => {
  show(all, [ready().length], () => [t('reading.stack-all', { n: ready().length })]);
  all.hidden = !ready().length;
  const waits = sheets().map((one) => place.at(one.read)).filter((one) => !one.paper);
  later.textContent = waits.length ? t(waits.every((one) => one.begun) ? 'reading.later' : 'reading.not-begun') : '';
  sheets().forEach((one) => one.update(place.at(one.read)));
};

// ---- the photos

function add(files, input) {
  ['paper', 'reading'].forEach(style);
  for (const file of files) rows.push(new Row(file));
  input.value = '';
  fill(list, ...rows.map((row) => row.element));
  work();
}

// One photo after the other: the phones of those who have one shall not wait for a stack.
async function work() {
  if (reading) return;
  reading = true;
  for (let row = rows.find((one) => one.waits); row; row = rows.find((one) => one.waits)) {
    await row.read().catch(() => fill(row.note, span('bad', t('common.offline'))));
  }
  reading = false;
}

class Row {
  constructor(file) {
    Object.assign(this, { file, waits: true, sheets: [] });
    this.note = h('p', { class: 'small', role: 'status' }, t('reading.stack-wait'));
    this.place = div('stack');
    this.element = div('stack stack-row', h('strong', {}, file.name), this.note, this.place);
  }

  async read() {
    this.waits = false;
    const answer = await readPhoto(`${page.base}/read`, this.file, (text) => fill(this.note, text));
    fill(this.note, ...(answer.ok ? answer.troubles : [answer.message || t('common.offline')]).map((text) => span('bad', `${text} `)));
    if (!answer.ok) return;
    Review = Review || (await import('./reading_review.js')).Review;
    this.sheets = answer.sheets.map((one) => new SheetOf(one));
    fill(this.place, ...this.sheets.map((one) => one.element));
    redraw();
  }
}

// ---- one sheet of a photo

class SheetOf {
  constructor(read) {
    this.read = read;
    this.review = new Review(read, { names: place.at(read).people.map((one) => one.name), onChange: redraw });
    // A pad is everybody's; whose another sheet is, its code says, or else the host.
    if (read.owner === 'table' || read.seat !== null) this.whose = read.seat;
    this.seats = div('row');
    this.enter = button(t('reading.enter'), () => this.write(), { kind: 'primary', 'data-key': `enter ${read.code}` });
    this.folded = h('details', { open: read.doubts.length > 0 || !read.known }, h('summary', {}, ...this.title()), this.review.element);
    this.element = div('stack tight', this.seats, this.folded, this.enter);
  }

  title() {
    const { name, heading, code } = this.read;
    const where = place.at(this.read).title;
    return [h('strong', {}, name || heading), ' ', span('small muted', [where, name ? heading : code].filter(Boolean).join(' \u00b7 '))];
  }

  update(state) {
    const { owner, known } = this.read;
    const chip = (one) => button(one.name, () => { this.whose = one.seat; redraw(); }, { kind: 'chip', 'aria-pressed': String(this.whose === one.seat), 'data-key': `whose ${one.seat}` });
    show(this.seats, [this.whose, state.people.map((one) => one.name), this.done], () => (owner === 'table' || known || this.done ? []
      : [h('p', {}, t('reading.whose')), ...state.people.map(chip)]));
    this.enter.hidden = this.done || !state.paper || this.whose === undefined || this.review.open.size > 0;
  }

  async write() {
    if (this.done) return '';
    const refused = await place.enter(this.read, { do: 'paper', seat: this.whose, sheet: this.read.sheet, marks: this.review.entries });
    if (refused) toast(refused, 'bad');
    else {
      this.done = true;
      this.review.close();
      fill(this.folded, h('summary', {}, ...this.title(), ' ', span('good', `\u2713 ${t('reading.stack-done')}`)));
      this.folded.open = false;
    }
    redraw();
    return refused;
  }
}

async function enterAll() {
  for (const one of ready()) if (await one.write()) return;
}
