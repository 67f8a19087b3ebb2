// House of Dice on a phone: the dice are rolled, a move is chosen, it waits in secret, the round is revealed.
import { dieFace, fill, h, page, send, signed, t, toast } from './core.js';
import { crop } from './art.js';
import { costWords, inWords, understood } from './moves.js';
import { choosing, start } from './round.js';

const TRACKS = ['turns', 'cost', 'bonuses', 'furniture'];
let state = null;
let layout = null;
let root = null;
let stamp = '';
let changing = false;

const named = (seat) => (state.people.find((one) => one.seat === seat) || { name: '' }).name;
const smallDice = (dice) => h('div', { class: 'row' }, ...dice.map((face) => dieFace(face, { size: 34, label: t('common.die', { n: face }) })));
const button = (text, onclick, look = '') => h('button', { class: `button ${look}`, 'data-key': text, onclick }, text);

function block(id, look = {}) {
  const { marks, pending } = state.me;
  return h('div', { class: 'paper-card on-paper' }, crop(layout, id, { marks: marks.play, pending: changing ? {} : pending, ...look }));
}

const house = (look) => block('house', { label: t('sheet.house'), ...look });

function tracks() {
  const me = state.people.find((one) => one.seat === state.me.seat);
  return h('section', { class: 'stack' },
    h('h2', { class: 'row between' }, t('sheet.tracks'), h('span', { class: 'badge' }, t('sheet.so-far', { n: signed(me ? me.total : 0) }))),
    h('div', { class: 'track-grid' }, ...TRACKS.map((id) => block(id, { label: t(`sheet.track-${id}`) }))));
}

async function say(words) {
  const answer = await send(`${page.base}/say`, { words });
  if (!answer.ok) toast(answer.message, 'bad');
  return answer.ok;
}

const roll = () => send(`${page.base}/roll`, {});

function change(on) {
  changing = on;
  start(state);
  render();
}

// ---- what has been revealed

function told({ words, means }, dice) {
  if (means === 'missed the round') return t('sheet.missed');
  const option = understood({ words, means }, dice);
  const bonus = /^!([a-z-]+)/.exec(words);
  if (option.kind === 'word' || words.startsWith('!extra')) return means;
  return [inWords(option), option.left && `, ${costWords(option)}`, bonus && ` (${t(`sheet.bonus-${bonus[1]}`)})`].filter(Boolean).join('');
}

function lastRound() {
  const { last } = state;
  return last && h('section', { class: 'card stack tight' },
    h('div', { class: 'row between' }, h('h2', {}, t('sheet.last-round', { n: last.round })), smallDice(last.dice)),
    h('ul', { class: 'bare stack tight' }, ...last.moves.map((one) => h('li', {}, h('strong', {}, named(one.seat)), ' ', told(one, last.dice)))));
}

// ---- the moments of a round

function rolling() {
  const mine = state.active === state.me.seat;
  const title = mine ? t('sheet.you-roll') : t('sheet.rolls', { name: named(state.active) });
  return [
    h('section', { class: 'card stack tight' }, h('h2', {}, title), mine && state.source === 'virtual' ? button(t('sheet.roll'), roll, 'big primary') : h('p', { class: 'muted' }, t('sheet.dice-soon'))),
    lastRound(), house(), tracks(),
  ];
}

function entered() {
  const waits = state.people.filter((one) => one.status === 'drawing' && one.seat !== state.me.seat).map((one) => one.name);
  return [
    h('section', { class: 'card stack' },
      h('div', { class: 'row between' }, h('h2', {}, t('sheet.entered')), smallDice(state.dice)),
      h('p', { class: 'display' }, told(state.me.entry, state.dice)),
      h('p', { class: 'muted', role: 'status' }, waits.length ? t('sheet.waiting', { names: waits.join(', ') }) : t('sheet.waiting-reveal')),
      h('div', { class: 'row' }, button(t('sheet.change'), () => change(true), 'grow'), button(t('sheet.withdraw'), () => say('withdraw'), 'grow'))),
    house(), tracks(),
  ];
}

function away() {
  return [
    h('section', { class: 'card stack' }, h('h2', {}, t('sheet.away')), button(t('sheet.i-am-back'), () => say('back'), 'big primary')),
    lastRound(), house(), tracks(),
  ];
}

function playing() {
  const { above, lit, pass, bar } = choosing({ state, redraw: render, say, block });
  return [...above, house(lit), changing ? button(t('sheet.keep'), () => change(false)) : pass, tracks(), bar];
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
}

export function showHouse(place, next, art) {
  [root, layout, state] = [place, art, next];
  const now = [next.table, next.round, next.dice.join(), next.phase, next.me.status, JSON.stringify(next.me.entry)].join('|');
  if (now !== stamp) {
    [stamp, changing] = [now, false];
    start(next);
  }
  render();
}
