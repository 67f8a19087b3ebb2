// The table on a phone: what it waits for, what may be done, the score sheet as it stands, everybody's points.
import { announce, dieFace, fill, h, page, signed, t, toast } from './elements.js';
import { send } from './connection.js';
import { Actions } from './actions.js';
import { paint, trayOf } from './colored_dice.js';
import { mountSheets } from './paper_entry.js';

async function say(words, means) {
  const answer = await send(`${page.base}/say`, { words });
  if (!answer.ok) return answer;
  announce(t('common.said', { words: means }));
  scrollTo({ top: 0 });
  return {};
}

export function totals({ people }) {
  const known = people.filter((one) => typeof one.total === 'number').sort((a, b) => a.rank - b.rank);
  const row = (one) => h('li', { class: 'badge' }, known.length > 1 && one.rank ? `${one.rank}. ${one.name}` : one.name, h('strong', { class: 'number' }, signed(one.total)));
  return known.length ? h('ul', { class: 'bare row', 'aria-label': t('table.points') }, ...known.map(row)) : null;
}

// What was tapped by mistake is taken back by whoever tapped it, as long as nobody has gone on.
async function takeBack(seq) {
  const answer = await send(`${page.base}/back`, { seq });
  if (!answer.ok) toast(answer.message, 'bad');
}

const backButton = ({ me }) => me.revocable && h('button', { class: 'button', 'data-key': 'take-back', onclick: () => takeBack(me.revocable) }, t('table.take-back'));

// Who rolls, and the button for whoever may.
function rolling(state) {
  const { me, people, active, to_roll: dice, source } = state;
  if (!dice.length) return [];
  const mine = active === null || active === me.seat;
  const title = active === null ? t('table.anybody-rolls') : mine ? t('table.you-roll') : t('table.rolls', { name: people[active].name });
  const shown = dice.length <= 10 ? dice.map((die) => dieFace('', { size: 34, ...paint(state, die.sort, '') })) : [];
  return [
    h('p', {}, h('strong', {}, title), ` ${t('table.to-roll', { n: dice.length })}`), shown.length ? h('div', { class: 'row' }, ...shown) : null,
    mine && source === 'virtual' ? h('button', { class: 'button big primary', 'data-key': 'roll', onclick: () => send(`${page.base}/roll`, {}) }, t('table.roll')) : null,
  ];
}

function waiting(state) {
  const { me, people, active, headline, title } = state;
  const others = people.filter((one) => one.seat !== me.seat && (one.status === 'drawing' || one.seat === active)).map((one) => one.name);
  const wanted = [...me.wanted].sort((a, b) => b.must - a.must);
  return [
    h('h2', {}, headline || title),
    ...(state.to_roll.length ? [] : wanted).map((one) => h('p', {}, one.must ? h('strong', {}, one.what) : one.what)),
    !wanted.some((one) => one.must) && !state.to_roll.length && others.length ? h('p', { class: 'muted' }, t('table.waits', { names: others.join(', ') })) : null,
    !wanted.length && !state.to_roll.length && !others.length ? h('p', { class: 'muted' }, t('table.waits-host')) : null,
    ...rolling(state), backButton(state),
    state.spread.length && !me.options.length ? h('div', { role: 'group', 'aria-label': t('table.dice') }, trayOf(state)) : null,
  ];
}

function told(lines) {
  return lines.length ? h('details', { class: 'card', open: lines.length < 4 },
    h('summary', { 'data-key': 'told' }, t('table.told')), ...lines.map((line) => h('p', { class: 'small muted' }, line))) : null;
}

export const padOf = ({ sheets, sheet }) => (sheets.find((one) => one.owner === 'table') || { name: sheet }).name;

class Table {
  constructor(root, state) {
    this.sheets = null;
    this.now = h('section', { class: 'card stack tight', 'aria-live': 'polite' });
    [this.told, this.points] = [h('div', {}), h('div', {})];
    this.actions = new Actions({ say, base: page.base });
    this.talk = h('section', { class: 'card stack', 'aria-label': t('table.may-do') }, this.actions.element);
    this.paper = h('section', { class: 'stack', 'aria-label': t('table.sheet') });
    fill(root, h('div', { class: 'stack' }, this.now, this.talk, this.points, this.told, this.paper));
    this.update(state);
  }

  update(state) {
    const { me } = state;
    const live = (state.begun || !state.on_paper) && (state.phase === 'roll' || state.phase === 'play');
    fill(this.now, ...(live ? waiting(state) : this.before(state)));
    this.talk.hidden = !live || !(me.options.length || (state.phase === 'play' && me.wanted.length));
    this.tell(live ? [...state.lines, ...me.lines] : []);
    if (live) this.actions.update(me, state);
    fill(this.points, totals(state));
    if (this.sheets) this.sheets.update(state);
    else if (me.sheets.length) this.sheets = mountSheets(this.paper, state, padOf(me), (field) => this.actions.mark(field));
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
}

export function mountTable(root, state) {
  const table = new Table(root, state);
  return { update: (next) => table.update(next), close: () => table.sheets && table.sheets.close() };
}
