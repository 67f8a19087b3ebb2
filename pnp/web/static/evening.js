// The evening on a phone: coming in once; then, between games, who is here, how everybody stands, what is played.
import { placeCard } from './event_place.js';
import { fill, h, page, t, toast } from './elements.js';
import { ask, keep, keyOf, live } from './connection.js';
import { insisted } from './insisting.js';
import { bests, current, dot, isOn, person, standingTable, waitsFor, where } from './evening_parts.js';

const main = document.getElementById('main');
const saved = { name: keep.get('pnp.name') || '' };
let state = null;
let drawn = '';

// ---- coming in

const nameInput = h('input', { id: 'name', name: 'name', autocomplete: 'given-name', maxlength: 60, enterkeyhint: 'go', value: saved.name, 'aria-describedby': 'refusal' });
const refusal = h('p', { id: 'refusal', class: 'refusal', role: 'alert' });
let color = '';

function swatches(chosen, act) {
  const taken = new Set(state.guests.filter((one) => one.here && one.guest !== state.me?.guest).map((one) => one.color));
  const all = taken.size >= state.colors.length;
  return h('div', { class: 'swatches', role: 'group', 'aria-label': t('evening.color') }, ...state.colors.map((one) => h('button', {
    type: 'button', class: 'swatch', 'data-key': `color-${one}`, 'aria-pressed': String(one === chosen), 'aria-label': t(`evening.color-${one}`),
    disabled: taken.has(one) && !all, onclick: () => act(one),
  }, dot(one, one === chosen ? '\u2713' : ''))));
}

async function comeIn(event) {
  event.preventDefault();
  const name = nameInput.value.trim();
  refusal.textContent = name ? '' : t('evening.name-missing');
  if (!name) return nameInput.focus();
  const button = event.target.querySelector('button.primary');
  button.setAttribute('aria-disabled', 'true');
  const answer = await insisted(`/e/${page.evening}/join`, color ? { name, color } : { name });
  if (answer.ok && answer.url) {
    keep.set('pnp.name', name);
    keep.set(`pnp.evening:${page.evening}`, answer.url);
    return location.assign(answer.url);
  }
  button.removeAttribute('aria-disabled');
  refusal.textContent = answer.message || t('common.offline');
  return nameInput.focus();
}

function doorCard() {
  const back = keep.get(`pnp.evening:${page.evening}`);
  const pick = (one) => {
    color = color === one ? '' : one;
    show(state, true);
  };
  return [
    back ? h('a', { class: 'button big', href: back }, t('evening.back-in')) : null,
    h('form', { class: 'card stack', onsubmit: comeIn, novalidate: true },
      h('div', { class: 'field' }, h('label', { for: 'name' }, t('evening.my-name')), nameInput, refusal),
      h('div', { class: 'field' }, h('span', {}, t('evening.color')), swatches(color, pick)),
      h('button', { class: 'button big primary' }, t('evening.come-in'))),
  ];
}

const codeInput = h('input', { id: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', maxlength: 60, placeholder: 'K7Q3-MX5T-6', 'aria-describedby': 'code-refusal' });
const codeRefusal = h('p', { id: 'code-refusal', class: 'refusal', role: 'alert' });

async function openCode(event) {
  event.preventDefault();
  const answer = await ask('/find', { code: codeInput.value });
  if (answer.ok && answer.url) return location.assign(answer.url);
  codeRefusal.textContent = answer.message || t('common.offline');
  return codeInput.focus();
}

const codeFold = h('details', {}, h('summary', { 'data-key': 'has-code' }, t('evening.has-code')),
  h('form', { class: 'field', onsubmit: openCode, novalidate: true }, h('label', { for: 'code' }, t('evening.code')), codeInput, codeRefusal,
    h('button', { class: 'button' }, t('evening.open'))));

// ---- in the evening

async function act(body) {
  const answer = await ask(`${page.base}/evening`, { ...body, key: keyOf() });
  if (!answer.ok) return void toast(answer.message || t('common.offline'), 'bad');
  if (body.do === 'leave') keep.remove(`pnp.evening:${page.evening}`);
  return (await connection).refresh(true);
}

function tableCard(table) {
  const wait = waitsFor(table, state.now, page.language);
  return h('li', { class: 'game-row', style: { borderColor: table.band } },
    h('div', { class: 'grow' }, h('strong', {}, table.title), h('p', { class: 'muted small' }, where(table), wait && isOn(table) ? ` \u00b7 ${wait.text}` : '')),
    table.joinable && isOn(table) ? h('button', { class: 'button primary', 'data-key': `sit-${table.table}`, onclick: () => act({ do: 'sit', table: table.table }) }, t('evening.sit')) : null);
}

function nowCard() {
  const running = current(state).filter(isOn);
  const title = running.length ? t('evening.is-on') : t('evening.next-soon');
  const text = running.length ? t(running.some((one) => one.joinable) ? 'evening.may-sit' : 'evening.next-one') : t('evening.leave-open');
  return h('section', { class: 'card stack now', 'aria-live': 'polite' }, h('h2', {}, title), h('p', { class: 'muted' }, text),
    running.length ? h('ul', { class: 'bare stack tight' }, ...running.map(tableCard)) : h('div', { class: 'waiting', 'aria-hidden': 'true' }, h('i', {}), h('i', {}), h('i', {})));
}

function peopleCard() {
  const here = state.guests.filter((one) => one.here);
  return h('section', { class: 'card stack' }, h('h2', {}, t('evening.here', { n: here.length })),
    here.length ? h('ul', { class: 'bare people' }, ...here.map((one) => h('li', {}, person(one)))) : h('p', { class: 'muted' }, t('evening.nobody')));
}

function standingCard() {
  if (!state.standing.rows.length) return null;
  return h('section', { class: 'card stack' }, h('h2', {}, t('evening.standing')), standingTable(state.standing, state.me?.guest),
    h('ul', { class: 'bare small muted bests' }, ...bests(state.standing, page.language).map((one) => h('li', {}, one.text))));
}

function rename() {
  const input = h('input', { id: 'rename', value: state.me.name, maxlength: 60, autocomplete: 'given-name' });
  const submit = (event) => {
    event.preventDefault();
    if (input.value.trim()) act({ do: 'name', name: input.value.trim() });
  };
  return h('form', { class: 'field', onsubmit: submit }, h('label', { for: 'rename' }, t('evening.my-name')), input, h('button', { class: 'button' }, t('evening.rename')));
}

const mineFold = h('details', { class: 'card mine-card' });

function mineCard() {
  fill(mineFold, h('summary', { 'data-key': 'mine' }, t('evening.mine')), h('div', { class: 'stack' }, rename(),
    h('div', { class: 'field' }, h('span', {}, t('evening.color')), swatches(state.me.color, (one) => act({ do: 'color', color: one }))),
    h('p', { class: 'muted small' }, t('evening.code-is', { code: state.me.code })),
    h('button', { class: 'button danger', 'data-key': 'leave', onclick: () => act({ do: 'leave' }) }, t('evening.leave'))));
  return mineFold;
}

const gone = () => h('section', { class: 'card stack' }, h('h2', {}, t('evening.gone')), h('p', { class: 'muted' }, t('evening.gone-text')),
  h('button', { class: 'button big primary', 'data-key': 'back', onclick: () => act({ do: 'back' }) }, t('evening.back')));

const ended = () => h('section', { class: 'card stack' }, h('h2', {}, t('evening.ended')), h('p', { class: 'muted' }, t('evening.ended-text')));

// ---- all of it

function hero() {
  const { me } = state;
  return h('header', { class: 'hero' }, me ? dot(me.color, me.name, 'large') : null,
    h('div', {}, h('h1', { dir: 'auto' }, me ? me.name : t('evening.welcome')), h('p', {}, t(me ? 'evening.you-are-in' : 'evening.welcome-text'))));
}

function parts() {
  if (state.ended) return [ended(), standingCard()];
  if (!state.me) return [...doorCard(), peopleCard(), codeFold, standingCard()];
  if (!state.me.here) return [gone(), standingCard()];
  return [...(state.place ? [placeCard(state)] : [nowCard()]), standingCard(), peopleCard(), mineCard()];
}

function show(next, anyway = false) {
  state = next;
  if (state.me) keep.set(`pnp.evening:${page.evening}`, page.base);
  const { version, now, seq, ...seen } = next;
  const text = JSON.stringify(seen);
  if (text !== drawn || anyway) fill(main, hero(), ...parts());
  drawn = text;
}

const connection = Promise.resolve(live(show));
