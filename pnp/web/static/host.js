/** The host page: one big button that is the next sensible thing, and everything else a tap away. */
import { announce, fill, h, page, t, toast } from './elements.js';
import { keep, live } from './connection.js';
import { staged } from './clock.js';
import { act, actAloud, button, current, div, doing, path, playing, redraw, shown, span, take, watch } from './host_do.js';
import { askClose, mountJoin, mountMore } from './host_join.js';
import { askUndo, mountLog } from './host_log.js';
import { nextThing } from './host_next.js';
import { chooseMine, mountPeople, myCode, openSeat } from './host_seats.js';
import { mountTable, roundText, tapped } from './host_table.js';

const PANELS = ['table', 'log', 'join', 'more'];
const part = (id) => document.getElementById(id);

// the big button:

const big = button('', goOn, { id: 'next', kind: 'big next' });
const results = h('a', { class: 'button', href: `/t/${page.table}/results` }, t('common.results'));
const skip = button(t('host.skip'), () => actAloud({ do: 'skip' }), { 'data-key': 'skip' });
const pause = button(t('host.pause'), () => actAloud({ do: 'pause' }), { 'data-key': 'pause' });
const next = () => nextThing(current(), tapped.faces);

// A button that has just become another one takes no tap yet: it was meant for the one before.
const calm = { thing: '', until: 0 };

const skippable = ({ name, to, first }) => to !== null && first && name !== 'roll';

function showNext(state) {
  document.body.dataset.phase = state.phase;
  const thing = next();
  const working = doing();
  const is = `${thing.key} ${state.round}`;
  if (calm.thing !== is) Object.assign(calm, { thing: is, until: performance.now() + 600 });
  results.hidden = state.phase !== 'over';
  pause.hidden = !playing(state) || Boolean(state.paused);
  skip.hidden = state.phase === 'count' || !skippable(state.scene);
  if (shown(big, [thing, working])) return;
  big.classList.toggle('primary', !thing.quiet && !thing.off);
  big.setAttribute('aria-disabled', String(Boolean(thing.off || working)));
  big.title = ['roll', 'reveal'].includes(thing.key) ? t(`host.key-${thing.key}`) : '';
  fill(big, h('span', {}, working ? t('host.busy') : thing.label), span('small', thing.note));
}

function goOn() {
  const thing = next();
  if (performance.now() < calm.until) return;
  if (thing.off) announce(thing.note);
  else if (thing.body) actAloud(thing.body);
  else if (thing.open === 'close') askClose();
  else if (thing.open === 'results') location.assign(results.href);
  else if (thing.open === 'another') askAnother();
  else openSeat(thing.open);
}

/** What comes after this game: its script is fetched when it is needed. */
async function askAnother() {
  const { evening, players, desk } = current();
  style('games');
  try {
    await (await import('./evening_next.js')).askNext(evening.id, page.table, players[1], desk);
  } catch {
    toast(t('common.offline'), 'bad');
  }
}

function style(name) {
  const href = `/static/${name}.css`;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
}

// panels and my sheet:

function showPanel() {
  const wanted = location.hash.slice(1);
  const panel = PANELS.includes(wanted) ? wanted : 'table';
  document.body.dataset.panel = panel;
  for (const name of PANELS) tabs[name].setAttribute('aria-current', String(name === panel));
}

function tab(name) {
  const go = () => {
    history.replaceState(null, '', `#${name}`);
    showPanel();
    scrollTo(0, 0);
  };
  return button(t(`host.tab-${name}`), go, { kind: 'tab', 'data-key': name });
}

const tabs = Object.fromEntries(PANELS.map((name) => [name, tab(name)]));
const mine = h('span', {});

function showMine({ host }) {
  const seat = host.seats.find((one) => one.code === myCode());
  if (shown(mine, seat ? seat.url : '')) return;
  const label = t('host.my-sheet');
  fill(mine, seat ? h('a', { class: 'button tab', href: path(seat.url) }, label) : button(label, chooseMine, { kind: 'tab' }));
}

// telling and keys:

function tellNews(state) {
  const news = new Set([roundText(state), state.headline, state.dice.join(' '), next().note]);
  announce([...news].filter(Boolean).join('. '));
}

function onKey(event) {
  const elsewhere = event.target.closest('input, select, dialog');
  if (elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const key = event.key.toLowerCase();
  const { key: thing } = next();
  if ((key === 'r' && thing === 'roll') || (key === 'v' && thing === 'reveal')) goOn();
  else if (key === 'u') askUndo();
}

function mount() {
  const { title, desk } = page.first;
  part('top').append(h('h1', {}, title), h('span', { id: 'saved', role: 'status' }), span('badge', page.table),
    ...(desk ? [h('a', { class: 'button', 'data-key': 'desk', href: desk }, t('host.desk'))] : []));
  part('bar').append(div('go', big, skip, pause, results), h('nav', { 'aria-label': t('host.parts') }, ...Object.values(tabs), mine));
  const panels = [mountTable(part('table'), mountPeople()), mountLog(part('log')), mountJoin(part('join')), mountMore(part('more'), askAnother)];
  [...panels, showNext, showMine, tellNews].forEach(watch);
  addEventListener('keydown', onKey);
  // By this the sheet page of a host who plays can find its way back.
  keep.set(`pnp.host:${page.table}`, page.base);
  showPanel();
  setInterval(redraw, 15000);
  live(staged(take));
  // The stack of photos is needed by nobody who waits for the page.
  import('./host_photos.js').then(({ mountPhotos }) => { watch(mountPhotos(part('more'), { at: current, enter: (_, body) => act(body) })); redraw(); }).catch(() => {});
}

mount();
