// House of Dice on a phone: the dice are rolled, a move is chosen, it waits in secret, the round is revealed.
import { dieFace, fill, h, page, signed, t, tap, toast } from '/static/elements.js';
import { send } from '/static/connection.js';
import { crop } from '/static/sheet_art.js';
import { Choosing } from './choosing.js';

const TRACKS = ['turns', 'cost', 'bonuses', 'furniture'];
let state = null;
let layout = null;
let root = null;
let stamp = '';
let changing = false;
let choosing = null;

const person = (seat) => state.people.find((one) => one.seat === seat);
const named = (seat) => person(seat)?.name || '';
const smallDice = (dice) => h('div', { class: 'row' }, ...dice.map((face) => dieFace(face, { size: 34, label: t('common.die', { n: face }) })));
const button = (text, act, look = '') => tap(text, `button ${look}`, act, text);

function block(id, { guide, ...look } = {}) {
  const { marks, pending, sheet } = state.me;
  return h('div', { class: 'paper-card on-paper', 'data-guide': guide }, crop(layout, id, { marks: marks[sheet], pending: changing ? {} : pending, ...look }));
}

const house = (look) => block('house', { label: t('page.house'), ...look });

// Points that are missing are explained: nobody begins with less than nothing without a reason.
const lost = (score) => score.filter((line) => line.points < 0)
  .map((line) => h('p', { class: 'small muted' }, t('page.lost', { n: signed(line.points), line: line.label, why: line.why })));

function tracks() {
  return h('section', { class: 'stack' },
    h('h2', { class: 'row between' }, t('page.tracks'), h('span', { class: 'badge' }, t('page.so-far', { n: signed(person(state.me.seat)?.total || 0) }))),
    ...lost(state.me.score),
    h('div', { class: 'track-grid' }, ...TRACKS.map((id) => block(id, { label: t(`page.track-${id}`) }))));
}

async function say(words) {
  const answer = await send(`${page.base}/say`, { words });
  if (!answer.ok) toast(answer.message, 'bad');
}

const sayKind = (kind) => say(state.me.options.find((one) => one.kind === kind)?.notation || kind);

const around = { redraw: () => render(), say, block };

function change(on) {
  changing = on;
  choosing = new Choosing(state, around);
  render();
}

// ---- the moments of a round

function lastRound() {
  const { last } = state;
  return last && h('section', { class: 'card stack tight' },
    h('div', { class: 'row between' }, h('h2', {}, t('page.last-round', { n: last.round })), smallDice(last.dice)),
    h('ul', { class: 'bare stack tight' }, ...last.moves.map((one) => h('li', {}, h('strong', {}, named(one.seat)), ' ', one.means))));
}

// Whoever had entered a move for dice that are rolled again has none: that is not found out by chance.
function voided() {
  return person(state.me.seat)?.voided && h('p', { class: 'card', role: 'status' }, t('page.voided', { name: named(state.active) }));
}

function rolling() {
  const mine = state.active === state.me.seat;
  const title = t(`page.${mine ? 'you-roll' : 'rolls'}${state.again ? '-again' : ''}`, { name: named(state.active) });
  return [
    voided(),
    h('section', { class: 'card stack tight' }, h('h2', {}, title), mine && state.source === 'virtual' ? tap('roll', 'button big primary', () => send(`${page.base}/roll`, {}), t('page.roll')) : h('p', { class: 'muted' }, t('page.dice-soon'))),
    lastRound(), house(), tracks(),
  ];
}

function entered() {
  const waits = state.people.filter((one) => one.status === 'drawing' && one.seat !== state.me.seat).map((one) => one.name);
  return [
    h('section', { class: 'card stack' },
      h('div', { class: 'row between' }, h('h2', {}, t('page.entered')), smallDice(state.dice)),
      h('p', { class: 'display' }, state.me.entry.means),
      h('p', { class: 'muted', role: 'status' }, waits.length ? t('page.waiting', { names: waits.join(', ') }) : t('page.waiting-reveal')),
      h('div', { class: 'row' }, button(t('page.change'), () => change(true), 'grow'), button(t('page.withdraw'), () => sayKind('withdraw'), 'grow'))),
    house(), tracks(),
  ];
}

function away() {
  return [
    h('section', { class: 'card stack' }, h('h2', {}, t('page.away')), button(t('page.i-am-back'), () => sayKind('back'), 'big primary')),
    lastRound(), house(), tracks(),
  ];
}

function playing() {
  const { above, lit, pass, bar } = choosing.pieces();
  const keep = changing ? button(t('page.keep'), () => change(false)) : pass;
  return [voided(), h('div', { class: 'side-by-side' }, h('div', { class: 'stack' }, ...above), house(lit)), keep, tracks(), bar];
}

function content() {
  if (state.me.status === 'away') return away();
  if (!state.dice.length) return rolling();
  return state.me.entry && !changing ? entered() : playing();
}

// Rows of chips stay scrolled where they were, but the pressed one is seen whole.
function whole(row) {
  const on = [...row.querySelectorAll('[aria-pressed=true]')].pop();
  const over = on ? on.offsetLeft + on.offsetWidth + 12 - row.clientWidth - row.scrollLeft : 0;
  if (over > 0 && over < on.offsetWidth) row.scrollLeft += over;
}

function render() {
  const rows = () => [...root.querySelectorAll('.chips')];
  const left = new Map(rows().map((row) => [row.ariaLabel, row.scrollLeft]));
  fill(root, ...content());
  for (const row of rows()) {
    row.scrollLeft = left.get(row.ariaLabel) || 0;
    whole(row);
  }
  import('/static/draft.js').then(({ keepDraft, askNow }) => {
    keepDraft(state.me.status === 'drawing' && state.dice.length ? choosing.draft : '');
    askNow(state, say, () => change(false));
  }).catch(() => {});
}

function update(next) {
  state = next;
  const now = [next.table, next.round, next.dice.join(), next.phase, next.me.status, JSON.stringify(next.me.entry)].join('|');
  if (now !== stamp) {
    stamp = now;
    [changing, choosing] = [false, new Choosing(state, around)];
    render();
    if (next.me.draft) choosing.rarely('restore');
  } else {
    choosing.state = next;
    render();
  }
}

export function mountRound(place, next, art) {
  [root, layout, stamp] = [place, art, ''];
  update(next);
  return { update };
}
