// The pad at the bottom of the screen: a number, a picture or a text for the box that is being filled in.
import { announce, h, t, tap } from './elements.js';
import { picture, said, shownAs } from './sheet_art.js';

const ERASER = '\u232b';

const key = (text, label, act, look = '') => tap(`pad ${label || text}`, { class: `button pad-key ${look}`, 'aria-label': label }, act, text);

function typed(text, sign) {
  if (sign === 'back') return text.slice(0, -1);
  if (sign === '-') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  return text.length < 5 ? text.replace(/^(-?)0$/, '$1') + sign : text;
}

const numberOf = (text) => (/^-?\d+$/.test(text) ? Number(text) : null);

// set(field, value) writes, step(1 or -1) goes to another box, done() hears that the pad was put away.
export class Pad {
  constructor(acts) {
    Object.assign(this, acts, { brush: null });
    this.element = h('section', { class: 'pad', hidden: true, 'aria-label': t('paper.pad') });
    this.pressed = this.pressed.bind(this);
    // A keyboard on the screen covers what is fixed to the bottom.
    this.view = window.visualViewport;
    this.lift = () => { this.element.style.bottom = `${Math.max(0, Math.round(innerHeight - this.view.height - this.view.offsetTop))}px`; };
  }

  get open() { return !this.element.hidden; }

  edit(layout, field, look) {
    Object.assign(this, { layout, field, look, text: String(look.value ?? ''), fresh: true });
    if (!this.open) {
      document.addEventListener('keydown', this.pressed);
      if (this.view) this.view.addEventListener('resize', this.lift);
    }
    this.element.hidden = false;
    this.draw();
    if (field.kind !== 'text') announce(`${look.name}: ${said(field, look.value)}`);
  }

  // What the rules say may come while the box is being filled in; the keys stay under the finger.
  told(hint) {
    if (!this.open || hint === this.look.hint) return;
    this.look = { ...this.look, hint };
    this.offered.replaceChildren(this.offer());
  }

  offer() {
    const { hint } = this.look;
    if (hint === undefined || String(hint) === this.text) return '';
    return tap('pad hint', 'chip', () => this.take(hint), t('paper.rules-say', { value: said(this.field, hint) }));
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    document.removeEventListener('keydown', this.pressed);
    if (this.view) this.view.removeEventListener('resize', this.lift);
    this.done();
  }

  draw() {
    const { name, paint } = this.look;
    const { kind } = this.field;
    const title = paint ? t(this.brush === null ? 'paper.choose-part' : 'paper.tap-cells') : name;
    this.offered = h('span', {}, this.offer());
    const held = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.element.replaceChildren(
      h('div', { class: 'row between' }, h('strong', { class: 'grow' }, title), this.offered, key('\u2713', t('paper.done'), () => this.close())),
      kind === 'choice' ? this.choices() : kind === 'text' ? this.line() : this.digits());
    const keys = [...this.element.querySelectorAll('[data-key]')];
    const back = keys.find((one) => (kind === 'text' ? one.tagName === 'INPUT' : one.dataset.key === held));
    if (back) back.focus({ preventScroll: true });
  }

  take(value) {
    Object.assign(this, { text: String(value), fresh: true });
    this.set(this.field, value);
    this.draw();
  }

  walk() {
    return [key('\u2039', t('paper.previous'), () => this.step(-1)), key(t('paper.next'), null, () => this.step(1), 'primary pad-next')];
  }

  // ---------------------------------------------------------------- numbers

  type(sign) {
    this.text = typed(this.fresh && sign !== '-' ? '' : this.text, sign);
    this.fresh = false;
    const value = numberOf(this.text);
    this.set(this.field, value);
    announce(said(this.field, value));
  }

  digits() {
    const digit = (n) => key(String(n), null, () => this.type(String(n)), 'number');
    const [previous, next] = this.walk();
    return h('div', { class: 'pad-digits' },
      ...[1, 2, 3].map(digit), previous, ...[4, 5, 6].map(digit), next, ...[7, 8, 9].map(digit),
      key('\u2212', t('paper.minus'), () => this.type('-')), digit(0), key(ERASER, t('paper.erase'), () => this.type('back')));
  }

  pressed(event) {
    const inside = this.element.contains(event.target);
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && !inside)) return;
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && (!inside || typing)) this.step(event.shiftKey ? -1 : 1);
    else if (this.field.kind !== 'number') return;
    else if (/^[0-9-]$/.test(event.key)) this.type(event.key);
    else if (event.key === 'Backspace' || event.key === 'Delete') this.type('back');
    else return;
    event.preventDefault();
  }

  // ---------------------------------------------------------------- pictures

  // A brush paints many boxes; without one the picture is for this box alone.
  choices() {
    const { options, paint, value } = this.look;
    const chosen = paint ? this.brush : value;
    const seen = (choice) => picture(this.layout, this.field.block, choice, { width: 40, height: 40 })
      || [...new Set([shownAs(this.layout, this.field, choice), choice])].join(' ') || ERASER;
    const one = (choice) => tap(`pad ${choice}`, {
      class: 'button pad-choice on-paper', 'aria-pressed': String(choice === chosen), 'aria-label': this.layout.choices?.[choice] || choice || t('paper.erase'),
    }, () => this.choose(choice), seen(choice));
    return h('div', { class: 'stack tight' },
      h('div', { class: 'pad-choices' }, ...[...options, ''].map(one)), paint ? null : h('div', { class: 'row pad-walk' }, ...this.walk()));
  }

  choose(choice) {
    const alone = !this.look.paint || this.brush === null;
    if (this.look.paint) this.brush = choice;
    if (alone) this.set(this.field, choice || null);
    this.look.value = choice;
    this.draw();
  }

  // ---------------------------------------------------------------- texts

  line() {
    const write = (event) => this.set(this.field, event.target.value.trim() || null);
    const input = h('input', {
      type: 'text', 'data-key': 'pad text', 'aria-label': this.look.name, value: this.text, maxlength: 60, autocomplete: 'off', enterkeyhint: 'next', oninput: write,
    });
    return h('div', { class: 'row pad-walk' }, input, ...this.walk());
  }
}
