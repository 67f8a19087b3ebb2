// A game looked back at: everybody's sheet beside the best one, what was still possible after each round, and why.

import { decimal } from './decimal.js';
import { announce, fill, h, page, s, signed, t, tap } from './elements.js';
import { get } from './connection.js';

const main = document.getElementById('main');
const state = page.first;
const AGAIN = 1500;
const WIDE = 320;
const TALL = 130;
const EDGE = { left: 30, right: 10, top: 12, bottom: 22 };

function head() {
  return h('header', { class: 'row between' },
    h('div', {}, h('h1', {}, t('looking.title')), h('p', { class: 'muted small' }, `${state.title} \u00b7 ${t('looking.table', { code: state.table })}`)),
    h('a', { class: 'button', href: `${page.base}/results` }, t('common.results')));
}

const said = (text, kind = 'card') => h('p', { class: kind, role: 'status' }, text);

// ---------------------------------------------------------------- the curve

function curve(player, choose) {
  const [low, high] = [Math.min(...player.curve), Math.max(...player.curve)];
  const across = (WIDE - EDGE.left - EDGE.right) / Math.max(1, player.curve.length - 1);
  const up = (TALL - EDGE.top - EDGE.bottom) / Math.max(1, high - low);
  const at = (round, value) => [EDGE.left + round * across, TALL - EDGE.bottom - (value - low) * up];
  const points = player.curve.map((value, round) => at(round, value));
  const line = points.map(([x, y], round) => (round ? `H${x}V${y}` : `M${x} ${y}`)).join('');
  const mark = (value) => [s('path', { class: 'hair', d: `M${EDGE.left} ${at(0, value)[1]}H${WIDE - EDGE.right}` }),
    s('text', { x: EDGE.left - 5, y: at(0, value)[1] + 4, class: 'end' }, String(value))];
  const round = (one) => s('text', { x: at(one, low)[0], y: TALL - 6, class: 'middle' }, String(one));
  const costly = player.rounds.filter((one) => one.costly).map((one) => s('circle', { cx: points[one.round][0], cy: points[one.round][1], r: 4.5 }));
  const picture = s('svg', { viewBox: `0 0 ${WIDE} ${TALL}`, class: 'curve', role: 'img', 'aria-label': t('looking.curve-alt', { from: high, to: low }) },
    ...mark(high), ...(low < high ? mark(low) : []), s('path', { class: 'line', d: line }), ...costly,
    ...[...new Set([1, ...[6, 12, 18].filter((one) => one < player.curve.length - 3), player.curve.length - 1])].map(round));
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * WIDE;
    choose(Math.max(1, Math.min(player.rounds.length, Math.round((x - EDGE.left) / across))));
  });
  return picture;
}

// ---------------------------------------------------------------- a round

const words = (notation, means) => (means ? `${means} (${notation})` : notation);

function sentences(one, means) {
  const lost = one.hindsight ? t('looking.lost', { n: one.hindsight, before: one.reachable + one.hindsight, after: one.reachable }) : t('looking.kept', { n: one.reachable });
  const seen = one.better ? t('looking.seen', { better: words(one.better, means.better), by: decimal(one.seen) }) : one.expected === null ? '' : t('looking.not-seen');
  const both = one.costly ? t('looking.costly') : one.hindsight && !one.better ? t('looking.only-later') : one.better ? t('looking.only-then') : '';
  return [h('p', {}, t('looking.did', { round: one.round, move: words(one.move, means.move) })), h('p', {}, lost),
    seen && h('p', {}, seen), both && h('p', { class: 'muted small' }, both)];
}

function rounds(player, seat) {
  const shown = h('div', { class: 'stack tight shown' }, h('p', { class: 'muted small' }, t('looking.tap')));
  const choose = async (round) => {
    const one = player.rounds.find((row) => row.round === round);
    if (!one) return;
    for (const button of list.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.key === `${seat}-${round}`));
    fill(shown, ...sentences(one, {}));
    const means = await get(`${page.base}/review/${seat}/${round}`);
    if (means.ok) fill(shown, ...sentences(one, means));
    shown.scrollIntoView({ block: 'nearest' });
    announce(shown.textContent);
  };
  const list = h('div', { class: 'rounds', role: 'group', 'aria-label': t('looking.rounds') }, ...player.rounds.map((one) =>
    tap(`${seat}-${one.round}`, { class: one.costly ? 'costly' : one.hindsight ? 'lost' : '', 'aria-pressed': 'false',
      'aria-label': t('looking.round', { round: one.round, n: one.hindsight || null }) }, () => choose(one.round),
    h('span', {}, String(one.round)), h('small', {}, one.hindsight ? signed(-one.hindsight) : '\u00a0'))));
  return [curve(player, choose), list, shown];
}

// ---------------------------------------------------------------- a player

const picture = (src, title) => h('figure', {}, h('img', { class: 'on-paper', src, alt: title }), h('figcaption', {}, title));

function pair(player, seat) {
  const person = state.people[seat];
  return h('div', { class: 'pair' }, picture(person.picture, t('looking.own', { name: player.player, n: player.score })),
    picture(`${page.base}/review/${seat}.svg`, t(player.proven ? 'looking.best' : 'looking.best-known', { n: player.par })));
}

// Each measure alone: what it names is nobody's fault as long as the other one does not.
function measured(player) {
  const told = (key, numbers, by) => numbers.length > 0 && h('p', { class: 'muted small' }, t(key, { n: numbers.length,
    rounds: numbers.map((number) => `${number} (${by(player.rounds.find((one) => one.round === number))})`).join(', ') }));
  return [told('looking.in-hindsight', player.in_hindsight ?? [], (one) => one.hindsight),
    told('looking.at-the-time', player.at_the_time ?? [], (one) => decimal(one.seen))];
}

function card(player, seat) {
  const worst = player.costliest.length
    ? t('looking.worst', { rounds: player.costliest.join(', '), n: player.costliest.length }) : t('looking.clean');
  return h('section', { class: 'card stack' },
    h('div', { class: 'row between' }, h('h2', { dir: 'auto' }, player.player),
      h('p', { class: 'number' }, t('looking.share', { score: player.score, par: player.par, share: Math.round(100 * player.share) }))),
    pair(player, seat), h('h3', {}, t('looking.possible')), ...rounds(player, seat), h('p', {}, worst), ...measured(player));
}

function dice(table) {
  const by = decimal(Math.abs(table.luck ?? 0));
  const luck = table.luck === null ? '' : t(table.luck < 0 ? 'looking.worse' : 'looking.better', { by });
  return h('p', { class: 'card' }, t('looking.dice', { par: table.par, luck }));
}

const rulings = (all) => h('details', { class: 'card' }, h('summary', {}, t('looking.rulings')),
  h('ul', {}, ...all.map((one) => h('li', {}, h('b', {}, one.name), ` ${one.text}`))));

// ---------------------------------------------------------------- players as they come

const waiting = said(t('looking.wait'));
let shown = -1;

function progress({ done, of }) {
  fill(waiting, t('looking.wait'), of ? h('progress', { value: done, max: of, 'aria-label': t('looking.progress', { done, of }) }) : null);
}

// What is there stays as it is: somebody may be reading it, or have tapped a round.
function add(found) {
  if (shown < 0) waiting.before(dice(found.table));
  shown = Math.max(shown, 0);
  const more = found.players.slice(shown);
  waiting.before(...more.map((player, at) => card(player, shown + at)));
  shown += more.length;
}

async function look() {
  const found = await get(`${page.base}/review.json`);
  if (found.ok && found.table) add(found);
  if (found.ok && !found.wait) {
    waiting.replaceWith(rulings(found.rulings));
  } else if (found.ok || found.status === 0 || found.code === 'counting') {
    if (found.code === 'counting') fill(waiting, found.message);
    else progress(found);
    setTimeout(look, AGAIN);
  } else {
    fill(main, head(), said(found.message));
  }
}

fill(main, head(), waiting);
look();
