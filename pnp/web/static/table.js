// The table on a phone: what it waits for, what may be said, the score sheet as it stands, everybody's points.
import { announce, ask, dieFace, fill, get, h, page, send, signed, t } from './core.js';
import { mountSheets } from './paper.js';
import { builderOf } from './builders.js';
import { tap } from './cut.js';

// A list that is long enough to be looked through by words, how much of one is shown, how much the server tells.
const [MANY, SHOWN, MOST] = [12, 60, 400];

// ---------------------------------------------------------------- options as buttons, by their first word

function groupsOf(options) {
  const groups = new Map();
  for (const one of options) {
    const [word] = one.words.split(/[ :]/);
    groups.set(word, [...(groups.get(word) || []), one]);
  }
  const few = [...groups].filter(([, list]) => list.length === 1).flatMap(([, list]) => list);
  // Words that stand alone, such as end, come last: a slip of the thumb should not end a game.
  return [...[...groups].filter(([, list]) => list.length > 1), ...(few.length ? [['', few]] : [])];
}

class Options {
  constructor(say) {
    Object.assign(this, { say, open: new Set(), shown: '' });
    this.element = h('div', { class: 'stack tight' });
  }

  update(options) {
    const now = JSON.stringify(options);
    if (now === this.shown) return;
    this.shown = now;
    const folded = options.length > MANY;
    this.cut = options.length >= MOST;
    fill(this.element, ...groupsOf(options).map(([word, list]) => this.group(word, list, folded)));
  }

  group(word, list, folded) {
    let all = list;
    const rows = h('div', { class: 'stack tight' });
    const draw = (text) => {
      const parts = text.toLowerCase().split(/\s+/);
      const fits = all.filter((one) => parts.every((part) => `${one.words} ${one.means}`.toLowerCase().includes(part)));
      const more = fits.length > SHOWN ? h('p', { class: 'small muted' }, t('table.hidden', { n: fits.length - SHOWN })) : null;
      fill(rows, ...fits.slice(0, SHOWN).map((one) => this.button(one)), more);
    };
    // A long list was cut off by the server; all of a group are fetched when somebody looks for one.
    const complete = async () => {
      const answer = this.cut && all === list ? await get(`${page.base}/options?like=${encodeURIComponent(`${word} `)}`) : {};
      if (answer.options) all = answer.options;
      draw(filter.value);
    };
    const filter = h('input', {
      type: 'search', 'data-key': `filter ${word}`, placeholder: t('table.filter'), 'aria-label': t('table.filter'), autocomplete: 'off',
      hidden: list.length <= MANY, onfocus: complete, oninput: () => draw(filter.value),
    });
    draw('');
    if (!word || !folded) return h('div', { class: 'stack tight' }, filter, rows);
    const remember = (event) => this.open[event.target.open ? 'add' : 'delete'](word);
    return h('details', { class: 'options', open: this.open.has(word), ontoggle: remember },
      h('summary', { class: 'button', 'data-key': `group ${word}` },
        h('span', { class: 'grow' }, word), h('span', { class: 'badge' }, String(list.length))),
      filter, rows);
  }

  button({ words, means }) {
    return tap(`say ${words}`, 'button option', () => this.say(words), h('strong', {}, words), h('span', { class: 'small muted' }, means));
  }
}

// ---------------------------------------------------------------- words of one's own

class Words {
  constructor() {
    this.answer = h('p', { class: 'answer', role: 'status', id: 'words-answer' });
    this.input = h('input', {
      type: 'text', id: 'words', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'send', maxlength: 2000,
      'aria-describedby': 'words-answer', oninput: () => this.typed(),
    });
    const button = h('button', { class: 'button primary paper-take', type: 'submit' }, t('table.say'));
    const submit = (event) => {
      event.preventDefault();
      this.say(this.input.value.trim());
    };
    this.element = h('form', { class: 'stack tight', onsubmit: submit },
      h('label', { for: 'words' }, t('table.words')), h('div', { class: 'row nowrap' }, this.input, button), this.answer);
  }

  example(text) { this.input.placeholder = text ? t('table.example', { words: text }) : ''; }

  put(words) {
    this.input.value = words;
    this.typed();
  }

  typed() {
    clearTimeout(this.timer);
    const words = this.input.value.trim();
    this.tell('', true);
    if (words) this.timer = setTimeout(() => this.attempt(words), 350);
  }

  async attempt(words) {
    const answer = await ask(`${page.base}/try`, { words });
    if (this.input.value.trim() !== words || answer.status !== 200) return;
    this.tell(answer.message || t('table.allowed'), answer.ok);
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
    const answer = await send(`${page.base}/say`, { words });
    this.busy = false;
    if (answer.ok) this.input.value = '';
    this.tell(answer.ok ? t('table.said', { words }) : answer.message, answer.ok);
    if (answer.ok) {
      announce(t('table.said', { words }));
      scrollTo({ top: 0 });
    }
    if (!answer.ok) this.answer.scrollIntoView({ block: 'center' });
  }
}

// ---------------------------------------------------------------- the whole panel

function totals({ people }) {
  const known = people.filter((one) => typeof one.total === 'number').sort((a, b) => a.rank - b.rank);
  const row = (one) => h('li', { class: 'badge' }, known.length > 1 ? `${one.rank}. ${one.name}` : one.name, h('strong', { class: 'number' }, signed(one.total)));
  return known.length ? h('ul', { class: 'bare row', 'aria-label': t('table.points') }, ...known.map(row)) : null;
}

// Dice that differ have their names below.
const dieOf = (face, name, size) => h('span', { class: 'die-named' }, dieFace(face, { size, label: [name, face].join(' ').trim() }), name ? h('span', { class: 'small muted', 'aria-hidden': 'true' }, name) : null);

function waiting({ me, people, active, headline, title, dice, dice_names: names, to_roll: rolled, source }) {
  const others = people.filter((one) => one.seat !== me.seat && (one.status === 'drawing' || one.seat === active)).map((one) => one.name);
  const wanted = [...me.wanted].sort((a, b) => b.must - a.must);
  const size = dice.length > 6 ? 36 : 44;
  return [
    h('h2', {}, headline || title),
    ...wanted.map((one) => h('p', {}, one.must ? h('strong', {}, one.what) : one.what)),
    !wanted.some((one) => one.must) && others.length ? h('p', { class: 'muted' }, t('table.waits', { names: others.join(', ') })) : null,
    dice.length ? h('div', { class: 'row', role: 'group', 'aria-label': t('table.dice') }, ...dice.map((face, at) => dieOf(face, names[at], size))) : null,
    rolled.length ? h('p', {}, t('table.to-roll', { n: rolled.length })) : null,
    rolled.length && source === 'virtual' && active === me.seat
      ? h('button', { class: 'button big primary', 'data-key': 'roll', onclick: () => send(`${page.base}/roll`, {}) }, t('table.roll')) : null,
  ];
}

function told(lines) {
  return lines.length ? h('details', { class: 'card', open: lines.length < 4 },
    h('summary', { 'data-key': 'told' }, t('table.told')), ...lines.map((line) => h('p', { class: 'small muted' }, line))) : null;
}

const padOf = ({ sheets, sheet }) => (sheets.find((one) => one.owner === 'table') || { name: sheet }).name;

class Table {
  constructor(root, state) {
    Object.assign(this, { built: null, sheets: null });
    this.now = h('section', { class: 'card stack tight', 'aria-live': 'polite' });
    [this.told, this.points] = [h('div', {}), h('div', {})];
    this.builder = h('div', { class: 'stack' });
    this.words = new Words();
    this.options = new Options((words) => this.words.say(words));
    this.talk = h('section', { class: 'card stack', 'aria-label': t('table.words') }, this.builder, this.words.element, this.options.element);
    this.paper = h('section', { class: 'stack', 'aria-label': t('table.sheet') });
    fill(root, h('div', { class: 'stack' }, this.now, this.talk, this.points, this.told, this.paper));
    this.update(state);
  }

  update(state) {
    const live = (state.begun || !state.on_paper) && (state.phase === 'roll' || state.phase === 'play');
    fill(this.now, ...(live ? waiting(state) : this.before(state)));
    this.talk.hidden = !live || !(state.me.options.length || (state.phase === 'play' && state.me.wanted.length));
    this.tell(live ? [...state.lines, ...state.me.lines] : []);
    if (live) this.offer(state.me);
    fill(this.points, totals(state));
    if (this.sheets) this.sheets.update(state);
    else if (state.me.sheets.length) this.sheets = mountSheets(this.paper, state, padOf(state.me));
  }

  tell(lines) {
    if (JSON.stringify(lines) !== this.lines) fill(this.told, told(lines));
    this.lines = JSON.stringify(lines);
  }

  before(state) {
    if (!state.paper) return [h('h2', {}, state.headline || state.title)];
    const name = state.begun ? 'over' : 'keep-score';
    return [
      h('h2', {}, t(`table.${name}`)), h('p', { class: 'muted' }, t(`table.${name}-text`)),
      ...(state.me.differs || []).map((line) => h('p', { class: 'small bad' }, line)),
    ];
  }

  offer(me) {
    const made = builderOf(me);
    if ((made ? made.key : null) !== this.built) {
      this.built = made ? made.key : null;
      fill(this.builder);
      if (made) made.build(this.builder, (words) => this.words.put(words));
    }
    // What can be tapped comes first, but a builder stands beside the words it makes.
    this.options.element.style.order = made && me.wanted.some((one) => one.must) ? 0 : -1;
    this.words.example(me.wanted[0]?.example);
    this.options.update(me.options.filter((one) => !made || !made.covers(one.words)));
  }
}

export function mountTable(root, state) {
  const table = new Table(root, state);
  return { update: (next) => table.update(next), close: () => table.sheets && table.sheets.close() };
}
