// The pad at the bottom of the screen: a number, a picture or a text for the box that is being filled in.
import { announce, h, t } from './core.js';
import { picture, said } from './art.js';

const ERASER = '\u232b';

function key(text, label, act, look = '') {
  return h('button', { type: 'button', class: `button pad-key ${look}`, 'aria-label': label, 'data-key': `pad ${label || text}`, onclick: act }, text);
}

function typed(text, sign) {
  if (sign === 'back') return text.slice(0, -1);
  if (sign === '-') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  return text.replace(/^(-?)0+(?=\d)/, '$1').length < 5 ? text + sign : text;
}

const numberOf = (text) => (/^-?\d+$/.test(text) ? Number(text) : null);

// set(field, value) writes, step(1 or -1) goes to another box, done() puts the pad away.
export class Pad {
  constructor({ set, step, done }) {
    Object.assign(this, { set, step, done, brush: null, text: '', fresh: true });
    this.element = h('section', { class: 'pad', hidden: true, 'aria-label': t('paper.pad') });
    this.keys = (event) => this.pressed(event);
    if (window.visualViewport) visualViewport.addEventListener('resize', () => this.lift());
  }

  // A keyboard on the screen covers what is fixed to the bottom.
  lift() {
    const view = window.visualViewport;
    this.element.style.bottom = `${Math.max(0, Math.round(innerHeight - view.height - view.offsetTop))}px`;
  }

  get open() { return !this.element.hidden; }

  edit(layout, field, look) {
    Object.assign(this, { layout, field, look, text: look.value === undefined || look.value === null ? '' : String(look.value), fresh: true });
    if (!this.open) document.addEventListener('keydown', this.keys);
    this.element.hidden = false;
    this.draw();
    if (field.kind !== 'text') announce(`${look.name}: ${said(field, look.value)}`);
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    document.removeEventListener('keydown', this.keys);
    this.done();
  }

  draw() {
    const { hint, name, paint } = this.look;
    const offer = hint === undefined || String(hint) === this.text ? null : h('button', { type: 'button', class: 'chip', 'data-key': 'pad hint', onclick: () => this.take(hint) },
      t('paper.rules-say', { value: said(this.field, hint) }));
    const head = h('div', { class: 'row between pad-head' }, h('strong', { class: 'grow' }, paint ? t(this.brush === null ? 'paper.choose-part' : 'paper.tap-cells') : name), offer,
      h('button', { type: 'button', class: 'button plain', 'aria-label': t('common.close'), 'data-key': 'pad close', onclick: () => this.close() }, '\u00d7'));
    const held = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const kind = this.field.kind;
    this.element.replaceChildren(head, kind === 'choice' ? this.choices() : kind === 'text' ? this.line() : this.digits());
    const back = held && [...this.element.querySelectorAll('[data-key]')].find((one) => one.dataset.key === held);
    if (kind === 'text') this.element.querySelector('input').focus({ preventScroll: true });
    else if (back) back.focus({ preventScroll: true });
  }

  take(value) {
    this.text = String(value);
    this.fresh = true;
    this.set(this.field, value);
    this.draw();
  }

  walk() {
    return [key('\u2039', t('paper.previous'), () => this.step(-1)), key(t('paper.next'), '', () => this.step(1), 'primary pad-next')];
  }

  // ---------------------------------------------------------------- numbers

  type(sign) {
    this.text = typed(this.fresh && sign !== '-' ? '' : this.text, sign);
    this.fresh = false;
    const value = numberOf(this.text);
    this.set(this.field, value);
    announce(value === null ? t('common.empty') : String(value));
  }

  digits() {
    const digit = (n) => key(String(n), '', () => this.type(String(n)), 'number');
    const [previous, next] = this.walk();
    return h('div', { class: 'pad-digits' },
      digit(1), digit(2), digit(3), key('\u2713', t('paper.done'), () => this.close()),
      digit(4), digit(5), digit(6), previous,
      digit(7), digit(8), digit(9), next,
      key('\u2212', t('paper.minus'), () => this.type('-')), digit(0), key(ERASER, t('paper.erase'), () => this.type('back')));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const inside = this.element.contains(event.target);
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && (!inside || event.target.tagName === 'INPUT')) this.step(event.shiftKey ? -1 : 1);
    else if (this.field.kind !== 'number' || event.target.tagName === 'INPUT') return;
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
    const one = (choice) => h('button', {
      type: 'button', class: 'button pad-choice on-paper', 'aria-pressed': String(choice === chosen), 'aria-label': choice === '' ? t('paper.erase') : choice, 'data-key': `pad ${choice}`,
      onclick: () => this.choose(choice),
    }, (choice && picture(this.layout, this.field.block, choice, { width: 40, height: 40 })) || h('span', {}, choice || ERASER));
    return h('div', { class: 'stack tight' }, h('div', { class: 'pad-choices' }, ...[...options, ''].map(one)), paint ? null : h('div', { class: 'row pad-walk' }, ...this.walk()));
  }

  choose(choice) {
    const first = this.look.paint && this.brush === null;
    if (this.look.paint) this.brush = choice;
    if (!this.look.paint || first) this.set(this.field, choice === '' ? null : choice);
    this.look.value = choice;
    this.draw();
  }

  // ---------------------------------------------------------------- texts

  line() {
    const input = h('input', { type: 'text', 'data-key': 'pad text', 'aria-label': this.look.name, maxlength: 60, autocomplete: 'off', enterkeyhint: 'next',
      oninput: () => this.set(this.field, input.value.trim() || null) });
    input.value = this.text;
    return h('div', { class: 'row nowrap pad-walk' }, input, ...this.walk());
  }
}
