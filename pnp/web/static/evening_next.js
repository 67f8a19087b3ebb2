// The next game: the same again, or one of all that there are, and who plays it.
import { fill, h, page, t } from './elements.js';
import { sheetUp } from './dialog.js';
import { get, send } from './connection.js';
import { current, dot, isOn, isPlayed } from './evening_parts.js';

let games = null;

// Every game with its picture, in the colours of its layout.
async function gameList() {
  games = games || (await get(`/e/${idOf()}/games`)).games || null;
  return games || [];
}

let evening = page.evening;
const idOf = () => evening;

function playersText([low, high]) {
  return low === high ? t('desk.players', { n: low }) : t('desk.players-range', { low, high });
}

function card(game, pick, here) {
  const fits = here >= game.players[0];
  const look = { background: game.colors.wash, borderColor: game.colors.band, color: game.colors.ink };
  return h('button', { type: 'button', class: 'game on-paper', style: look, 'data-key': `game-${game.game}`, onclick: () => pick(game) },
    h('span', { class: 'emblem' }, h('img', { src: game.picture, alt: '', loading: 'lazy' })),
    h('span', { class: 'about' }, h('strong', { style: { color: game.colors.band } }, game.title), h('span', { class: 'small' }, playersText(game.players),
      fits || !here ? '' : ` \u00b7 ${t('desk.too-few')}`)));
}

// All games, to tap; `pick` gets the one that was tapped.
export async function showGames(place, here, pick) {
  const all = await gameList();
  if (!all.length) return fill(place, h('p', { class: 'muted' }, t('common.offline')));
  const fits = ({ players: [low, high] }) => (here < low ? 2 : here > high ? 1 : 0);
  return fill(place, ...[...all].sort((a, b) => fits(a) - fits(b)).map((one) => card(one, pick, here)));
}

// ---- who plays

function picker(guests, most) {
  const chosen = new Set(guests.slice(0, most).map((one) => one.guest));
  const count = h('p', { class: 'muted small', role: 'status' });
  const told = () => { count.textContent = t('desk.chosen', { n: chosen.size, most }); };
  const boxes = guests.map((one) => {
    const flip = (event) => {
      if (event.target.checked) chosen.add(one.guest);
      else chosen.delete(one.guest);
      told();
    };
    return h('label', { class: 'tick' }, h('input', { type: 'checkbox', checked: chosen.has(one.guest), onchange: flip }), dot(one.color, one.name), h('span', { dir: 'auto' }, one.name));
  });
  told();
  return { element: h('div', { class: 'stack tight' }, h('div', { class: 'ticks' }, ...boxes), count), chosen: () => guests.map((one) => one.guest).filter((one) => chosen.has(one)) };
}

// Who could play next: those of a table, then those who wait.
function candidates(state, table) {
  const sitting = table ? state.tables.find((one) => one.table === table)?.people.map((one) => one.guest) || [] : [];
  const behind = new Set(table ? [table] : current(state).filter((one) => !isPlayed(one)).map((one) => one.table));
  const free = state.guests.filter((one) => one.here && (one.table === null || behind.has(one.table)));
  return [...free.filter((one) => sitting.includes(one.guest)), ...free.filter((one) => !sitting.includes(one.guest))];
}

function choice(name, values, chosen) {
  const radios = values.map(([value, label]) => h('label', { class: 'tick' }, h('input', { type: 'radio', name, value, checked: value === chosen }), h('span', {}, label)));
  const element = h('div', { class: 'ticks', role: 'radiogroup' }, ...radios);
  return { element, value: () => element.querySelector('input:checked')?.value || chosen };
}

// One question with its one button; while it is answered a second tap is no second wish.
function asked(title, label, parts, body) {
  const wrong = h('p', { class: 'refusal', role: 'alert' });
  const go = h('button', { class: 'button big primary', 'data-key': 'go' }, label);
  let busy = false;
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    go.setAttribute('aria-disabled', 'true');
    const answer = await send(`${page.base}/evening`, body());
    busy = false;
    go.removeAttribute('aria-disabled');
    if (answer.ok && answer.url) return void location.assign(answer.url);
    wrong.textContent = answer.ok ? '' : answer.message;
    if (answer.ok) up.close();
  };
  const up = sheetUp(title, h('form', { class: 'stack', onsubmit: submit }, ...parts, wrong, go));
}

export function askGame(state, game, table = null, beside = false) {
  const who = picker(candidates(state, table), game.players[1]);
  const dice = choice('dice', [['virtual', t('desk.dice-virtual')], ['physical', t('desk.dice-physical')]], state.dice);
  const running = table && state.tables.some((one) => one.table === table && isOn(one) && one.phase !== 'lobby');
  asked(game.title, t('desk.play-it', { title: game.title }), [
    running ? h('p', { class: 'muted' }, t('desk.broken-off')) : null,
    h('h3', {}, t('desk.who-plays')), who.element, game.pad ? null : dice.element,
  ], () => ({ do: 'play', game: game.game, guests: who.chosen(), ...(game.pad ? {} : { dice: dice.value() }),
    ...(table ? {} : { tables: state.tables.length, beside }) }));
}

function askAgain(state, table, most) {
  const { title } = state.tables.find((one) => one.table === table);
  const who = picker(candidates(state, table), most);
  const sheets = choice('sheets', [['kept', t('desk.sheets-kept')], ['new', t('desk.sheets-new')]], 'kept');
  asked(t('desk.again'), t('desk.play-again', { title }), [h('h3', {}, t('desk.who-plays')), who.element, h('h3', {}, t('desk.sheets')), sheets.element,
    h('p', { class: 'muted small' }, t('desk.sheets-about'))], () => ({ do: 'again', table, sheets: sheets.value(), guests: who.chosen() }));
}

// What a host is asked who leaves a game, or when it is over: the same again, another one, or the desk.
export async function askNext(id, table, most, desk) {
  evening = id;
  const place = h('div', { class: 'games' });
  const state = await get(`/e/${id}/state`);
  if (!state.ok) return;
  const close = () => up.close();
  const again = () => (close(), askAgain(state, table, most));
  const on = state.tables.some((one) => one.table === table && isOn(one) && one.phase !== 'lobby');
  const up = sheetUp(t('desk.what-next'),
    ...(on ? [h('p', { class: 'muted' }, t('desk.broken-off'))]
      : [h('button', { class: 'button big primary', 'data-key': 'again', onclick: again }, t('desk.again')), h('h3', {}, t('desk.another'))]), place,
    desk ? h('a', { class: 'button', 'data-key': 'desk', href: desk }, t('desk.to-desk')) : null);
  await showGames(place, candidates(state, table).length, (game) => (close(), askGame(state, game, table)));
}
