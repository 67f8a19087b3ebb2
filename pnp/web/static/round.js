// Choosing a move: the dice get their jobs, the house shows where the part may go, one button enters it.
import { ask, dieFace, get, h, page, t, toast } from './core.js';
import { costWords, inWords, partName, understood, without } from './moves.js';

const PLACES = { part: ['part', 'column', 'cost'], furniture: ['spaces', 'cost'] };
// Only for asking why something is refused; what is allowed comes from the server.
const USUAL = { 1: ['F', 1], 2: ['D', 2], 3: ['W', 2], 4: ['B', 3], 5: ['R', 4], 6: ['C', 5] };

let state = null;
let table = null;
let pick = null;
let pools = new Map();

const fresh = (kept = {}) => ({ kind: 'part', dice: {}, armed: null, cell: null, words: null, auto: false, bonus: '', first: '', busy: false, ...kept });

export function start(next) {
  [state, pick, pools] = [next, fresh(), new Map()];
}

// ---- what may be done

function diceNow() {
  const turned = /^!nudge(\d)>(\d)$/.exec(pick.bonus);
  const at = turned ? state.dice.indexOf(Number(turned[1])) : -1;
  return state.dice.map((face, index) => (index === at ? Number(turned[2]) : face));
}

// What helps in this very round comes before what counts in the end.
const NOW = ['free', 'nudge', 'extra', 'reroll'];
const inOrder = (all) => [...NOW.filter((one) => all.includes(one)), ...all.filter((one) => !NOW.includes(one))];

const baseOf = (bonus) => bonus.replace(/\d.*/, '');

// Of two parts the first is chosen like any other, as long as a second can follow.
function offered() {
  const plain = state.me.options.filter((one) => !one.words.startsWith('!'));
  if (!pick.bonus) return plain;
  const claims = pools.get(baseOf(pick.bonus)) || [];
  const after = (words) => claims.filter((one) => one.words.startsWith(`${words} `));
  if (pick.bonus !== '!extra') return after(pick.bonus);
  return pick.first ? after(`!extra ${pick.first}`) : plain.filter((one) => after(`!extra ${one.words}`).length);
}

function pool() {
  const dice = diceNow();
  return offered().map((one) => understood(one, dice));
}

async function fetchPool(like) {
  const kept = pools;
  if (kept.has(like)) return;
  const answer = await get(`${page.base}/options?like=${encodeURIComponent(like)}`);
  if (answer.options) kept.set(like, answer.options);
  else toast(answer.message || t('common.offline'), 'bad');
}

// Dice that only followed from a cell do not keep anybody from tapping another one.
function fitting() {
  const [dice, put] = [diceNow(), Object.entries(pick.auto ? {} : pick.dice)];
  return pool().filter((one) => one.kind === pick.kind && put.every(([place, at]) => one.faces[place] === dice[at]));
}

const matching = () => fitting().filter((one) => !pick.cell || one.cell === pick.cell);
const complete = () => PLACES[pick.kind].every((place) => place in pick.dice);

// The one option that is left, once dice or cell say so.
function chosen() {
  const left = matching();
  if (pick.words) return left.find((one) => one.words === pick.words) || null;
  return left.length === 1 && (complete() || pick.cell) ? left[0] : null;
}

// ---- taps

const placeOf = (at) => Object.keys(pick.dice).find((place) => pick.dice[place] === at);

function settle(option) {
  const dice = diceNow();
  Object.assign(pick, { dice: {}, auto: true });
  for (const place of PLACES[option.kind]) pick.dice[place] = dice.findIndex((face, at) => face === option.faces[place] && !placeOf(at));
}

function put(place, at) {
  const before = placeOf(at);
  const there = pick.dice[place];
  if (before) delete pick.dice[before];
  if (before && there !== undefined) pick.dice[before] = there;
  pick.dice[place] = at;
  Object.assign(pick, { armed: null, words: null, auto: false });
  const open = PLACES[pick.kind].filter((one) => !(one in pick.dice));
  if (pick.kind === 'part' && open.length === 1) pick.dice[open[0]] = state.dice.findIndex((_, index) => !placeOf(index));
  if (pick.cell && !matching().length) pick.cell = null;
  if (complete() && !matching().length) explain(guess());
}

// Taking one back frees the last one too: it had only gone where room was left.
function takeBack(place) {
  if (pick.kind === 'part' && complete() && place !== 'cost') delete pick.dice.cost;
  delete pick.dice[place];
  Object.assign(pick, { armed: null, words: null, cell: null, auto: false });
}

function tapDie(at) {
  const here = placeOf(at);
  const place = pick.armed || PLACES[pick.kind].find((one) => !(one in pick.dice));
  if (here && !pick.armed) takeBack(here);
  else if (place) put(place, at);
  table.redraw();
}

function tapPlace(place) {
  if (pick.armed === place) takeBack(place);
  else pick.armed = place;
  table.redraw();
}

// The words that a forbidden cell, or forbidden jobs, would have been.
function guess(field) {
  const dice = diceNow();
  const face = (place) => dice[pick.dice[place]];
  if (pick.kind === 'furniture') return `+${face('spaces')}$${face('cost')}`;
  const [, column, row] = field ? /c(\d)r(\d)$/.exec(field.id) : [0, face('column')];
  const [letter, usual] = USUAL[face('part')] || [field.choices[0], 1];
  const cost = face('cost') || without(dice, [Number(column), face('part')])[0];
  return `${letter}${column}${row || usual}$${cost}`;
}

async function explain(words) {
  const claim = pick.bonus && pick.bonus !== '!extra' ? `${pick.bonus} ` : '';
  const answer = await ask(`${page.base}/try`, { words: claim + words });
  if (answer.message) toast(answer.message, 'bad');
}

// Before a die is the part nobody has meant any part, and the rule would speak of one.
function refuse(field) {
  const [, n] = /c(\d)r/.exec(field.id);
  if ('part' in pick.dice && !pick.auto) explain(guess(field));
  else toast(t(diceNow().includes(Number(n)) ? 'sheet.nothing-here' : 'sheet.no-column', { n }), 'bad');
}

function tapCell(field) {
  if (pick.kind === 'furniture') pick = fresh({ bonus: pick.bonus, first: pick.first });
  const here = fitting().filter((one) => one.cell === field.id);
  if (!here.length) return void refuse(field);
  const cell = pick.cell === field.id ? null : field.id;
  Object.assign(pick, { cell, words: null, armed: null }, pick.auto ? { dice: {}, auto: false } : {});
  if (cell && here.length === 1 && !complete()) settle(here[0]);
  return table.redraw();
}

function choose(option) {
  pick.words = option.words;
  if (pick.auto || !complete()) settle(option);
  table.redraw();
}

function switchKind() {
  pick = fresh({ kind: pick.kind === 'furniture' ? 'part' : 'furniture', bonus: pick.bonus, first: pick.first });
  table.redraw();
}

async function claim(bonus) {
  pick = fresh({ bonus: pick.bonus.startsWith(bonus) ? '' : bonus });
  table.redraw();
  if (['', '!reroll'].includes(pick.bonus)) return;
  await fetchPool(pick.bonus);
  table.redraw();
}

function nudge(turn) {
  pick = fresh({ bonus: turn });
  table.redraw();
}

async function enter(words) {
  if (pick.busy) return;
  const mine = pick;
  mine.busy = true;
  table.redraw();
  await table.say(words);
  mine.busy = false;
  table.redraw();
}

function confirm() {
  const option = chosen();
  if (pick.bonus === '!reroll') return enter('reroll');
  if (pick.bonus !== '!extra' || pick.first) return enter(option.words);
  pick = fresh({ bonus: '!extra', first: option.words });
  return table.redraw();
}

// ---- what is seen

function dieButton(face, at) {
  const place = placeOf(at);
  const job = place ? t(`sheet.place-${place}`) : '';
  const label = place ? t('sheet.die-is', { n: face, place: job }) : t('common.die', { n: face });
  return h('button', { class: `die-button${place ? ' used' : ''}`, 'data-key': `die-${at}`, 'aria-pressed': String(Boolean(place)), 'aria-label': label, onclick: () => tapDie(at) },
    dieFace(face, { size: 58 }), h('span', { class: 'die-job' }, job || '\u00a0'));
}

function placeMeans(place, face) {
  const there = pool().filter((one) => one.kind === pick.kind && one.faces[place] === face);
  if (place === 'part') return [...new Set(there.map((one) => one.letter).concat(there.length ? [] : USUAL[face][0]))].map(partName).join(' / ');
  if (place === 'cost') return there.length ? t('sheet.price', { n: there[0].own }) : '';
  return '';
}

function placeButton(place) {
  const face = diceNow()[pick.dice[place]];
  const name = t(`sheet.place-${place}`);
  const means = face ? placeMeans(place, face) : '';
  return h('button', { class: 'place', 'data-key': `place-${place}`, 'aria-pressed': String(pick.armed === place), 'aria-label': `${name}: ${face ? [face, means].filter(Boolean).join(', ') : t('common.empty')}`, onclick: () => tapPlace(place) },
    h('span', { class: 'place-name' }, name), face ? dieFace(face, { size: 44 }) : h('span', { class: 'hole' }), h('span', { class: 'place-means' }, means));
}

const chips = (label, ...list) => h('div', { class: 'chips', role: 'group', 'aria-label': label }, ...list);

function chip(text, pressed, onclick, key) {
  return h('button', { class: 'chip', 'aria-pressed': String(pressed), 'data-key': key, onclick }, text);
}

function claims() {
  const bonuses = inOrder(state.me.bonuses).map((bonus) => chip(t(`sheet.bonus-${bonus}`), pick.bonus.startsWith(`!${bonus}`), () => claim(`!${bonus}`), `bonus-${bonus}`));
  return chips(t('sheet.choices'), chip(t('sheet.furniture'), pick.kind === 'furniture', switchKind, 'furniture'), ...bonuses);
}

function nudges() {
  if (!pick.bonus.startsWith('!nudge')) return null;
  const turns = [...new Set((pools.get('!nudge') || []).map((one) => one.words.split(' ')[0]))];
  return chips(t('sheet.nudge-which'), ...turns.map((turn) => chip(turn.slice(6).replace('>', ' \u2192 '), pick.bonus === turn, () => nudge(turn), turn)));
}

function aboutBonus() {
  if (!pick.bonus) return null;
  const extra = pick.first ? 'sheet.extra-second' : 'sheet.extra-first';
  const first = pick.first ? inWords(understood({ words: pick.first, means: '' }, state.dice)) : '';
  return h('p', { class: 'muted small' }, pick.bonus === '!extra' ? t(extra, { first }) : t(`sheet.about-${baseOf(pick.bonus).slice(1)}`));
}

function light(cell, options, done) {
  const letters = [...new Set(options.map((one) => one.letter))];
  const prices = [...new Set(options.map((one) => one.own))].sort();
  const here = pick.cell === cell || Boolean(done && done.cell === cell);
  const label = `${letters.map(partName).join(', ')}: ${prices.map((n) => t('sheet.price', { n })).join(', ')}`;
  if (done && here) return { ghosts: [done.letter], note: done.own, label, chosen: true };
  return { ghosts: letters, note: prices.join('/'), label, chosen: here };
}

function highlight() {
  const [cells, done] = [{}, chosen()];
  for (const one of fitting()) if (one.cell) (cells[one.cell] = cells[one.cell] || []).push(one);
  return Object.fromEntries(Object.entries(cells).map(([cell, options]) => [cell, light(cell, options, done)]));
}

function several() {
  const left = matching();
  const one = pick.cell || (complete() && new Set(left.map((option) => option.cell)).size === 1);
  return left.length > 1 && one ? left : [];
}

function hint() {
  if (pick.bonus === '!reroll') return t('sheet.reroll-now');
  if (pick.bonus === '!nudge') return t('sheet.nudge-which');
  if (pick.kind === 'furniture') return t('spaces' in pick.dice ? 'sheet.tap-cost' : 'sheet.tap-spaces');
  if (!pool().some((one) => one.kind === 'part')) return t('sheet.only-furniture');
  if (several().length) return t('sheet.tap-which');
  if (complete()) return t(matching().length ? 'sheet.tap-cell' : 'sheet.nothing-there');
  return t('part' in pick.dice ? 'sheet.tap-column' : 'sheet.tap-part');
}

function bar() {
  const option = chosen();
  const ready = Boolean(option || pick.bonus === '!reroll') && !pick.busy;
  const cost = option && (pick.bonus === '!extra' && !pick.first ? t('sheet.then-second') : costWords(option));
  const which = several().map((one) => chip(`${partName(one.letter)}, ${t('sheet.price', { n: one.own })}`, pick.words === one.words, () => choose(one), one.words));
  return h('div', { class: 'bar' }, which.length ? chips(t('sheet.tap-which'), ...which) : null,
    h('button', { class: `button big confirm${ready ? ' primary' : ''}`, 'data-key': 'confirm', 'aria-disabled': ready ? null : 'true', onclick: () => ready && confirm() },
      ready && h('span', { class: 'tick', 'aria-hidden': 'true' }, '\u2713'),
      h('span', { class: 'stack' }, ready && h('span', { class: 'sr' }, t('sheet.confirm')), h('span', {}, option ? inWords(option) : hint()), cost && h('span', { class: 'small' }, cost))));
}

function passing() {
  const pass = pool().find((one) => one.kind === 'pass');
  if (!pass) return h('p', { class: 'muted small' }, t('sheet.no-pass'));
  return h('button', { class: 'button big', 'data-key': 'pass', onclick: () => enter(pass.words) }, t('sheet.pass-button'));
}

// Pieces for the page: above the house, what lights up in it, the way to pass, and the button at the bottom.
export function choosing(around) {
  table = around;
  state = around.state;
  const above = [
    h('div', { class: 'dice', role: 'group', 'aria-label': t('sheet.dice') }, ...diceNow().map(dieButton)),
    h('div', { class: `places ${pick.kind}`, role: 'group', 'aria-label': t('sheet.jobs') }, ...PLACES[pick.kind].map(placeButton)),
    claims(), aboutBonus(), nudges(),
    pick.kind === 'furniture' ? table.block('furniture', { label: t('sheet.furniture') }) : null,
  ];
  const first = pick.first ? understood({ words: pick.first, means: '' }, state.dice) : {};
  const pending = first.cell ? { [first.cell]: first.letter } : {};
  return { above, lit: { highlight: highlight(), onField: tapCell, pending }, pass: passing(), bar: bar() };
}
