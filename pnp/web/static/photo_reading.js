// A photo of the paper: taken, read by the party, shown as the sheet filled in, and entered once it is confirmed.
import { announce, fill, h, page, t, tap, toast } from './elements.js';
import { send, upload } from './connection.js';
import { pictureInput, readPhoto, smaller } from './photo.js';
import { Review } from './reading_review.js';

class Reading {
  constructor(root, state, leave) {
    Object.assign(this, { state, leave, reviews: [], file: null });
    [this.note, this.shown] = [h('p', { class: 'refusal', role: 'alert' }), h('div', { class: 'stack reviews' })];
    this.keep = h('input', { type: 'checkbox', id: 'keep-photo' });
    this.enter = tap('enter', 'button big primary', () => this.write(), '');
    this.take = h('div', { class: 'stack tight' });
    fill(root, tap('back', 'button plain', () => leave(false), `\u2039 ${t('reading.back')}`),
      h('section', { class: 'card stack' }, h('h2', {}, t('reading.title')), h('p', { class: 'muted small' }, t('reading.how')), this.take, this.note), this.shown);
    this.offer('reading.take');
  }

  offer(label) {
    const take = ([file], input) => this.shoot(file, input);
    fill(this.take, pictureInput(t(label), label === 'reading.take' ? 'primary' : '', { capture: 'environment' }, take),
      pictureInput(t('reading.choose'), 'plain', {}, take));
  }

  tell(text, bad = false) {
    this.note.classList.toggle('refusal', bad);
    this.note.textContent = text;
  }

  clear() {
    this.reviews.forEach((one) => one.close());
    this.reviews = [];
    fill(this.shown);
  }

  async shoot(file, input) {
    if (this.busy) return;
    this.busy = true;
    this.clear();
    const answer = await readPhoto(`${page.base}/read`, file, (text) => this.tell(text));
    this.busy = false;
    input.value = '';
    this.tell(answer.ok ? answer.troubles.join(' ') : answer.message || t('common.offline'), true);
    this.offer('reading.again');
    if (answer.ok && !this.closed) this.show(answer.sheets, file);
  }

  show(sheets, file) {
    this.file = file;
    const names = this.state.people.map((one) => one.name);
    this.reviews = sheets.map((one) => new Review(one, { names, onChange: () => this.update(this.state) }));
    const card = (review) => h('section', { class: 'card stack' }, h('h2', {}, review.read.heading),
      review.read.known || !review.read.code ? null : h('p', { class: 'small muted' }, t('reading.new-code')), review.element);
    fill(this.shown, ...this.reviews.map(card), this.foot());
    this.update(this.state);
    Promise.all(this.reviews.map((one) => one.ready)).then(() => this.shown.scrollIntoView(), () => this.tell(t('common.offline'), true));
    announce(t('reading.read', { n: this.reviews.reduce((sum, one) => sum + Object.keys(one.marks).length, 0) }));
  }

  foot() {
    this.later = h('p', { class: 'muted' });
    this.kept = this.state.me.seat === null ? null : h('label', { class: 'row keep', for: 'keep-photo' }, this.keep, h('span', { class: 'grow' }, t('reading.keep')));
    return h('section', { class: 'card stack' }, this.later, this.kept, this.enter);
  }

  get open() { return this.reviews.some((one) => one.open.size); }

  update(state) {
    this.state = state;
    if (!this.reviews.length) return;
    const now = state.paper;
    this.later.textContent = now ? '' : t(state.begun ? 'reading.later' : 'reading.not-begun');
    this.later.hidden = now;
    for (const one of [this.enter, this.kept]) if (one) one.hidden = !now;
    this.enter.setAttribute('aria-disabled', String(this.open));
    fill(this.enter, t(this.open ? 'reading.first' : 'reading.enter'));
  }

  async write() {
    if (this.busy) return;
    if (this.open) return void this.shown.querySelector('.doubt.open')?.scrollIntoView({ block: 'center' });
    this.busy = true;
    for (const one of this.reviews) {
      const answer = await send(`${page.base}/paper`, { sheet: one.read.sheet, marks: one.entries, anyway: true });
      if (!answer.ok) {
        this.busy = false;
        return void toast(answer.message || answer.code, 'bad');
      }
    }
    if (this.keep.checked) {
      const answer = await upload(`${page.base}/photo`, await smaller(this.file, 1.5e6));
      if (!answer.ok) toast(answer.message, 'bad');
    }
    toast(t('reading.entered'));
    this.leave(false, true);
  }

  close() {
    this.closed = true;
    this.clear();
  }
}

// leave(false, entered) goes back to where the page was.
export function mountReading(root, state, leave) {
  const reading = new Reading(root, state, leave);
  return { update: (next) => reading.update(next), close: () => reading.close() };
}
