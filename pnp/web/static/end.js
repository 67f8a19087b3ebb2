// After the last round: the points, the vote for the best looking one, a photo of the paper, the paper itself.
import { fill, h, page, signed, t, toast } from './elements.js';
import { ask, send, upload } from './connection.js';
import { mountPapers } from './sheet.js';
import { smaller } from './photo.js';
import { receipt } from './receipt.js';

let state = null;
let parts = null;
let busy = false;

const named = (seat) => (state.people.find((one) => one.seat === seat) || { name: '' }).name;

// ---- points

function score() {
  const mine = state.scores.find((one) => one.seat === state.me.seat);
  if (!mine) return null;
  const rank = state.ranking.find((one) => one.seat === state.me.seat);
  const rows = mine.lines.map((line) => h('tr', {}, h('th', { scope: 'row' }, line.label), h('td', { class: 'muted small' }, line.why), h('td', { class: 'number' }, signed(line.points))));
  return h('section', { class: 'card stack' },
    h('h2', {}, t('sheet.your-points', { n: signed(mine.total) })),
    rank && rank.rank ? h('p', {}, t('sheet.your-rank', { n: rank.rank }), rank.why ? ` (${rank.why})` : '') : null,
    h('table', { class: 'lines' }, h('tbody', {}, ...rows),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, t('common.total')), h('td'), h('td', { class: 'number' }, signed(mine.total))))));
}

function ranking() {
  return h('section', { class: 'card stack tight' }, h('h2', {}, state.early === null ? t('table.over') : state.headline),
    h('p', { class: 'muted' }, state.early === null ? state.headline : t(state.ranking.some((one) => one.won) ? 'common.early-won' : 'common.early')),
    h('ol', { class: 'bare stack tight' }, ...state.ranking.map((one) => h('li', { class: 'row between' },
      h('span', {}, one.rank ? `${one.rank}. ` : '', one.seat === state.me.seat ? h('strong', {}, one.player) : one.player), h('span', { class: 'number' }, signed(one.total))))),
    h('a', { class: 'button', href: `/t/${state.table}/results` }, t('common.results')));
}

// ---- the vote

async function vote(seat) {
  if (busy || state.me.vote === seat) return;
  const choice = state.me.options.find((one) => one.kind === 'vote' && one.mark === seat);
  if (!choice) return;
  busy = true;
  const answer = await send(`${page.base}/say`, { words: choice.notation });
  busy = false;
  if (!answer.ok) toast(answer.message, 'bad');
}

function ballot(one) {
  const mine = state.me.vote === one.seat;
  return h('button', { class: 'ballot on-paper', 'aria-pressed': String(mine), 'data-key': `vote-${one.seat}`, onclick: () => vote(one.seat) },
    h('img', { class: one.photo && 'taken', src: one.photo || one.picture, alt: t('sheet.drawing-of', { name: one.name }), loading: 'lazy', width: 160, height: 160 }),
    h('span', { class: 'row' }, mine ? h('span', { 'aria-hidden': 'true' }, '\u2713') : null, one.name));
}

function result(vote) {
  const names = vote.result.seats.map(named);
  if (!names.length) return t('sheet.vote-none');
  return t(names.length > 1 ? 'sheet.vote-tie' : 'sheet.vote-won', { names: names.join(', '), n: vote.result.votes });
}

function voting() {
  const { vote: now, me } = state;
  if (!now || me.seat === null) return null;
  if (now.result) {
    return h('section', { class: 'card stack' }, h('h2', {}, result(now)),
      h('ul', { class: 'bare' }, ...state.people.map((one) => h('li', { class: 'row between' }, h('span', {}, one.name), h('span', { class: 'number' }, String(now.result.counts[one.seat] || 0))))));
  }
  if (!now.open) return null;
  return h('section', { class: 'card stack' },
    h('h2', {}, t('sheet.vote')),
    h('p', { class: 'muted' }, me.vote === null ? t('sheet.vote-how') : t('sheet.voted', { name: named(me.vote) })),
    h('div', { class: 'ballots' }, ...state.people.filter((one) => one.seat !== me.seat).map(ballot)),
    h('p', { class: 'muted small', role: 'status' }, t('sheet.vote-given', { n: now.given, of: now.of })));
}

// ---- a photo of the paper

async function shoot(event, note) {
  const [file] = event.target.files;
  if (!file) return;
  note.textContent = t('sheet.photo-sending');
  const answer = await upload(`${page.base}/photo`, await smaller(file, 1.5e6));
  event.target.value = '';
  note.textContent = answer.ok ? '' : answer.message;
}

async function removePhoto() {
  const answer = await ask(`${page.base}/photo`, {}, 'DELETE');
  if (!answer.ok) toast(answer.message, 'bad');
}

function photo() {
  const me = state.people.find((one) => one.seat === state.me.seat);
  if (!me) return null;
  const note = h('p', { class: 'small', role: 'status' });
  return h('section', { class: 'card stack' },
    h('h2', {}, t('sheet.photo')),
    me.photo ? h('img', { class: 'shot', src: me.photo, alt: t('sheet.photo-of', { name: me.name }) }) : h('p', { class: 'muted' }, t('sheet.photo-about')),
    h('label', { class: 'button photo' }, t(me.photo ? 'sheet.photo-again' : 'sheet.photo-take'),
      h('input', { type: 'file', accept: 'image/*', capture: 'environment', onchange: (event) => shoot(event, note) })),
    me.photo ? h('button', { class: 'button plain', 'data-key': 'unphoto', onclick: removePhoto }, t('sheet.photo-remove')) : null,
    note);
}

// ---- all of it

function draw(now) {
  state = now;
  fill(parts.vote, voting());
  fill(parts.points, score(), ranking());
  fill(parts.dice, now.commitment ? h('section', { class: 'card stack' }, h('h2', {}, t('common.receipt')), receipt(now)) : null);
  const me = now.people.find((one) => one.seat === now.me.seat);
  if (parts.shot !== (me && me.photo)) fill(parts.photo, photo());
  parts.shot = me && me.photo;
  if (parts.papers) parts.papers.update(now);
  if (now.evening) import('./evening_card.js').then(({ showEvening }) => showEvening(parts.evening, now)).catch(() => {});
}

// The paper is far below and has much to load: it comes when somebody scrolls there.
function offerPaper() {
  const place = h('div', { class: 'paper-place' });
  fill(parts.paper, h('h2', {}, t('sheet.compare')), parts.photograph, place);
  const watch = new IntersectionObserver(async (seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    try {
      parts.papers = await mountPapers(place);
    } catch {
      toast(t('common.offline'), 'bad');
      setTimeout(offerPaper, 3000);
    }
  }, { rootMargin: '300px' });
  watch.observe(place);
}

export function mountEnd(root, first, photograph) {
  parts = Object.fromEntries(['vote', 'evening', 'points', 'photo', 'dice', 'paper'].map((name) => [name, h('div', { class: 'stack' })]));
  Object.assign(parts, { shot: null, papers: null, photograph });
  draw(first);
  fill(parts.photo, photo());
  fill(root, parts.vote, parts.points, parts.evening, parts.photo, parts.dice, parts.paper);
  if (first.paper) offerPaper();
  return { update: draw, close: () => parts.papers && parts.papers.close() };
}
