// What this phone has to do with the dice: it adds a number of its own, and keeps what the table promised and sealed.
import { h, page, t } from './elements.js';
import { ask, keep, keyOf, parsed } from './connection.js';

// ---- SHA-256: browsers have one of their own only where the page came by https

const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

function block(state, words) {
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [words[i - 15], words[i - 2]];
    words[i] = (words[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + words[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, z] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i];
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [z, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, z].map((word, i) => (word + state[i]) | 0);
}

// Of bytes as hexadecimal digits, at most 55 of them: more than a number has.
export function sha256(digits) {
  const bytes = digits.match(/../g) || [];
  const words = new Array(16).fill(0);
  [...bytes.map((byte) => parseInt(byte, 16)), 0x80].forEach((byte, i) => { words[i >> 2] |= byte << (24 - 8 * (i % 4)); });
  words[15] = bytes.length * 8;
  return block(START, words).map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

// ---- the number, and the receipt

const PREFIX = 'pnp.receipt:';
const nameOf = (state) => `${PREFIX}${state.table}:${page.base}`;
let asking = false;

async function tell(body) {
  if (asking) return;
  asking = true;
  await ask(`${page.base}/number`, { key: keyOf(), ...body });
  asking = false;
}

// What was seen first stays: a table that later says something else has changed its story.
export function follow(state) {
  if (!state.commitment || !page.base.startsWith('/s/') || !state.me || state.me.seat === null) return;
  const kept = parsed(keep.get(nameOf(state))) || { promise: state.commitment };
  if (state.numbers && state.numbers.open && !kept.number) {
    kept.number = keyOf() + keyOf();
    kept.hash = sha256(kept.number);
  }
  if (state.seal && !kept.seal) kept.seal = state.seal;
  keep.set(nameOf(state), JSON.stringify(kept));
  if (!state.numbers || !kept.hash) return;
  if (state.numbers.open && !state.numbers.pledged.includes(kept.hash)) tell({ hash: kept.hash });
  if (state.numbers.due.includes(kept.hash)) tell({ number: kept.number });
}

const receiptOf = (state) => keep.names(`${PREFIX}${state.table}:`).map((name) => parsed(keep.get(name))).find(Boolean) || null;

function about(state, kept) {
  if (!kept) return null;
  if (kept.promise !== state.commitment) return h('p', { class: 'refusal' }, t('common.receipt-other-promise'), ' ', h('code', {}, kept.promise));
  if (state.seal && kept.seal && kept.seal !== state.seal) return h('p', { class: 'refusal' }, t('common.receipt-other-seal'), ' ', h('code', {}, kept.seal));
  if (!kept.hash || !state.numbers || !state.numbers.pledged.includes(kept.hash) || state.numbers.open || state.numbers.due.includes(kept.hash)) return null;
  return h('p', {}, t(state.numbers.added.includes(kept.hash) ? 'common.receipt-in' : 'common.receipt-out'));
}

export function receipt(state) {
  if (!state.commitment) return null;
  return h('div', { class: 'receipt stack tight' }, h('p', {}, t('common.receipt-promise')), h('code', {}, state.commitment),
    state.seal ? h('p', {}, t('common.receipt-seal')) : null, state.seal ? h('code', {}, state.seal) : null, about(state, receiptOf(state)));
}
