// Choosing a move: the dice get their jobs, the house shows where the part may go, one button enters it.
import { dieFace, h, t, tap, toast } from '/static/elements.js';

export const JOBS = { draw: ['part', 'column', 'cost'], furniture: ['spaces', 'cost'] };
// What helps in this very round comes before what counts in the end.
export const NOW = ['free', 'nudge', 'extra'];

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const partOf = (one) => t(`page.part-${one.mark}`);
export const unique = (list) => [...new Set(list)];
export const chip = (text, pressed, act, key) => tap(key, { class: 'chip', 'aria-pressed': String(pressed) }, act, text);
export const chips = (label, list) => (list.length ? h('div', { class: 'chips', role: 'group', 'aria-label': label }, ...list) : null);

// `around` has redraw(), say(notation) and block(id, look). The dice that have a job are known by their place in the roll.
export class Choosing {
  constructor(state, around) {
    Object.assign(this, { state, around, claims: new Map(), busy: false });
    this.fresh();
  }

  fresh(kept = {}) {
    Object.assign(this, { kind: 'draw', jobs: {}, armed: null, field: null, notation: null, followed: false, bonus: '', turned: null, first: null, ...kept });
    // Where no part fits, the one thing that is left is not hidden behind a chip.
    if (!kept.kind && !this.may('draw') && this.may('furniture')) this.kind = 'furniture';
  }

  // ---- what may be done

  get dice() {
    const at = this.turned ? this.state.dice.indexOf(this.turned[0]) : -1;
    return this.state.dice.map((face, index) => (index === at ? this.turned[1] : face));
  }

  may(kind) { return this.offered.some((one) => one.kind === kind); }

  option(kind) { return this.state.me.options.find((one) => one.kind === kind); }

  // Of two parts the first is chosen like any other, as long as a second can follow.
  get offered() {
    const { options } = this.state.me;
    if (!this.bonus) return options;
    const claims = this.claims.get(this.bonus) || [];
    if (this.bonus === 'extra' && !this.first) return options.filter((one) => claims.some(({ first }) => first === one.notation));
    if (this.bonus === 'nudge' && !this.turned) return [];
    return claims.filter((one) => (!this.first || one.first === this.first.notation) && (!this.turned || same(one.turned, this.turned)));
  }

  // Dice that only followed from a field do not keep anybody from tapping another one.
  get fitting() {
    const { dice } = this;
    const put = Object.entries(this.followed ? {} : this.jobs);
    return this.offered.filter((one) => one.kind === this.kind && put.every(([job, at]) => one.dice[job] === dice[at]));
  }

  // What a bonus allows has to be asked for; until it is known nothing is judged, and what is tapped keeps its place.
  get waiting() { return this.bonus && this.bonus !== 'reroll' && !this.claims.has(this.bonus); }

  get matching() { return this.fitting.filter((one) => !this.field || one.field === this.field); }
  get complete() { return JOBS[this.kind].every((job) => job in this.jobs); }
  get onlyPass() { return this.offered.every((one) => !JOBS[one.kind]) && this.offered.find((one) => one.kind === 'pass'); }

  // The one option that is left, once dice or field say so.
  get chosen() {
    const left = this.matching;
    if (this.onlyPass) return this.onlyPass;
    if (this.notation) return left.find((one) => one.notation === this.notation);
    return left.length === 1 && (this.complete || this.field) ? left[0] : null;
  }

  // Several that differ in what the dice don't tell.
  get several() {
    const left = this.matching;
    const here = this.field || (this.complete && unique(left.map((one) => one.field)).length === 1);
    return left.length > 1 && here ? left : [];
  }

  // What a part is drawn by, step for step, for somebody who does it for the first time.
  get step() {
    if (this.chosen) return 'confirm';
    if (this.kind !== 'draw' || this.bonus || !this.may('draw')) return null;
    if (this.complete) return this.matching.length ? 'cell' : null;
    return 'part' in this.jobs ? 'column' : 'part';
  }

  // What is kept in case that nobody confirms it; a first part of two is none yet.
  get draft() {
    const whole = this.bonus !== 'reroll' && (this.bonus !== 'extra' || this.first);
    return (whole && this.chosen?.notation) || '';
  }

  // ---- taps

  jobOf(at) { return Object.keys(this.jobs).find((job) => this.jobs[job] === at); }

  settle(option) {
    Object.assign(this, { jobs: {}, followed: true });
    for (const job of JOBS[option.kind]) this.jobs[job] = this.dice.findIndex((face, at) => face === option.dice[job] && !this.jobOf(at));
  }

  put(job, at) {
    const [before, there] = [this.jobOf(at), this.jobs[job]];
    if (before) delete this.jobs[before];
    if (before && there !== undefined) this.jobs[before] = there;
    this.jobs[job] = at;
    Object.assign(this, { armed: null, notation: null, followed: false });
    const open = JOBS[this.kind].filter((one) => !(one in this.jobs));
    if (this.kind === 'draw' && open.length === 1) this.jobs[open[0]] = this.dice.findIndex((_, index) => !this.jobOf(index));
    this.judge();
  }

  // Dice and cell that don't go together: the cell gives way, and the rules say what is wrong with the dice.
  judge() {
    if (this.waiting || this.matching.length) return;
    this.field = null;
    if (this.complete) this.explain();
  }

  // Taking one back frees the last one too: it had only gone where room was left.
  takeBack(job) {
    if (this.kind === 'draw' && this.complete && job !== 'cost') delete this.jobs.cost;
    delete this.jobs[job];
    Object.assign(this, { armed: null, notation: null, field: null, followed: false });
  }

  tapDie(at) {
    const here = this.jobOf(at);
    const job = this.armed || JOBS[this.kind].find((one) => !(one in this.jobs));
    if (here && !this.armed) this.takeBack(here);
    else if (job) this.put(job, at);
    this.around.redraw();
  }

  tapJob(job) {
    if (this.armed === job) this.takeBack(job);
    else this.armed = job;
    this.around.redraw();
  }

  // Why what was tapped together is not allowed: the rules say.
  explain(field = '') { this.rarely('explain', field); }

  tapField({ id }) {
    if (this.kind !== 'draw') this.fresh({ bonus: this.bonus, turned: this.turned, first: this.first });
    const here = this.fitting.filter((one) => one.field === id);
    if (this.waiting) return void (this.field = id);
    // Before a die is the part nobody has meant any part, and the rule would speak of one.
    if (!here.length && 'part' in this.jobs && !this.followed) return void this.explain(id);
    if (!here.length) return toast(t('page.nothing-here'), 'bad', 0);
    const field = this.field === id ? null : id;
    Object.assign(this, { field, notation: null, armed: null }, this.followed ? { jobs: {}, followed: false } : {});
    if (field && here.length === 1 && !this.complete) this.settle(here[0]);
    return this.around.redraw();
  }

  choose(option) {
    this.notation = option.notation;
    if (this.followed || !this.complete) this.settle(option);
    this.around.redraw();
  }

  switchKind() {
    if (this.kind === 'furniture' && !this.may('draw')) return;
    this.fresh({ kind: this.kind === 'draw' ? 'furniture' : 'draw', bonus: this.bonus, turned: this.turned, first: this.first });
    this.around.redraw();
  }

  // What is rarely done is fetched when it is.
  async rarely(way, given) {
    this.rare = await import('./claims.js');
    this.rare[way](this, given);
  }

  claim(bonus) {
    this.fresh({ bonus: this.bonus === bonus ? '' : bonus });
    this.around.redraw();
    if (this.waiting) this.rarely('allowed', bonus);
  }

  async enter(notation) {
    if (this.busy) return;
    this.busy = true;
    this.around.redraw();
    await this.around.say(notation);
    this.busy = false;
    this.around.redraw();
  }

  confirm() {
    const option = this.bonus === 'reroll' ? this.option('reroll') : this.chosen;
    if (this.bonus !== 'extra' || this.first) return void this.enter(option.notation);
    this.fresh({ bonus: 'extra', first: option });
    this.around.redraw();
  }

  // ---- what is seen

  dieButton(face, at) {
    const job = this.jobOf(at);
    const name = job ? t(`page.job-${job}`) : '';
    const label = job ? t('page.die-is', { n: face, place: name }) : t('common.die', { n: face });
    return tap(`die-${at}`, { class: `die-button${job ? ' used' : ''}`, 'aria-pressed': String(Boolean(job)), 'aria-label': label }, () => this.tapDie(at),
      dieFace(face, { size: 58 }), h('span', { class: 'die-job' }, name || '\u00a0'));
  }

  jobMeans(job, face) {
    const there = this.offered.filter((one) => one.kind === this.kind && one.dice[job] === face);
    if (job === 'part') return unique(there.map(partOf)).join(' / ');
    return job === 'cost' && there.length ? t('page.price', { n: there[0].price }) : '';
  }

  jobButton(job) {
    const face = this.dice[this.jobs[job]];
    const name = t(`page.job-${job}`);
    const means = face ? this.jobMeans(job, face) : '';
    const label = `${name}: ${face ? [face, means].filter(Boolean).join(', ') : t('common.empty')}`;
    return tap(`place-${job}`, { class: 'place', 'aria-pressed': String(this.armed === job), 'aria-label': label }, () => this.tapJob(job),
      h('span', { class: 'place-name' }, name), face ? dieFace(face, { size: 44 }) : h('span', { class: 'hole' }), h('span', { class: 'place-means' }, means));
  }

  claimChips() {
    const { bonuses } = this.state.me;
    const all = [...NOW.filter((one) => bonuses.includes(one)), ...bonuses.filter((one) => !NOW.includes(one) && one !== 'reroll')];
    const furniture = this.may('furniture') ? [chip(t('page.furniture'), this.kind === 'furniture', () => this.switchKind(), 'furniture')] : [];
    const claims = (some) => some.map((one) => chip(t(`page.bonus-${one}`), this.bonus === one, () => this.claim(one), `bonus-${one}`));
    const [now, end] = [all.filter((one) => NOW.includes(one)), all.filter((one) => !NOW.includes(one))];
    const open = this.ending || end.includes(this.bonus);
    const later = end.length ? [chip(t('page.in-the-end'), open, () => this.rarely('unfold', !open), 'in-the-end')] : [];
    return h('div', { class: 'stack tight' }, chips(t('page.choices'), [...furniture, ...claims(now), ...later]), open ? chips(t('page.in-the-end'), claims(end)) : null);
  }

  // The active player's, beside the dice for the whole round: it says why where it can't be had.
  rerollButton() {
    const { active, me } = this.state;
    if (active !== me.seat) return null;
    const look = { class: 'chip reroll', 'aria-pressed': String(this.bonus === 'reroll'), 'aria-disabled': this.option('reroll') ? null : 'true' };
    return tap('bonus-reroll', look, () => this.rarely('reroll'), t('page.bonus-reroll'));
  }

  get highlight() {
    const [fields, done] = [new Map(), this.chosen];
    for (const one of this.fitting) if (one.field) fields.set(one.field, [...(fields.get(one.field) || []), one]);
    return Object.fromEntries([...fields].map(([field, options]) => {
      const prices = unique(options.map((one) => one.price)).sort();
      const label = `${unique(options.map(partOf)).join(', ')}: ${prices.map((n) => t('page.price', { n })).join(', ')}`;
      const here = done && done.field === field ? [done] : null;
      const ghosts = unique((here || options).map((one) => one.mark));
      return [field, { ghosts, note: here ? done.price : prices.join('/'), label, chosen: Boolean(here) || this.field === field }];
    }));
  }

  hint() {
    if (this.bonus === 'reroll') return t('page.reroll-now');
    if (this.bonus === 'nudge' && !this.turned) return t('page.nudge-which');
    if (this.several.length) return t('page.tap-which');
    if (this.complete) return t(this.matching.length || this.waiting ? 'page.tap-cell' : 'page.nothing-there');
    return t(`page.tap-${this.armed || JOBS[this.kind].find((job) => !(job in this.jobs))}`);
  }

  bar() {
    const option = this.chosen;
    const ready = Boolean(option || this.bonus === 'reroll') && !this.busy;
    const more = option && this.bonus === 'extra' && !this.first;
    const which = this.several.map((one) => chip(`${partOf(one)}, ${t('page.price', { n: one.price })}`, this.notation === one.notation, () => this.choose(one), one.notation));
    const look = { class: `button big confirm${ready ? ' primary' : ''}`, 'aria-disabled': ready ? null : 'true', 'data-guide': this.step === 'confirm' ? 'confirm' : null };
    return h('div', { class: 'bar' }, chips(t('page.tap-which'), which),
      tap('confirm', look, () => ready && this.confirm(),
        ready && h('span', { class: 'tick', 'aria-hidden': 'true' }, '\u2713'),
        h('span', { class: 'stack' }, ready && h('span', { class: 'sr' }, t('page.confirm')), h('span', {}, option ? option.means : this.hint()),
          more && h('span', { class: 'small' }, t('page.then-second')))));
  }

  // Passing is offered first where it is the only way, and last where it is one of several.
  passing(look = '') {
    const pass = this.offered.find((one) => one.kind === 'pass');
    if (!pass) return h('p', { class: 'muted small' }, t('page.no-pass'));
    return tap('pass', `button big ${look}`, () => this.enter(pass.notation), t('page.pass-button'));
  }

  // Pieces for the page: above the house, what lights up in it, the way to pass, and the button at the bottom.
  pieces() {
    const only = this.onlyPass && !this.bonus;
    const above = [
      only ? this.passing('primary') : null,
      h('div', { class: 'dice', role: 'group', 'aria-label': t('page.dice'), 'data-guide': ['part', 'column'].includes(this.step) ? this.step : null }, ...this.dice.map((face, at) => this.dieButton(face, at)), this.rerollButton()),
      only ? null : h('div', { class: `places ${this.kind}`, role: 'group', 'aria-label': t('page.jobs') }, ...JOBS[this.kind].map((job) => this.jobButton(job))),
      this.claimChips(), ...((this.bonus && this.rare?.about(this)) || []),
      this.kind === 'furniture' ? this.around.block('furniture', { label: t('page.furniture') }) : null,
    ];
    const pending = this.first?.field ? { [this.first.field]: this.first.mark } : {};
    const lit = { guide: this.step === 'cell' ? 'cell' : null, highlight: this.highlight, onField: (field) => this.tapField(field), pending };
    return { above, lit, pass: only ? null : this.passing(), bar: only ? null : this.bar() };
  }
}
