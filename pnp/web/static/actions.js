// What may be done now: options as buttons by their kind, long lists narrowed; bonuses; words of one's own.
import { dieFace, fill, h, t, tap, termOf } from './elements.js';
import { ask, get } from './connection.js';

// A list that is long enough to be narrowed, values that are chips, how much of a list is shown, how much the server tells.
const [MANY, FEW, SHOWN, MOST] = [12, 7, 60, 400];

const button = (act, one) => tap(`say ${one.notation}`, 'button option', () => act(one.notation),
  h('strong', {}, one.means), h('span', { class: 'small muted' }, one.notation));

// What long lists are narrowed by: the faces that dice have for a job, what is written, and where.
function facetsOf(list, terms) {
  const jobs = [...new Set(list.flatMap((one) => Object.keys(one.dice || {})))];
  return [
    ...jobs.map((job) => ({ name: job, label: termOf(terms, 'job', job), of: (one) => one.dice?.[job] })),
    { name: 'mark', label: t('common.what'), of: (one) => one.mark },
    { name: 'where', label: t('common.where'), of: (one) => one.where },
  ];
}

const known = (values) => [...new Set(values)].filter((value) => value !== undefined);

// One kind of option: `all` may grow when the server is asked for what it left out.
class Group {
  constructor(list, terms, act, more) {
    Object.assign(this, { all: list, act, more, chosen: new Map() });
    const long = list.length > MANY;
    this.facets = long ? facetsOf(list, terms) : [];
    this.rows = h('div', { class: 'stack tight' });
    this.narrow = h('div', { class: 'stack tight' });
    this.filter = h('input', {
      type: 'search', 'data-key': `filter ${list[0].kind}`, placeholder: t('common.filter'), 'aria-label': t('common.filter'), autocomplete: 'off',
      hidden: !long, onfocus: () => this.complete(), oninput: () => this.draw(),
    });
    this.parts = [this.narrow, this.filter, this.rows];
    this.draw();
  }

  async complete() {
    const answer = this.more ? await this.more(this.all[0].kind) : {};
    this.more = null;
    if (answer.options) this.all = answer.options;
    this.draw();
  }

  fitting(but = null) {
    const words = this.filter.value.toLowerCase().split(/\s+/);
    const put = [...this.chosen].filter(([facet]) => facet !== but);
    return this.all.filter((one) => put.every(([facet, value]) => facet.of(one) === value)
      && words.every((word) => `${one.notation} ${one.means}`.toLowerCase().includes(word)));
  }

  choose(facet, value) {
    if (value === undefined || this.chosen.get(facet) === value) this.chosen.delete(facet);
    else this.chosen.set(facet, value);
    this.complete();
  }

  facet(facet) {
    const values = known(this.fitting(facet).map(facet.of));
    if (values.length < 2) return null;
    const [label, chosen] = [facet.label, this.chosen.get(facet)];
    const chip = (value) => tap(`${facet.name} ${value}`, { class: 'chip', 'aria-pressed': String(chosen === value) }, () => this.choose(facet, value),
      typeof value === 'number' ? dieFace(value, { size: 30, label: String(value) }) : value);
    const pick = (event) => this.choose(facet, values[event.target.selectedIndex - 1]);
    const choices = ['\u2013', ...values].map((value, at) => h('option', { selected: at > 0 && value === chosen }, String(value)));
    return h('div', { class: 'row', role: 'group', 'aria-label': label }, h('span', { class: 'small muted' }, label),
      ...(values.length > FEW ? [h('select', { class: 'grow', 'data-key': facet.name, 'aria-label': label, onchange: pick }, ...choices)] : values.map(chip)));
  }

  draw() {
    const fits = this.fitting();
    fill(this.narrow, ...this.facets.map((facet) => this.facet(facet)));
    fill(this.rows, ...fits.slice(0, SHOWN).map((one) => button(this.act, one)),
      fits.length > SHOWN ? h('p', { class: 'small muted' }, t('common.hidden', { n: fits.length - SHOWN })) : null);
  }
}

function groupsOf(options) {
  const groups = new Map();
  for (const one of options) groups.set(one.kind, [...(groups.get(one.kind) || []), one]);
  const few = [...groups.values()].filter((list) => list.length === 1).flat();
  // What stands alone comes last: a slip of the thumb should not end a game.
  return [...[...groups.values()].filter((list) => list.length > 1), ...(few.length ? [few] : [])];
}

class Options {
  constructor(act, base) {
    Object.assign(this, { act, base, open: new Set(), shown: '' });
    this.element = h('div', { class: 'stack tight' });
  }

  update({ options, terms }) {
    const now = JSON.stringify(options);
    if (now === this.shown) return;
    this.shown = now;
    const groups = groupsOf(options);
    const folded = options.length > MANY && groups.length > 1;
    const more = options.length < MOST || !this.base ? null : (kind) => get(`${this.base}/options?kind=${encodeURIComponent(kind)}`);
    fill(this.element, ...groups.map((list) => this.group(list, terms, folded, more)));
  }

  group(list, terms, folded, more) {
    const [{ kind }, { kind: last }] = [list[0], list[list.length - 1]];
    const { parts } = new Group(list, terms, this.act, more);
    if (!folded || list.length === 1 || kind !== last) return h('div', { class: 'stack tight' }, ...parts);
    const remember = (event) => this.open[event.target.open ? 'add' : 'delete'](kind);
    return h('details', { class: 'options', open: this.open.has(kind), ontoggle: remember },
      h('summary', { class: 'button', 'data-key': `group ${kind}` },
        h('span', { class: 'grow' }, termOf(terms, 'kind', kind)), h('span', { class: 'badge' }, String(list.length))),
      ...parts);
  }
}

// say(words) does it and answers '' or the refusal; `base` is the address of the seat that speaks, if it is one.
export class Actions {
  constructor({ say, base = '' }) {
    Object.assign(this, { act: say, base, bonus: '' });
    this.options = new Options((words) => this.say(words), base);
    this.claims = h('div', { class: 'row', role: 'group', 'aria-label': t('common.bonuses') });
    this.answer = h('p', { class: 'answer', role: 'status', id: 'words-answer' });
    this.input = h('input', {
      type: 'text', id: 'words', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'send', maxlength: 2000,
      'aria-describedby': 'words-answer', oninput: () => this.typed(),
    });
    const submit = (event) => {
      event.preventDefault();
      this.say(this.input.value.trim());
    };
    this.element = h('div', { class: 'stack' }, this.claims, this.options.element,
      h('form', { class: 'stack tight', onsubmit: submit }, h('label', { for: 'words' }, t('common.words')),
        h('div', { class: 'row nowrap' }, this.input, h('button', { class: 'button primary fixed', type: 'submit' }, t('common.say'))), this.answer));
  }

  update(me) {
    if (JSON.stringify(me.options) !== JSON.stringify(this.me?.options)) this.bonus = '';
    this.me = me;
    const example = me.wanted[0]?.example;
    this.input.placeholder = example ? t('common.example', { words: example }) : '';
    this.draw(me.options);
  }

  draw(options) {
    const chip = (bonus) => tap(`bonus ${bonus}`, { class: 'chip', 'aria-pressed': String(bonus === this.bonus) }, () => this.claim(bonus), termOf(this.me.terms, 'bonus', bonus));
    fill(this.claims, ...(this.me.bonuses || []).map(chip));
    if (!this.bonus || options !== this.me.options) this.options.update({ options, terms: this.me.terms });
  }

  async claim(bonus) {
    this.bonus = this.bonus === bonus ? '' : bonus;
    this.draw(this.me.options);
    const answer = this.bonus ? await get(`${this.base}/options?bonus=${encodeURIComponent(bonus)}`) : {};
    if (answer.options && this.bonus === bonus) this.draw(answer.options);
  }

  typed() {
    clearTimeout(this.timer);
    const words = this.input.value.trim();
    this.tell('', true);
    if (words && this.base) this.timer = setTimeout(() => this.attempt(words), 350);
  }

  async attempt(words) {
    const answer = await ask(`${this.base}/try`, { words });
    if (this.input.value.trim() !== words || answer.status !== 200) return;
    this.tell(answer.message || t('common.allowed'), answer.ok);
  }

  tell(text, ok) {
    this.answer.textContent = text;
    this.answer.className = ok ? 'good answer' : 'refusal';
    this.input.setAttribute('aria-invalid', String(!ok));
  }

  async say(words) {
    if (!words || this.busy) return;
    clearTimeout(this.timer);
    this.busy = true;
    const refused = await this.act(words);
    this.busy = false;
    if (!refused) this.input.value = '';
    this.tell(refused || t('common.said', { words }), !refused);
    if (refused) this.answer.scrollIntoView({ block: 'center' });
  }
}
