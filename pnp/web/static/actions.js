// What may be done now, to tap: the dice that lie there, then kinds of actions, then what tells those of a kind apart.
import { dieFace, fill, h, t, tap, termOf } from './elements.js';
import { ask, get } from './connection.js';
import { diceOf, paint, sortOf, trayOf } from './colored_dice.js';

// How many buttons are read at a glance, how many of one kind stand among others, how much the server tells at once.
const [GLANCE, FEW, MOST] = [12, 3, 400];

const known = (values) => [...new Set(values)].filter((value) => value !== undefined);
const shownMark = (value) => String(value).replace(/=(\w+)$/, ' ($1)');

// What tells options of one kind apart, in the order in which it is asked for.
function facetsOf(list, terms) {
  const jobs = known(list.flatMap((one) => Object.keys(one.dice || {})));
  return [
    ...jobs.map((job) => ({ name: job, sort: sortOf(job), label: termOf(terms, 'job', job), of: (one) => one.dice?.[job] })),
    { name: 'mark', label: t('common.what'), of: (one) => one.mark },
    { name: 'where', label: t('common.where'), of: (one) => one.where },
    { name: 'turned', label: t('common.what'), of: (one) => one.turned?.join(' → ') },
  ];
}

const nameOf = (die) => JSON.stringify([die.name, die.face]);

// Whether dice that were tapped are among others; dice of one name and face are alike.
function within(some, all) {
  const left = [...all];
  return some.every((one) => left.includes(one) && left.splice(left.indexOf(one), 1));
}

class Choice {
  constructor(act, more) {
    Object.assign(this, { act, more, picked: [], path: [], shown: '', whole: new Map() });
    this.element = h('div', { class: 'stack tight' });
  }

  update(me, table) {
    const [now, names, path] = [JSON.stringify([me.options, table.spread]), this.table ? this.names : [], this.path];
    Object.assign(this, { me, table });
    if (now !== this.shown) {
      Object.assign(this, { picked: [], path: [], whole: new Map(), shown: now });
      this.keep(names, path);
    }
    this.draw();
  }

  // Others go on meanwhile: what was tapped stays so as long as it lies there and something can be done with it.
  keep(names, path) {
    const left = this.spread.map(nameOf);
    const found = names.map((name) => {
      const at = left.indexOf(name);
      if (at >= 0) left[at] = null;
      return at;
    });
    if (found.length && !found.includes(-1) && this.fitting(found).length) this.picked = found;
    if (this.picked.length === names.length) path.every((step) => this.path.push(step) && (this.fitting().length || !this.path.pop()));
    this.path.filter(({ name }) => name === 'kind').forEach(({ value }) => this.complete(value));
  }

  clear() {
    Object.assign(this, { picked: [], path: [] });
    this.draw();
  }

  // ---- which options are meant

  get spread() { return this.table.spread || []; }
  get names() { return this.picked.map((index) => nameOf(this.spread[index])); }

  namesOf(one) { return one.picks.map((index) => nameOf(this.spread[index])); }

  takes(one, picked) {
    if (one.picks) return within(picked.map((index) => nameOf(this.spread[index])), this.namesOf(one));
    const jobs = Object.entries(one.dice || {});
    return !jobs.length || picked.every((index, at) => {
      const { sort, face } = this.spread[index];
      return jobs[at] && jobs[at][1] === face && (!sort || sortOf(jobs[at][0]) === sort);
    });
  }

  fitting(picked = this.picked) {
    const list = this.me.options.flatMap((one) => (this.whole.has(one.kind) ? [] : [one])).concat(...this.whole.values());
    return list.filter((one) => this.takes(one, picked) && this.path.every(({ of, value }) => of(one) === value));
  }

  exact(one) { return one.picks.length === this.picked.length && within(this.namesOf(one), this.names); }

  byDice(one) { return this.spread.length > 0 && (one.picks || Object.keys(one.dice || {}).length > 0); }

  usable(index) {
    if (this.picked.includes(index)) return true;
    return this.fitting([...this.picked, index]).some((one) => this.byDice(one) && (one.picks || Object.keys(one.dice).length > this.picked.length));
  }

  // ---- taps

  pick(index) {
    this.picked = this.picked.includes(index) ? this.picked.filter((one) => one !== index) : [...this.picked, index];
    this.path = [];
    this.draw();
  }

  async choose(step) {
    this.path.push(step);
    if (step.name === 'kind') await this.complete(step.value);
    this.draw();
  }

  // All options of a kind, where there are more than the server tells at once.
  async complete(kind) {
    if (!this.more || this.me.options.length < MOST || this.whole.has(kind)) return;
    const { shown } = this;
    const { options } = await this.more(kind);
    if (!options || shown !== this.shown) return;
    this.whole.set(kind, options);
    this.draw();
  }

  // ---- what is seen

  row(one, look = '') {
    const means = one.asks?.what || one.means;
    const strikes = one.field && one.mark === 0;
    const act = one.asks ? () => this.askFor(one) : strikes ? () => this.strike(one) : () => this.act(one);
    return tap(`say ${one.notation}`, `button option${means.length > 22 ? ' wide' : ''} ${look}`, act,
      h('span', { class: 'row nowrap' }, ...diceOf(this.table, one), h('strong', {}, one.asks ? `${means} \u2026` : means)));
  }

  async askFor(one) {
    const { askAmounts } = await import('./amounts.js');
    askAmounts(one, this.table, (words) => this.act({ ...one, notation: words }));
  }

  // A box that is worth nothing is given up for good: a slip of the thumb should not do that.
  async strike(one) {
    const { sheetUp } = await import('./dialog.js');
    const sure = () => (up.close(), this.act(one));
    const up = sheetUp(one.means, h('p', {}, t('common.strike-about')), tap('strike', 'button big primary', sure, t('common.strike')));
  }

  rows(list) { return list.length ? h('div', { class: 'choice-grid' }, ...list.map((one) => this.row(one))) : null; }

  kindButton(kind, list) {
    const label = termOf(this.me.terms, 'kind', kind);
    return tap(`kind ${kind}`, 'button option', () => this.choose({ name: 'kind', value: kind, label, of: (one) => one.kind }),
      h('strong', { class: 'grow' }, label), h('span', { class: 'badge' }, list.length < 100 ? String(list.length) : '\u2026'));
  }

  // Of dice that are picked together one button says what they come to.
  picking(kind, list) {
    const exact = list.find((one) => this.exact(one));
    if (exact) return this.row(exact, 'primary wide');
    return h('p', { class: 'muted small', 'data-key': `hint ${kind}` }, t('common.tap-dice', { kind: termOf(this.me.terms, 'kind', kind) }));
  }

  kinds(list) {
    // What stands alone comes last: a slip of the thumb should not end a turn.
    const groups = known(list.map((one) => one.kind)).map((kind) => [kind, list.filter((one) => one.kind === kind)])
      .sort((a, b) => (b[1].length > 1) - (a[1].length > 1));
    const picks = groups.filter(([, some]) => some.every((one) => one.picks));
    const others = groups.filter(([, some]) => !some.every((one) => one.picks));
    // Before a die is tapped, what dice do is asked of them.
    const waits = !this.picked.length && list.length > GLANCE ? others.filter(([, some]) => some.every((one) => this.byDice(one))) : [];
    const rest = others.filter((one) => !waits.includes(one));
    const few = rest.reduce((sum, [, some]) => sum + some.length, 0) <= GLANCE;
    const flat = rest.filter(([, some]) => few || some.length <= FEW);
    return [
      waits.length ? h('p', { class: 'muted small' }, t('common.tap-die')) : null,
      ...picks.map(([kind, some]) => this.picking(kind, some)),
      ...rest.filter((one) => !flat.includes(one)).map(([kind, some]) => this.kindButton(kind, some)),
      this.rows(flat.flatMap(([, some]) => some)),
    ];
  }

  facet(list) {
    const open = facetsOf(list, this.me.terms).find((facet) => known(list.map(facet.of)).length > 1);
    if (!open || list.length <= GLANCE / 2) return [this.rows(list)];
    const look = (value) => (typeof open.of(list[0]) === 'number' || open.sort
      ? dieFace(value, { size: 34, label: String(value), ...paint(this.table, open.sort, value) }) : shownMark(value));
    const chip = (value) => tap(`${open.name} ${value}`, 'chip', () => this.choose({ ...open, value, label: shownMark(value) }), look(value));
    return [
      h('p', { class: 'small muted' }, open.label),
      h('div', { class: 'row', role: 'group', 'aria-label': open.label }, ...known(list.map(open.of)).map(chip)),
      this.rows(list.filter((one) => open.of(one) === undefined)),
    ];
  }

  crumbs() {
    const back = (at) => {
      this.path = this.path.slice(0, at);
      this.draw();
    };
    const crumb = ({ label }, at) => tap(`back ${at}`, { class: 'chip', 'aria-pressed': 'true', 'aria-label': t('common.back-from', { what: label }) }, () => back(at), label);
    return this.path.length ? h('div', { class: 'row', role: 'group' }, ...this.path.map(crumb)) : null;
  }

  draw() {
    const list = this.fitting();
    const tappable = this.me.options.some((one) => this.byDice(one));
    const tray = tappable ? trayOf(this.table, { may: (index) => this.usable(index), act: (index) => this.pick(index), on: this.picked }) : null;
    const byKind = !this.path.length && known(list.map((one) => one.kind)).length > 1;
    const alone = !byKind && !this.path.length && list.length && list.every((one) => one.picks);
    fill(this.element, tray, this.crumbs(), ...(byKind || alone || list.length <= GLANCE ? this.kinds(list) : this.facet(list)));
    this.tray = tappable;
  }
}

// say(words, means) does it and answers '' or the refusal, with the ways that words may mean; `base` is the address of
// the seat that speaks, if it is one. Words are typed only by those who ask for that.
export class Actions {
  constructor({ say, base = '' }) {
    Object.assign(this, { saying: say, base, bonus: '' });
    const more = base ? (kind) => get(`${base}/options?kind=${encodeURIComponent(kind)}`) : null;
    this.choice = new Choice((one) => this.say(one.notation, one.means), more);
    this.claims = h('div', { class: 'row', role: 'group', 'aria-label': t('common.bonuses') });
    this.answer = h('p', { class: 'answer', role: 'status', id: 'words-answer' });
    this.ways = h('div', { class: 'stack tight' });
    this.typing = h('div', {}, tap('in words', 'button plain quiet', () => this.type(), t('common.in-words')));
    this.element = h('div', { class: 'stack' }, this.claims, this.choice.element, this.answer, this.ways, this.typing);
  }

  update(me, table = {}) {
    const other = JSON.stringify(me.options) !== JSON.stringify(this.me?.options);
    Object.assign(this, { me, table: me.spread ? { ...table, spread: me.spread } : table });
    if (!me.bonuses?.includes(this.bonus)) this.bonus = '';
    this.draw(me.options);
    if (other && this.bonus) this.fetched();
  }

  draw(options) {
    const chip = (bonus) => tap(`bonus ${bonus}`, { class: 'chip', 'aria-pressed': String(bonus === this.bonus) }, () => this.claim(bonus), termOf(this.me.terms, 'bonus', bonus));
    fill(this.claims, ...(this.me.bonuses || []).map(chip));
    if (!this.bonus || options !== this.me.options) this.choice.update({ ...this.me, options }, this.table);
  }

  async claim(bonus) {
    this.bonus = this.bonus === bonus ? '' : bonus;
    this.draw(this.me.options);
    if (this.bonus) await this.fetched();
  }

  async fetched() {
    const { bonus, me } = this;
    const { options } = await get(`${this.base}/options?bonus=${encodeURIComponent(bonus)}`);
    if (options && this.bonus === bonus && this.me === me) this.draw(options);
  }

  // ---- words of one's own

  type() {
    this.input = h('input', {
      type: 'text', id: 'words', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'send', maxlength: 2000,
      'aria-describedby': 'words-answer', oninput: () => this.typed(), placeholder: this.me.wanted[0]?.example ? t('common.example', { words: this.me.wanted[0].example }) : '',
    });
    const submit = (event) => {
      event.preventDefault();
      this.say(this.input.value.trim());
    };
    fill(this.typing, h('form', { class: 'stack tight', onsubmit: submit }, h('label', { for: 'words' }, t('common.words')),
      h('div', { class: 'row nowrap' }, this.input, h('button', { class: 'button primary fixed', type: 'submit' }, t('common.say')))));
    this.input.focus();
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

  tell(text, ok, ways = []) {
    this.answer.textContent = text;
    this.answer.className = ok ? 'good answer' : 'refusal';
    fill(this.ways, ...ways.map((one) => this.choice.row(one)));
    if (this.input) this.input.setAttribute('aria-invalid', String(!ok));
  }

  // A box of the sheet that was tapped: its one mark, a choice of several, or the words of the table why there is none.
  mark(field) {
    const list = this.me.options.filter((one) => one.field === field.id);
    if (list.length === 1) return this.say(list[0].notation, list[0].means);
    if (!list.length) return this.say(field.id);
    this.choice.clear();
    this.choice.choose({ name: 'box', value: field.id, label: list[0].where || field.id, of: (one) => one.field });
    return this.element.scrollIntoView({ block: 'center' });
  }

  async say(words, means = words) {
    if (!words || this.busy) return;
    clearTimeout(this.timer);
    this.busy = true;
    const { message = '', ways = [], facts } = await this.saying(words, means);
    this.busy = false;
    if (!message) this.choice.clear();
    if (!message && this.input) this.input.value = '';
    // What is only in doubt is taken from whoever says that it was so.
    const anyway = facts?.anyway ? [{ notation: `anyway ${words}`, means: t('common.anyway') }] : [];
    this.tell(message, !message, [...ways, ...anyway]);
    if (message) this.answer.scrollIntoView({ block: 'center' });
  }
}
