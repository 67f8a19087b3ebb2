// A round: the dice, whom it waits for, and who leads.

import { fill, h, page, t } from './elements.js';
import { keep, parsed } from './connection.js';
import { serverNow } from './clock.js';
import { paint, trayOf } from './colored_dice.js';
import { tray } from './screen_dice.js';
import { bar } from './screen_race.js';
import { figureOf, icon, inPages, named, pager } from './screen_parts.js';
import { sheetImage, showSheet } from './screen_pictures.js';

// How everybody stood in a round, so that its reveal, and the round after it, show who has moved, even after a reload.
const placesOf = (state) => `pnp.places:${state.table}`;
const stood = (state, round) => (parsed(keep.get(placesOf(state))) || {})[round];

export function remember(state) {
  if (!['roll', 'drawing'].includes(state.scene.name) || stood(state, state.round)) return;
  const now = state.people.map(({ seat, rank, total }) => ({ seat, rank, total }));
  const before = stood(state, state.round - 1);
  keep.set(placesOf(state), JSON.stringify({ ...(before && { [state.round - 1]: before }), [state.round]: now }));
}

// By how many points or places somebody has changed since they stood in a round.
export function since(state, person, round, what) {
  const then = (stood(state, round) || []).find((one) => one.seat === person.seat);
  return then ? person[what] - then[what] : 0;
}

function moved(state, person) {
  const by = -since(state, person, state.round - 1, 'rank');
  const [kind, n] = [by > 0 ? 'up' : 'down', Math.abs(by)];
  return by ? h('span', { class: kind, 'aria-label': t(`screen.${kind}`, { n }) }, String(n)) : null;
}

function status(person) {
  const known = ['drawing', 'in', 'away'].includes(person.status);
  return h('p', { class: `status ${person.status}` }, known && icon(person.status), known && t(`screen.status-${person.status}`),
    person.active && h('span', { class: 'badge' }, t('screen.active')));
}

function board() {
  const images = new Map();
  const element = h('ol', { class: 'board' });
  const racer = (state, person) => h('li', { class: `person racer ${person.active ? 'active' : ''}` },
    state.people.length > 1 && figureOf(person.rank, 'rank'),
    h('div', { class: 'grow' }, h('div', { class: 'line' }, named(person.name, 'p'), status(person)), bar(person, state.people)),
    moved(state, person), figureOf(person.total, 'total'));
  const row = (state, person) => {
    if (!state.pictured) return racer(state, person);
    if (!images.has(person.seat)) images.set(person.seat, sheetImage(person));
    return h('li', { class: `person ${person.active ? 'active' : ''}` }, state.people.length > 1 && figureOf(person.rank, 'rank'),
      h('div', { class: 'thumb on-paper' }, showSheet(images.get(person.seat), person)),
      h('div', { class: 'grow' }, named(person.name, 'p'), status(person)),
      moved(state, person), figureOf(person.total, 'total'));
  };
  return { element, show(state) {
    const people = [...state.people].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
    element.classList.toggle('alone', people.length < 2 && state.pictured);
    element.style.gridTemplateRows = `repeat(${people.length}, minmax(0, 1fr))`;
    fill(element, ...people.map((person) => row(state, person)));
  } };
}

function phrase(state) {
  const active = state.people.find((person) => person.active);
  if (state.phase === 'roll') {
    const real = state.source === 'physical' ? ` ${t('screen.real-dice')}` : '';
    if (active && state.again) {
      const voided = state.people.filter((person) => person.voided).map((person) => person.name);
      return t('screen.rolls-again', { name: active.name, names: new Intl.ListFormat(page.language).format(voided) }) + real;
    }
    return (active ? t('screen.rolls', { name: active.name }) : t('screen.rolls-all')) + real;
  }
  const here = state.people.filter((person) => person.status !== 'away');
  const drawing = here.filter((person) => person.status === 'drawing');
  const someIn = here.some((person) => person.status === 'in');
  if (!drawing.length) return someIn ? t('screen.all-in') : state.headline;
  if (drawing.length === here.length && here.length > 1) return t('screen.everybody');
  return t(someIn ? 'screen.waiting' : 'screen.turn', { name: drawing.map((person) => person.name).join(', ') });
}

// The game's own words, but for what stands on the screen already: where all play at once, everything that a headline tells.
const wordsOf = (state, said) => [!state.timed && state.headline, ...state.lines].filter((line) => line && line !== said);

// What the table shares: every bonus as it is printed, gone where nobody can claim it any more.
const bonusesOf = (state) => state.bonuses_left.map(({ label, left }) => h('li', { class: left ? '' : 'claimed' }, label,
  left > 1 && h('b', {}, ` \u00d7${left}`)));

const looksOf = (state) => (state.dice.length ? state.spread : state.to_roll).map((one) => paint(state, one.sort, one.face ?? ''));

export function play() {
  const said = h('h1', { class: 'phrase', dir: 'auto' });
  const [table, words] = [h('div', { class: 'tray', role: 'img' }), h('div', { class: 'words' })];
  const bonuses = h('ul', { class: 'bonuses', 'aria-label': t('screen.bonuses') });
  const dice = tray(table, 24);
  const told = pager(words, (lines) => lines.map((line) => h('p', {}, line)));
  const list = board();
  let rolled = 0;
  return {
    element: h('section', {}, h('div', { class: 'center' }, said, table, bonuses, words), list.element),
    update(state) {
      const { name, from } = state.scene;
      const rolling = name === 'roll' && state.dice.length > 0;
      fill(said, h('span', {}, phrase(state)));
      said.style.fontSize = `${Math.max(1.8, Math.min(3.8, 100 / said.textContent.length))}rem`;
      table.hidden = !state.dice.length && !state.to_roll.length;
      if (rolling) rolled = from;
      if (state.spread.some((one) => one.level)) fill(table, trayOf(state, { size: 80 }));
      else dice(state.pictured ? 35 : 29, state.dice, rolling ? serverNow() - from : null, state.to_roll.length, state.dice_names, rolled, looksOf(state));
      fill(bonuses, ...bonusesOf(state));
      told.show(inPages(wordsOf(state, said.textContent), table.hidden ? 5 : 2), from);
      list.show(state);
    },
    stop: told.stop,
  };
}
