// The results: who won and why, every line of the score, everybody's sheet, and files to take home.

import { fill, h, page, s, signed, t, toast } from './elements.js';
import { sheetUp } from './dialog.js';
import { get, live, worded } from './connection.js';
import { staged } from './clock.js';
import { receipt } from './receipt.js';

const main = document.getElementById('main');
const named = (name, tag = 'span', kind = '') => h(tag, { class: kind, dir: 'auto' }, name);
const ended = (state) => ['over', 'closed'].includes(state.phase) || (!state.pad && state.scores.length > 0);
const hasLog = (state) => state.phase === 'closed' || (state.phase === 'over' && !(state.vote && state.vote.open));

function crown() {
  return s('svg', { class: 'crown', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    s('path', { d: 'M14 78 7 32l24 20 19-34 19 34 24-20-7 46z' }), s('path', { class: 'rim', d: 'M20 90h60' }));
}

function rosette() {
  return s('svg', { class: 'rosette', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    s('path', { class: 'ribbon', d: 'M34 54 24 96l26-16 26 16-10-42z' }), s('circle', { cx: 50, cy: 36, r: 31 }),
    s('path', { class: 'star', d: 'M50 17l5.5 12.5 13.5 1.3-10.1 9 2.9 13.2L50 46.1 38.2 53l2.9-13.2L31 30.8l13.5-1.3z' }));
}

// ---------------------------------------------------------------- who won

function head(state) {
  const where = `${t('results.title')} \u00b7 ${t('results.table', { code: state.table })}`;
  return h('header', { class: 'row between' },
    h('div', {}, h('h1', {}, state.title), h('p', { class: 'muted small' }, where)),
    h('a', { class: 'button', href: `${page.base}/screen` }, t('common.screen')));
}

// A long word is set smaller, so that it is not broken.
function sized(name) {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
  return longest > 9 ? `${Math.max(45, Math.round(900 / longest))}%` : null;
}

function winner(state) {
  const first = state.ranking.filter((row) => row.rank === 1);
  if (state.phase === 'count') return h('p', { class: 'card' }, t('common.counting'));
  if (!first.length && state.early !== null) return h('section', { class: 'card stack tight' }, h('h2', {}, state.headline), h('p', {}, t('common.early')));
  if (!first.length) return h('p', { class: 'card' }, t(state.ranking.length ? 'results.uncounted' : 'results.nobody'));
  const word = !ended(state) ? (state.ranking.length > 1 ? 'leader' : 'so-far') : state.ranking.length === 1 ? 'alone' : first.length > 1 ? 'winners' : 'winner';
  const why = first.length === 1 && first[0].why;
  return h('section', { class: `winner of${Math.min(first.length, 4)}` },
    h('div', { class: 'grow' },
      h('p', { class: 'label' }, crown(), t(`results.${word}`)),
      ...first.map((row) => h('p', { class: 'name', dir: 'auto', style: { fontSize: sized(row.player) } }, row.player)),
      why && h('p', { class: 'small' }, why), state.early !== null && h('p', { class: 'small' }, `${state.headline}. ${t('common.early-won')}`), !ended(state) && h('p', { class: 'small' }, t('results.running'))),
    h('p', { class: 'sum' }, h('b', { class: 'number' }, signed(first[0].total)), h('span', {}, t('results.points'))));
}

function best(state) {
  const vote = state.vote;
  if (!vote) return null;
  if (!vote.result) {
    return vote.open && h('p', { class: 'card small' }, t('results.vote-open', { given: vote.given, of: vote.of }));
  }
  if (!vote.result.seats.length) return null;
  const people = vote.result.seats.map((seat) => state.people.find((one) => one.seat === seat)).filter(Boolean);
  return h('section', { class: 'card best' }, rosette(), h('div', { class: 'grow' },
    h('h2', {}, t('results.best')), ...people.map((one) => named(one.name, 'p', 'who')),
    h('p', { class: 'muted small' }, t('results.votes', { n: vote.result.votes }))));
}

const wrong = (state, row) => state.people[row.seat].problems;

function ranking(state) {
  if (state.ranking.length < 2) return null;
  const row = (one) => h('li', {}, h('span', { class: `place number ${one.rank === 1 ? 'first' : ''}` }, signed(one.rank)),
    h('span', { class: 'grow' }, named(one.player, 'b'), one.why && h('small', { class: 'muted' }, one.why),
      wrong(state, one) > 0 && h('small', { class: 'refusal' }, t('common.problems', { n: wrong(state, one) }))),
    h('b', { class: 'number' }, signed(one.total)));
  return card('ranking', h('ol', { class: 'ranking' }, ...state.ranking.map(row)));
}

const card = (name, ...inside) => h('section', { class: `card stack ${name}` }, h('h2', {}, t(`results.${name}`)), ...inside);

// ---------------------------------------------------------------- line by line

function scores(state) {
  if (!state.scores.length) return state.ranking.length && state.early === null ? card('scores', h('p', { class: 'muted' }, t('results.scores-later'))) : null;
  const places = new Map(state.ranking.map((row, place) => [row.seat, place]));
  const columns = [...state.scores].sort((one, other) => (places.get(one.seat) ?? 99) - (places.get(other.seat) ?? 99));
  const lines = [...new Map(columns.flatMap((one) => one.lines.map((line) => [line.name, line.label])))];
  const name = (seat) => (state.people.find((one) => one.seat === seat) || { name: '' }).name;
  const head = h('tr', {}, h('td', {}), ...columns.map((one) => h('th', { scope: 'col' }, named(name(one.seat)))));
  const rows = lines.map(([line, label]) => h('tr', {}, h('th', { scope: 'row' }, label),
    ...columns.map((one) => h('td', {}, points(name(one.seat), one.lines.find((own) => own.name === line))))));
  const sum = h('tr', { class: 'sum' }, h('th', { scope: 'row' }, t('common.total')),
    ...columns.map((one) => h('td', {}, h('b', { class: 'number' }, signed(one.total)))));
  const table = h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows), h('tfoot', {}, sum));
  return card('scores', h('p', { class: 'muted small' }, t('results.scores-how')),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('results.scores') }, table));
}

function points(name, line) {
  if (!line) return '\u2013';
  if (!line.why) return h('span', { class: 'number' }, signed(line.points));
  const said = `${t('results.why', { name, line: line.label, points: signed(line.points) })}: ${line.why}`;
  return h('button', { type: 'button', class: 'number', 'aria-label': said, onclick: () => toast(said) }, signed(line.points));
}

// ---------------------------------------------------------------- pictures

function figure(source, title, caption) {
  const show = () => sheetUp(title, h('img', { class: 'large on-paper', src: source, alt: title }),
    h('a', { class: 'button', href: source, target: '_blank', rel: 'noopener' }, t('results.alone-open')));
  const label = `${title}, ${t('results.enlarge')}`;
  const attrs = { type: 'button', class: 'thumb on-paper', 'data-key': source.split('?')[0], 'aria-label': label, onclick: show };
  return h('figure', {}, h('button', attrs, h('img', { src: source, alt: '', loading: 'lazy' })), named(caption, 'figcaption'));
}

// A pad is the same for every seat: it is shown once.
function sheets(state) {
  const mark = (one) => (one.sheet || '').split('?')[1];
  const same = state.people.length > 1 && new Set(state.people.map(mark)).size === 1;
  const shown = (same ? state.people.slice(0, 1) : state.people).filter((one) => one.sheet);
  if (!shown.length || state.phase === 'lobby') return null;
  const titles = (one) => (same ? t('results.pad') : t('results.sheet-of', { name: one.name }));
  return card('sheets', h('div', { class: 'gallery' },
    ...shown.map((one) => figure(one.sheet, titles(one), same ? titles(one) : one.name))));
}

function photos(state) {
  const taken = state.people.filter((one) => one.photo);
  if (!taken.length) return null;
  return card('photos', h('div', { class: 'gallery' },
    ...taken.map((one) => figure(one.photo, t('results.photo-of', { name: one.name }), one.name))));
}

// ---------------------------------------------------------------- to take home

const file = (ending) => `${page.base}/results.${ending}`;

// The picture is fetched anew only when what it tells has changed.
function mark(value) {
  let sum = 7;
  for (const char of JSON.stringify(value)) sum = (sum * 31 + char.codePointAt(0)) % 4294967291;
  return sum.toString(36);
}

// What names have that no font of pictures and printed sheets has; the page itself shows it.
const unprinted = (state) => state.unprinted.length > 0 && h('p', { class: 'muted small unprinted' }, t('results.unprinted', { pieces: state.unprinted.join(' ') }));

function share(state) {
  if (!ended(state)) return null;
  const address = worded(file('png'));
  const told = mark([state.ranking, state.scores, state.vote && state.vote.result, state.people.map((one) => [one.name, one.sheet])]);
  const picture = { src: `${address}&v=${told}`, alt: t('results.share-alt'), width: 1080, height: 1350 };
  return card('share', h('a', { href: address, class: 'picture' }, h('img', picture)),
    unprinted(state), h('a', { class: 'button primary', href: address, download: '' }, t('results.download')));
}

function take(state) {
  if (!state.ranking.length) return null;
  const endings = ['pdf', 'csv', 'lines.csv', 'json', 'bgsplay', ...(hasLog(state) ? ['log'] : [])];
  const app = h('a', { class: 'button', hidden: true }, t('results.take-bgstats'));
  if (ended(state)) linked(app);
  const button = (ending) => h('a', { class: 'button', href: file(ending), download: '' }, t(`results.take-${ending}`));
  return card('take', h('div', { class: 'files' }, ...endings.map(button), app), unprinted(state),
    !hasLog(state) && h('p', { class: 'muted small' }, t('results.log-later')));
}

async function linked(app) {
  const answer = await get(file('bgstats'));
  if (!answer.ok || !answer.link || !answer.link.startsWith('bgstats:')) return;
  app.href = answer.link;
  app.hidden = false;
}

function dice(state) {
  if (state.on_paper) return null;
  if (state.source === 'physical') return card('dice', h('p', {}, t('results.dice-physical')));
  if (!state.commitment) return null;
  const log = `${state.game}-${state.table}.log`;
  return card('dice', h('p', {}, t('results.dice-promise')), receipt(state),
    ...(state.secret ? [h('p', {}, t('results.dice-secret')), h('code', {}, state.secret)] : [h('p', {}, t('results.dice-later'))]),
    h('p', {}, t('results.dice-verify')), h('code', {}, `pnp verify ${log} --promise ${state.commitment}${state.seal ? ` --seal ${state.seal}` : ''}`));
}

// ---------------------------------------------------------------- what the coach says

function review(state) {
  if (!state.review) return null;
  return card('review', h('p', {}, t('results.review-note')), h('a', { class: 'button primary', href: worded(`${page.base}/review`) }, t('results.review-open')));
}

function audits(state) {
  if (!state.audits.length) return null;
  const row = (seat) => {
    const told = h('p', { class: 'small' }, t('results.audit-wait'));
    get(`${page.base}/audit/${seat}`).then((one) => fill(told, [one.message, one.why?.message].filter(Boolean).join(' ')));
    return h('div', {}, named(state.people[seat].name, 'b'), told);
  };
  return card('audit', ...state.audits.map(row), h('p', { class: 'muted small' }, t('results.audit-note')));
}

let shown = '';

live(staged((state) => {
  const now = `${state.version} ${state.phase}`;
  if (now === shown) return;
  shown = now;
  if (state.phase === 'lobby' && !state.scores.length) state.ranking = [];
  document.title = `${state.title}: ${t('results.title')}`;
  const across = main.querySelector('.scroll')?.scrollLeft || 0;
  fill(main, head(state), winner(state), h('div', { class: 'side' }, best(state), ranking(state)), share(state), review(state),
    scores(state), sheets(state), photos(state), take(state), dice(state), audits(state));
  if (across) main.querySelector('.scroll')?.scrollTo(across, 0);
}));
