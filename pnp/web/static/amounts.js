// What only people see: numbers on printed cards, with keys for less and more; dice on their table, tapped face by face.
import { announce, dieFace, fill, h, t, tap } from './elements.js';
import { paint } from './colored_dice.js';
import { sheetUp } from './dialog.js';

// Of numbers that may be large there are keys for five at once.
const LARGE = 10;

function row({ name, what, most, least }, said) {
  const shown = h('output', { class: 'number' }, String(said[name]));
  const set = (by) => {
    said[name] = Math.min(most, Math.max(least, said[name] + by));
    shown.textContent = String(said[name]);
    announce(`${what}: ${said[name]}`);
  };
  const key = (by, sign) => tap(`${name} ${by}`, { class: 'button pad-key number', 'aria-label': `${what}: ${t(by < 0 ? 'common.less' : 'common.more')} ${Math.abs(by)}` }, () => set(by), sign);
  const large = most >= LARGE;
  return h('div', { class: 'amount row nowrap', role: 'group', 'aria-label': what }, h('strong', { class: 'grow' }, what),
    large && key(-5, '\u22125'), key(-1, '\u2212'), shown, key(1, '+'), large && key(5, '+5'));
}

// The dice that lie there, and below them every face that a die can show: a tap lays one there, a tap on it takes it away.
function heap({ dice }, lying, table) {
  const element = h('div', { class: 'stack tight' });
  const die = (sort, face, label, key, act) => tap(key, { class: 'lying button plain', 'aria-label': label }, act,
    dieFace(face, { size: 40, ...paint(table, sort, face) }));
  const change = (text, act) => () => {
    act();
    announce(`${text}. ${t('common.dice-there', { n: lying.length })}`);
    draw();
  };
  const there = ({ what, sort, face }, at) => die(sort, face, t('common.take-away', { what: `${what} ${face}` }), `there ${at}`,
    change(t('common.take-away', { what: `${what} ${face}` }), () => lying.splice(at, 1)));
  const pile = ({ sort, what, faces, most }) => {
    const full = lying.filter((one) => one.sort === sort).length >= most;
    const add = (face) => change(`${what} ${face}`, () => full || lying.push({ sort, what, face }));
    return h('div', { class: 'pile stack tight', role: 'group', 'aria-label': what }, h('span', { class: 'small muted' }, what),
      h('div', { class: 'die-row' }, ...faces.map((face) => die(sort, face, `${what} ${face}`, `face ${sort} ${face}`, add(face)))));
  };
  const order = dice.map(({ sort }) => sort);
  const draw = () => {
    lying.sort((a, b) => order.indexOf(a.sort) - order.indexOf(b.sort));
    fill(element, h('div', { class: 'die-row lying-there', role: 'group', 'aria-label': t('common.dice-there', { n: lying.length }) }, ...lying.map(there)),
      h('strong', { class: 'small' }, t('common.dice-there', { n: lying.length })), ...dice.map(pile));
  };
  draw();
  return element;
}

const written = (lying, none) => [...new Set(lying.map((one) => one.sort))]
  .map((sort) => [sort, ...lying.filter((one) => one.sort === sort).map((one) => one.face)].join(' ')).join('; ') || none;

// Asks for what an option leaves open; `act` is called with the words that say it.
export function askAmounts({ means, asks }, table, act) {
  const said = Object.fromEntries(asks.amounts.map(({ name, usual, most }) => [name, Math.min(usual, most)]));
  const lying = [];
  const words = () => Object.entries({ ...said, dice: written(lying, asks.none) })
    .reduce((made, [name, value]) => made.replace(`{${name}}`, String(value)), asks.notation);
  const { close } = sheetUp(asks.what || means, h('p', { class: 'muted small' }, t(asks.dice.length ? 'common.asked-dice' : 'common.asked')),
    ...asks.amounts.map((one) => row(one, said)), asks.dice.length ? heap(asks, lying, table) : null,
    tap('asked', 'button primary wide', () => {
      close();
      act(words());
    }, t('common.enter-asked')));
}
