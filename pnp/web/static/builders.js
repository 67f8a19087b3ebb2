// Words put together by tapping: a trove of dice by its faces, dice of one number by the places they go to.
import { dieFace, fill, h, t } from './core.js';
import { tap } from './cut.js';

// What the dice of Dice Miner can show, as docs/playing.md writes it; the edition has the same faces.
const FACES = {
  tunnel: ['1', '2', '3', '4', '5', 'beer'],
  treasure: ['1', '2', '3', 'beer'],
  hazard: ['cave-in', 'cave-in x2', 'cave-in x3', 'cave-in x4', 'dragon', 'dragon x2', 'dragon x3', 'dragon x4', 'beer'],
  tool: ['pickaxe', 'shield', 'chest', 'chest x2', 'beer'],
  magic: ['1', '2', '3', 'beer'],
};
const KINDS = Object.keys(FACES);

function trove(place, say) {
  const dice = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  const changed = () => {
    draw();
    say(KINDS.filter((kind) => dice[kind].length).map((kind) => `${kind} ${dice[kind].join(' ')}`).join('; ') || 'nothing');
  };
  const add = (kind, face) => { dice[kind].push(face); dice[kind].sort(); changed(); };
  const drop = (kind, at) => { dice[kind].splice(at, 1); changed(); };
  const face = (kind) => (one) => tap(`add ${kind} ${one}`, { class: 'button face', 'aria-label': t('table.add', { face: one }) }, () => add(kind, one), one);
  const die = (kind) => (one, at) => tap(`drop ${kind} ${at}`, { class: 'chip', 'aria-label': t('table.drop', { face: one }) }, () => drop(kind, at), `${one} \u00d7`);
  const row = (kind) => h('div', { class: 'stack tight trove', role: 'group', 'aria-label': t(`table.${kind}`) },
    h('h3', {}, `${t(`table.${kind}`)}: ${dice[kind].length}`),
    h('div', { class: 'row' }, ...FACES[kind].map(face(kind))),
    dice[kind].length ? h('div', { class: 'row' }, ...dice[kind].map(die(kind))) : null);
  const empty = () => {
    for (const kind of KINDS) dice[kind] = [];
    changed();
  };
  const draw = () => fill(place, ...KINDS.map(row), h('div', { class: 'row between' },
    h('strong', { 'aria-live': 'polite' }, t('table.dice-in', { n: Object.values(dice).flat().length })),
    tap('empty trove', 'button', empty, t('table.empty-trove'))));
  draw();
}

// ---------------------------------------------------------------- all dice of one number

const PLACED = /^(\d)((?: [a-z]\d+(?:\+\d+)*)+)$/;
const sum = (text) => (text.match(/\d+/g) || []).reduce((all, one) => all + Number(one), 0);

// How many dice there are of each number and where they may go is read off the legal actions.
function placements(options) {
  const found = { count: {}, places: new Set() };
  for (const { words } of options) {
    const [, number, rest] = PLACED.exec(words) || [];
    if (!number) continue;
    found.count[number] = sum(rest);
    for (const one of rest.match(/[a-z]/g)) found.places.add(one);
  }
  return found;
}

function placing(place, say, options) {
  const { count, places } = placements(options);
  const order = ['b', 't', 't2', 'a', 'u'].filter((one) => places.has(one[0]));
  let number = null;
  let put = {};
  const path = (one) => (one === 't' && put.t2 ? `+${put.t2}` : '');
  const words = () => [number, ...order.filter((one) => put[one] && one !== 't2').map((one) => `${one}${put[one]}${path(one)}`)].join(' ');
  const changed = () => { draw(); say(words()); };
  const choose = (one) => { number = one; put = { [order[0]]: count[one] }; changed(); };
  // One more here is one less where most are.
  const more = (one, by) => {
    const rest = order.filter((other) => other !== one && (by < 0 ? other !== 't2' || put.t : put[other]));
    const other = rest.sort((a, b) => (by < 0 ? order.indexOf(a) - order.indexOf(b) : (put[b] || 0) - (put[a] || 0)))[0];
    if (!other) return;
    put = { ...put, [one]: (put[one] || 0) + by, [other]: (put[other] || 0) - by };
    if (!put.t && put.t2) put = { ...put, t: put.t2, t2: 0 };
    changed();
  };
  const step = (one, by, sign, label, disabled) => tap(`${sign} ${one}`, { class: 'button', 'aria-label': label, disabled }, () => more(one, by), sign);
  const stepper = (one) => h('div', { class: 'row between', role: 'group', 'aria-label': t(`table.place-${one}`) },
    h('span', { class: 'grow' }, t(`table.place-${one}`)),
    step(one, -1, '\u2212', t('table.less'), !put[one]),
    h('strong', { class: 'number step', 'aria-live': 'polite' }, String(put[one] || 0)),
    step(one, 1, '+', t('table.more'), put[one] >= count[number]));
  const chip = (one) => tap(`number ${one}`, { class: 'chip', 'aria-pressed': String(one === number) }, () => choose(one),
    dieFace(one, { size: 30, label: one }), `\u00d7 ${count[one]}`);
  const draw = () => fill(place,
    h('div', { class: 'row', role: 'group', 'aria-label': t('table.number') }, ...Object.keys(count).map(chip)),
    ...(number ? order.filter((one) => one !== 't2' || put.t).map(stepper) : []));
  draw();
}

// The builder that fits what may be said now, and the options that it stands for.
export function builderOf(me) {
  const said = [...me.wanted.map((one) => one.example), ...me.options.map((one) => one.words)];
  if (said.some((words) => words.startsWith('tunnel '))) {
    return { key: 'trove', build: trove, covers: (words) => KINDS.includes(words.split(' ')[0]) };
  }
  const found = me.options.filter((one) => PLACED.test(one.words));
  if (!found.length) return null;
  const key = found.map((one) => one.words).join();
  return { key, build: (place, say) => placing(place, say, found), covers: (words) => PLACED.test(words) };
}
