// The page of one sheet: who and where at the top; below it what this moment of the game asks for.
import { announce, fill, h, page, style, t, toast } from './elements.js';
import { get, live } from './connection.js';
import { countdown, staged } from './clock.js';
import { loadArt } from './sheet_art.js';

const at = (id) => document.getElementById(id);
const main = at('main');
const clock = h('span', { class: 'clock number', role: 'timer', 'aria-label': t('sheet.clock') });
let state = null;
let mode = '';
let mounted = null;
let onPaper = false;
let onPhoto = false;
let told = '';

const ended = () => ['over', 'closed'].includes(state.phase);

// ---- the top

const SIGNS = { in: '\u2713', drawing: '\u270e', away: '\u2013' };

function person(one) {
  const status = t(`sheet.status-${one.status}`);
  return h('span', { class: `person ${one.status}` },
    one.active || SIGNS[one.status] ? h('span', { 'aria-hidden': 'true' }, one.active ? '\u2022' : '', SIGNS[one.status] || '') : null, one.name,
    h('span', { class: 'sr' }, `: ${status}`));
}

function showTop() {
  const { me } = state;
  const running = state.phase === 'play' || state.phase === 'roll';
  fill(at('who'), h('span', {}, me.seat === null ? state.title : `${state.active === me.seat && running ? '\u2022 ' : ''}${me.name}`));
  const round = state.stage || t('common.round', { n: state.round, all: state.rounds || null });
  fill(at('where'), clock,
    running && state.round ? h('span', { class: 'badge' }, round) : null,
    h('button', { class: 'button plain menu', 'aria-label': t('sheet.menu'), 'data-key': 'menu', onclick: menu }, '\u2261'));
  countdown(state, clock);
  fill(at('others'), ...state.people.filter((one) => one.seat !== me.seat).map(person));
  document.title = `${running && me.status === 'drawing' ? '\u270e ' : ''}${me.name} \u00b7 ${state.title}`;
}

function tell() {
  const active = state.people.find((one) => one.active);
  const now = [state.phase, state.round, state.dice.join(' ')].join('|');
  if (told && told !== now) {
    const dice = state.dice.length ? t('sheet.told-dice', { dice: state.dice.join(', ') }) : '';
    const where = ended() ? state.headline : state.stage || t('sheet.told-round', { n: state.round, name: active?.name || '' });
    announce(`${where} ${dice}`);
    if (told.split('|')[1] !== String(state.round)) scrollTo({ top: 0 });
  }
  told = now;
}

async function menu() {
  try {
    (await import('./menu.js')).openMenu(state, onPaper, paper, state.reads ? photo : null);
  } catch {
    toast(t('common.offline'), 'bad');
  }
}

// ---- what is shown when

function paper(on) {
  onPaper = on;
  show(state);
  scrollTo({ top: 0 });
}

// The paper is photographed at any time; what was entered from the photo is looked at on the paper.
function photo(on, entered = false) {
  onPhoto = on;
  paper(onPaper || entered);
}

const photoButton = () => h('button', { class: 'button', 'data-key': 'photo', onclick: () => photo(true) }, t('reading.offer'));

function modeOf() {
  if (onPhoto) return 'photo';
  if (ended()) return 'end';
  if (state.phase === 'count') return 'count';
  if (state.me.seat === null || (state.paper && (onPaper || state.pad))) return 'paper';
  if (!state.page) return 'table';
  return state.phase === 'lobby' ? 'lobby' : 'round';
}

async function lobby(root) {
  const panel = await script('./menu.js');
  return { update: (now) => panel.showLobby(root, now, paper) };
}

async function script(path) {
  try {
    return await import(path);
  } catch (error) {
    throw Object.assign(error, { missing: true });
  }
}

// A game may bring a page of its own for its rounds: a script that exports mountRound(root, state, layout).
async function round(root) {
  const main = state.me.sheets.find((one) => one.name === state.me.sheet);
  const [panel, layout] = await Promise.all([script(state.page), loadArt(main.layout)]);
  return panel.mountRound(root, state, layout);
}

async function table(root) {
  style('paper');
  return (await script('./table.js')).mountTable(root, state);
}

async function end(root) {
  style('end');
  return (await script('./end.js')).mountEnd(root, state, state.reads ? photoButton() : null);
}

async function count(root) {
  style('end');
  return (await script('./count.js')).mountCount(root);
}

async function sheets(root) {
  const back = state.begun || state.pad || state.me.seat === null ? null : h('button', { class: 'button', onclick: () => paper(false) }, t('sheet.no-paper'));
  const [place, points] = [h('div', {}), h('div', {})];
  fill(root, points, back, state.reads ? photoButton() : null, place);
  if (!state.pad) return mountPapers(place);
  // Whoever keeps score by pad writes on it first, and sees how the others stand.
  const { totals, padOf } = await script('./table.js');
  const papers = await mountPapers(place, padOf(state.me));
  const told = (now) => (now.begun ? [totals(now)] : []);
  return { ...papers, update: (now) => (fill(points, ...told(now)), papers.update(now)) };
}

export async function mountPapers(place, first) {
  style('paper');
  return (await script('./paper_entry.js')).mountSheets(place, state, first);
}

async function reading(root) {
  ['paper', 'reading'].forEach(style);
  return (await script('./photo_reading.js')).mountReading(root, state, photo);
}

const MODES = { lobby, round, table, count, end, paper: sheets, photo: reading };

// A slow network may bring a panel when its moment has passed: the newest wins, in a room of its own.
async function change(next) {
  mode = next;
  if (mounted && mounted.close) mounted.close();
  mounted = null;
  const root = h('div', { class: 'stack' });
  try {
    const made = await MODES[next](root);
    if (mode !== next) return;
    mounted = made;
    fill(main, root);
    mounted.update(state);
  } catch (error) {
    // A network that went away is no fault of the page; anything else is.
    if (!(error.missing && error instanceof TypeError)) console.error(error);
    if (mode !== next) return;
    mode = '';
    toast(t('common.offline'), 'bad');
    setTimeout(() => (error.missing ? again() : show(state)), 3000);
  }
}

// Some browsers never ask again for a script that did not come: only a new page does.
async function again() {
  if ((await get('/health')).ok) location.reload();
  else setTimeout(again, 3000);
}

function show(next) {
  // Whoever looked at paper while others waited is brought back when the game begins.
  if (state?.phase === 'lobby' && ['roll', 'play'].includes(next.phase) && !next.pad) onPaper = false;
  state = next;
  showTop();
  tell();
  // What is kept of the dice, and what there is to hear and feel, is needed by nobody who waits for the page.
  for (const path of ['./receipt.js', './extras.js', ...(state.place ? ['./event_place.js'] : [])]) import(path).then(({ follow }) => follow(state)).catch(() => {});
  const wanted = modeOf();
  if (wanted !== mode) change(wanted);
  else if (mounted) mounted.update(state);
}

live(staged(show));
