// A round of House of Dice: the dice get their jobs, the house shows where the part may go, one button enters it.
import { ask, dieFace, fill, get, h, page, send, t, toast } from './core.js';
import { crop } from './art.js';

const DRAW = /^([A-Z])(\d)(\d)\$(\d)$/;
const FURNISH = /^\+(\d)\$(\d)$/;
const PLACES = { part: ['part', 'column', 'cost'], furniture: ['spaces', 'cost'] };
const USUAL = { 1: 'F', 2: 'D', 3: 'W', 4: 'B', 5: 'R', 6: 'C' };
const TRACKS = ['turns', 'cost', 'bonuses', 'furniture'];

let state = null;
let layout = null;
let root = null;
let pick = null;
let stamp = '';
const pools = new Map();

const fresh = () => ({ kind: 'part', dice: {}, armed: null, cell: null, words: null, bonus: '', first: '', changing: false, busy: false });

// ---------------------------------------------------------------- what may be done

function facesOf(dice, taken) {
  const left = [...dice];
  for (const face of taken) left.splice(left.indexOf(face), 1);
  return left;
}

function understood(option, dice) {
  const action = option.words.split(' ').pop();
  const costs = [...option.means.matchAll(/for (\d+)/g)].map((found) => Number(found[1]));
  const known = { ...option, price: costs.reduce((a, b) => a + b, 0), own: costs[costs.length - 1], left: (/(-?\d+) left$/.exec(option.means) || [])[1] };
  const draw = DRAW.exec(action);
  if (draw) {
    const [column, row, cost] = [Number(draw[2]), Number(draw[3]), Number(draw[4])];
    const [part] = facesOf(dice, [column, cost]);
    return { ...known, kind: 'part', letter: draw[1], row, column, cell: `house.c${column}r${row}`, faces: { part, column, cost } };
  }
  const furnish = FURNISH.exec(action);
  if (!furnish) return { ...known, kind: action === '-' ? 'pass' : 'word' };
  return { ...known, kind: 'furniture', faces: { spaces: Number(furnish[1]), cost: Number(furnish[2]) } };
}

function diceNow() {
  const turned = /^!nudge(\d)>(\d)$/.exec(pick.bonus);
  if (!turned) return state.dice;
  const at = state.dice.indexOf(Number(turned[1]));
  return state.dice.map((face, index) => (index === at ? Number(turned[2]) : face));
}

function claimed() {
  if (pick.bonus === '!extra') return pick.first ? `!extra ${pick.first} ` : '';
  return pick.bonus;
}

function pool() {
  const like = claimed();
  const options = like ? pools.get(like) || [] : state.me.options.filter((one) => !one.words.startsWith('!'));
  return options.map((one) => understood(one, diceNow()));
}

async function fetchPool(like) {
  if (!like || pools.has(like)) return;
  const asked = stamp;
  const answer = await get(`${page.base}/options?like=${encodeURIComponent(like)}`);
  if (!answer.options) return void toast(answer.message || t('common.offline'), 'bad');
  if (asked === stamp) pools.set(like, answer.options);
}

const placed = (option) => Object.entries(pick.dice).every(([place, at]) => option.faces[place] === diceNow()[at]);

function matching() {
  return pool().filter((one) => one.kind === pick.kind && placed(one) && (!pick.cell || one.cell === pick.cell));
}

const complete = () => PLACES[pick.kind].every((place) => place in pick.dice);

// The one option that is left, once dice or cell say so.
function chosen() {
  const left = matching();
  if (pick.words) return pool().find((one) => one.words === pick.words) || null;
  return left.length === 1 && (complete() || pick.cell) ? left[0] : null;
}

// ---------------------------------------------------------------- taps

function settle(option) {
  const dice = {};
  const used = new Set();
  for (const place of PLACES[option.kind]) {
    const at = diceNow().findIndex((face, index) => face === option.faces[place] && !used.has(index));
    used.add(at);
    dice[place] = at;
  }
  pick.dice = dice;
}

function put(place, at) {
  const before = Object.keys(pick.dice).find((one) => pick.dice[one] === at);
  const there = pick.dice[place];
  if (before) delete pick.dice[before];
  if (before && there !== undefined) pick.dice[before] = there;
  pick.dice[place] = at;
  Object.assign(pick, { armed: null, words: null });
  if (pick.cell && !matching().length) pick.cell = null;
  const open = PLACES[pick.kind].filter((one) => !(one in pick.dice));
  if (pick.kind === 'part' && open.length === 1) {
    const used = Object.values(pick.dice);
    pick.dice[open[0]] = diceNow().findIndex((_, index) => !used.includes(index));
  }
  if (complete() && !matching().length) explain(guess(null));
}

function tapDie(at) {
  const here = Object.keys(pick.dice).find((place) => pick.dice[place] === at);
  if (here && !pick.armed) {
    // Taking one back frees the last one too: it had only been put where room was left.
    const all = pick.kind === 'part' && complete();
    delete pick.dice[here];
    if (all && here !== 'cost') delete pick.dice.cost;
    Object.assign(pick, { words: null, cell: null });
  } else {
    const place = pick.armed || PLACES[pick.kind].find((one) => !(one in pick.dice));
    if (place) put(place, at);
  }
  render();
}

function tapPlace(place) {
  const again = pick.armed === place;
  if (again) delete pick.dice[place];
  pick.armed = again ? null : place;
  Object.assign(pick, { words: null });
  render();
}

function guess(field) {
  const at = field ? /c(\d)r(\d)$/.exec(field.id) : null;
  const dice = diceNow();
  const face = (place) => dice[pick.dice[place]];
  const column = at ? Number(at[1]) : face('column');
  const part = face('part');
  const letter = part ? USUAL[part] : (field.choices && field.choices[0]) || 'W';
  const cost = face('cost') || facesOf(dice, dice.includes(column) ? [column] : [])[0];
  const row = at ? at[2] : { F: 1, D: 2, W: 2, B: 3, R: 4, C: 5 }[letter];
  return `${letter}${column}${row}$${cost}`;
}

async function explain(words) {
  const claim = pick.bonus && pick.bonus !== '!extra' ? `${pick.bonus} ` : '';
  const answer = await ask(`${page.base}/try`, { words: claim + words });
  if (answer.message) toast(answer.message, 'bad');
}

function tapCell(field) {
  if (pick.kind === 'furniture') pick = { ...fresh(), bonus: pick.bonus, first: pick.first, changing: pick.changing };
  const was = pick.cell;
  pick.cell = null;
  if (was === field.id) return void render();
  const here = matching().filter((one) => one.cell === field.id);
  if (!here.length) {
    pick.cell = was;
    return void explain(guess(field));
  }
  Object.assign(pick, { cell: field.id, words: null, armed: null });
  if (here.length === 1) settle(here[0]);
  return render();
}

function kind(next) {
  pick = { ...fresh(), kind: next, bonus: pick.bonus, first: pick.first, changing: pick.changing };
  render();
}

async function claim(bonus) {
  pick = { ...fresh(), bonus: pick.bonus === bonus ? '' : bonus, changing: pick.changing };
  render();
  if (pick.bonus === '!nudge') await fetchPool('!nudge');
  else if (pick.bonus !== '!reroll' && pick.bonus !== '!extra') await fetchPool(pick.bonus);
  render();
}

async function nudge(turn) {
  const all = pools.get('!nudge') || [];
  pools.set(turn, all.filter((one) => one.words.startsWith(`${turn} `)));
  pick = { ...fresh(), bonus: turn, changing: pick.changing };
  render();
}

async function say(words) {
  pick.busy = true;
  render();
  const answer = await send(`${page.base}/say`, { words });
  pick.busy = false;
  if (!answer.ok) toast(answer.message, 'bad');
  else pick = fresh();
  render();
}

async function confirm() {
  const option = chosen();
  if (pick.bonus === '!reroll') return say('reroll');
  if (!option || pick.busy) return undefined;
  if (pick.bonus === '!extra' && !pick.first) {
    pick = { ...fresh(), bonus: '!extra', first: option.words, changing: pick.changing };
    await fetchPool(claimed());
    if (!matching().length) toast(t('sheet.no-second'), 'bad');
    return render();
  }
  return say(option.words);
}

// ---------------------------------------------------------------- what is seen

const partName = (letter) => t(`sheet.part-${letter}`);

function inWords(option) {
  if (option.kind === 'pass') return t('sheet.pass');
  if (option.kind === 'furniture') return t('sheet.furnish', { n: option.faces.spaces });
  return t('sheet.draw', { part: partName(option.letter), column: option.column, row: option.row });
}

function costWords(option) {
  if (option.left === undefined) return option.means;
  return t('sheet.costs', { n: option.price, left: option.left });
}

function dieButton(face, at) {
  const place = Object.keys(pick.dice).find((one) => pick.dice[one] === at);
  const label = place ? t('sheet.die-is', { n: face, place: t(`sheet.place-${place}`) }) : t('common.die', { n: face });
  return h('button', { class: `die-button${place ? ' used' : ''}`, 'data-key': `die-${at}`, 'aria-pressed': String(Boolean(place)), 'aria-label': label, onclick: () => tapDie(at) },
    dieFace(face, { size: 58 }), h('span', { class: 'die-job' }, place ? t(`sheet.place-${place}`) : '\u00a0'));
}

function placeButton(place) {
  const at = pick.dice[place];
  const name = t(`sheet.place-${place}`);
  const face = at === undefined ? null : diceNow()[at];
  return h('button', { class: 'place', 'data-key': `place-${place}`, 'aria-pressed': String(pick.armed === place), 'aria-label': `${name}: ${face || t('common.empty')}`, onclick: () => tapPlace(place) },
    h('span', { class: 'place-name' }, name),
    face ? dieFace(face, { size: 44 }) : h('span', { class: 'hole' }),
    h('span', { class: 'place-means small' }, placeMeans(place, face)));
}

function placeMeans(place, face) {
  if (!face) return '\u00a0';
  if (place === 'part') {
    const letters = [...new Set(pool().filter((one) => one.kind === 'part' && one.faces.part === face).map((one) => one.letter))];
    return (letters.length ? letters : [USUAL[face]]).map(partName).join(' / ');
  }
  if (place !== 'cost') return String(face);
  const known = pool().find((one) => one.faces && one.faces.cost === face);
  return known ? t('sheet.price', { n: known.own }) : '\u00a0';
}

function chip(text, pressed, onclick, key) {
  return h('button', { class: 'chip', 'aria-pressed': String(pressed), 'data-key': key, onclick }, text);
}

function chips() {
  const list = [chip(t('sheet.furniture'), pick.kind === 'furniture', () => kind(pick.kind === 'furniture' ? 'part' : 'furniture'), 'furniture')];
  for (const bonus of state.me.bonuses || []) {
    list.push(chip(t(`sheet.bonus-${bonus}`), pick.bonus.startsWith(`!${bonus}`), () => claim(`!${bonus}`), `bonus-${bonus}`));
  }
  return h('div', { class: 'chips', role: 'group', 'aria-label': t('sheet.choices') }, ...list);
}

function nudges() {
  if (!pick.bonus.startsWith('!nudge')) return null;
  const turns = [...new Set((pools.get('!nudge') || []).map((one) => one.words.split(' ')[0]))];
  return h('div', { class: 'chips' }, ...turns.map((turn) => chip(turn.slice(6).replace('>', ' \u2192 '), pick.bonus === turn, () => nudge(turn), turn)));
}

function bonusLine() {
  if (!pick.bonus) return null;
  const name = pick.bonus.slice(1).replace(/\d.*/, '');
  const text = pick.bonus === '!extra' ? t(pick.first ? 'sheet.extra-second' : 'sheet.extra-first', { first: pick.first }) : t(`sheet.about-${name}`);
  return h('p', { class: 'muted small' }, text);
}

function highlights() {
  if (pick.kind !== 'part') return {};
  const lit = {};
  const done = chosen();
  const dice = { ...pick, cell: null };
  for (const one of pool().filter((option) => option.kind === 'part' && placed(option) && !dice.cell)) {
    (lit[one.cell] = lit[one.cell] || []).push(one);
  }
  return Object.fromEntries(Object.entries(lit).map(([cell, options]) => [cell, light(cell, options, done)]));
}

function light(cell, options, done) {
  const letters = [...new Set(options.map((one) => one.letter))];
  const prices = [...new Set(options.map((one) => one.own))];
  const here = pick.cell === cell || (done && done.cell === cell);
  return {
    ghosts: done && here ? [done.letter] : letters,
    note: done && here ? done.own : prices.length === 1 ? prices[0] : Math.min(...prices) + '+',
    label: `${letters.map(partName).join(', ')}, ${prices.map((n) => t('sheet.price', { n })).join(', ')}`,
    chosen: Boolean(here),
  };
}

function alternatives() {
  const left = matching();
  if (left.length < 2 || left.length > 8 || !(pick.cell || (complete() && new Set(left.map((one) => one.cell)).size === 1))) return null;
  return h('div', { class: 'chips' }, ...left.map((one) => chip(
    `${partName(one.letter)}, ${t('sheet.price', { n: one.own })}`, pick.words === one.words,
    () => { pick.words = one.words; settle(one); render(); }, one.words)));
}

function hint() {
  if (pick.bonus === '!reroll') return t('sheet.reroll-now');
  if (pick.bonus === '!nudge') return t('sheet.nudge-which');
  if (pick.kind === 'furniture') return t('spaces' in pick.dice ? 'sheet.tap-cost' : 'sheet.tap-spaces');
  if (complete() && !matching().length) return t('sheet.nothing-there');
  if (pick.cell || alternatives()) return t('sheet.tap-which');
  if (complete()) return t('sheet.tap-cell');
  return t('part' in pick.dice ? 'sheet.tap-column' : 'sheet.tap-part');
}

function confirmBar() {
  const option = chosen();
  const reroll = pick.bonus === '!reroll';
  const ready = (option || reroll) && !pick.busy;
  const lines = option
    ? [h('span', {}, inWords(option)), h('span', { class: 'small' }, pick.bonus === '!extra' && !pick.first ? t('sheet.then-second') : costWords(option))]
    : [h('span', {}, hint())];
  return h('div', { class: 'bar' }, alternatives(),
    h('button', { class: `button big confirm${ready ? ' primary' : ''}`, 'data-key': 'confirm', 'aria-disabled': ready ? null : 'true', onclick: () => ready && confirm() },
      ready ? h('span', { class: 'tick', 'aria-hidden': 'true' }, '\u2713') : null,
      h('span', { class: 'stack lines' }, ready ? h('span', { class: 'sr' }, `${t('sheet.confirm')}: `) : null, ...lines)));
}

function passLine() {
  const pass = pool().find((one) => one.kind === 'pass');
  if (pass) return h('button', { class: 'button big', onclick: () => say(pass.words) }, t('sheet.pass-button'));
  return h('p', { class: 'muted small' }, t('sheet.no-pass'));
}

function choosing() {
  return [
    h('div', { class: 'dice', role: 'group', 'aria-label': t('sheet.dice') }, ...diceNow().map(dieButton)),
    h('div', { class: `places ${pick.kind}`, role: 'group', 'aria-label': t('sheet.jobs') }, ...PLACES[pick.kind].map(placeButton)),
    chips(), bonusLine(), nudges(),
    pick.kind === 'furniture' ? paperCard(crop(layout, 'furniture', seen())) : null,
    houseCard({ highlight: highlights(), onField: tapCell }),
    pick.changing ? h('button', { class: 'button', onclick: () => { pick = fresh(); render(); } }, t('sheet.keep')) : passLine(),
    tracks(), confirmBar(),
  ];
}

const marks = () => state.me.marks[state.me.sheet] || {};
const seen = () => ({ marks: marks(), pending: pick && pick.changing ? {} : state.me.pending || {} });
const paperCard = (...children) => h('div', { class: 'paper-card on-paper' }, ...children);
const houseCard = (look) => paperCard(crop(layout, 'house', { ...seen(), label: t('sheet.house'), ...look }));

export function tracks() {
  const me = state.people.find((one) => one.seat === state.me.seat);
  const there = TRACKS.filter((id) => layout.blocks.some((block) => block.id === id));
  return h('section', { class: 'tracks' },
    h('h2', {}, t('sheet.tracks'), ' ', h('span', { class: 'badge' }, t('sheet.so-far', { n: me ? me.total : 0 }))),
    h('div', { class: 'track-grid' }, ...there.map((id) => paperCard(crop(layout, id, { ...seen(), label: t(`sheet.track-${id}`) })))));
}

function lastWords(last) {
  return last.moves.map((move) => {
    const who = state.people.find((one) => one.seat === move.seat);
    const option = understood({ words: move.words, means: move.means || move.words }, last.dice);
    const bonus = /^!([a-z-]+)/.exec(move.words);
    const done = option.kind === 'word' ? move.means : inWords(option);
    return h('li', {}, h('strong', {}, who ? who.name : ''), ' ', done, bonus ? ` (${t(`sheet.bonus-${bonus[1]}`)})` : '');
  });
}

export function lastRound() {
  if (!state.last) return null;
  return h('section', { class: 'card stack tight' },
    h('h2', {}, t('sheet.last-round', { n: state.last.round })),
    h('div', { class: 'row' }, ...state.last.dice.map((face) => dieFace(face, { size: 32, label: t('common.die', { n: face }) }))),
    h('ul', { class: 'bare stack tight' }, ...lastWords(state.last)));
}

function entered() {
  const option = understood(state.me.entry, state.dice);
  const waits = state.people.filter((one) => one.status === 'drawing' && one.seat !== state.me.seat).map((one) => one.name);
  const words = option.kind === 'word' || option.words.startsWith('!extra') ? state.me.entry.means : `${inWords(option)}, ${costWords(option)}`;
  return [
    h('section', { class: 'card stack', 'aria-live': 'polite' },
      h('h2', {}, t('sheet.entered')),
      h('p', { class: 'display' }, words),
      h('p', { class: 'muted' }, waits.length ? t('sheet.waiting', { names: waits.join(', ') }) : t('sheet.waiting-reveal')),
      h('div', { class: 'row' },
        h('button', { class: 'button grow', onclick: () => { pick = { ...fresh(), changing: true }; render(); } }, t('sheet.change')),
        h('button', { class: 'button grow', onclick: () => say('withdraw') }, t('sheet.withdraw')))),
    h('div', { class: 'row small-dice' }, ...state.dice.map((face) => dieFace(face, { size: 36, label: t('common.die', { n: face }) }))),
    houseCard({}), tracks(),
  ];
}

function rolling() {
  const active = state.people.find((one) => one.seat === state.active);
  const mine = active && active.seat === state.me.seat;
  return [
    h('section', { class: 'card stack tight' },
      h('h2', {}, mine ? t('sheet.you-roll') : t('sheet.rolls', { name: active ? active.name : '' })),
      h('p', { class: 'muted' }, t('sheet.dice-soon'))),
    lastRound(), houseCard({}), tracks(),
  ];
}

function away() {
  return [h('section', { class: 'card stack' }, h('h2', {}, t('sheet.away')),
    h('button', { class: 'button big primary', onclick: () => say('back') }, t('sheet.i-am-back'))), houseCard({}), tracks()];
}

function content() {
  if (state.me.status === 'away') return away();
  if (!state.dice.length) return rolling();
  return state.me.entry && !pick.changing ? entered() : choosing();
}

function render() {
  fill(root, ...content());
}

export function showHouse(place, next, art) {
  [root, layout] = [place, art];
  const now = [next.table, next.round, next.dice.join(), next.phase, JSON.stringify(next.me.entry)].join('|');
  state = next;
  if (now !== stamp) {
    [stamp, pick] = [now, fresh()];
    pools.clear();
  }
  render();
}
