// What is beside the game: who is there before it begins, another name, other sheets on this phone, other pages.
import { decimal } from './decimal.js';
import { fill, h, page, t } from './elements.js';
import { sheetUp } from './dialog.js';
import { get, keep, parsed, send, worded } from './connection.js';
import { canBuzz, want, wants } from './effects.js';
import { receipt } from './receipt.js';

function rename(state, close) {
  const input = h('input', { id: 'rename', value: state.me.name, maxlength: 60, autocomplete: 'given-name', enterkeyhint: 'done', 'aria-describedby': 'rename-refusal' });
  const refusal = h('p', { id: 'rename-refusal', class: 'refusal', role: 'alert' });
  const submit = async (event) => {
    event.preventDefault();
    const answer = await send(`${page.base}/name`, { name: input.value.trim() });
    refusal.textContent = answer.ok ? '' : answer.message;
    if (answer.ok) close();
    else input.focus();
  };
  return h('form', { class: 'field', onsubmit: submit, novalidate: true }, h('label', { for: 'rename' }, t('sheet.rename')), input, refusal,
    h('button', { class: 'button' }, t('sheet.rename-do')));
}

function otherSheets() {
  const sheets = Object.entries(parsed(keep.get('pnp.sheets')) || {}).filter(([base]) => base !== page.base);
  return sheets.slice(0, 6).map(([base, one]) => h('a', { class: 'button', href: base }, t('sheet.sheet-of', { name: one.name })));
}

// What the coach would do, where the host allows it: the words, what they do, and the score to expect.
async function showHints(place) {
  fill(place, t('sheet.hint-wait'));
  const answer = await get(`${page.base}/hints`).catch(() => null);
  const rows = answer?.hints?.map((one) => h('li', {}, t('sheet.hint', { means: one.means, expected: decimal(one.expected), error: one.error ? decimal(one.error) : null })));
  fill(place, rows?.length ? h('ol', {}, ...rows) : t('sheet.hint-none'), answer?.tie ? h('p', { class: 'muted' }, t('sheet.hint-tie')) : null,
    answer?.note ? h('p', { class: 'muted' }, answer.note) : null);
}

function hints(state) {
  if (!state.me.hints || state.me.status !== 'drawing') return null;
  const place = h('div', { 'aria-live': 'polite' });
  return h('div', { class: 'stack' }, h('button', { class: 'button', 'data-key': 'hint', onclick: () => showHints(place) }, t('sheet.hint-ask')), place);
}

// What this phone does of the show; the host may have switched it off for all.
function switches({ show }) {
  const offered = ['sound', 'buzz'].filter((effect) => show[effect] && (effect === 'sound' || canBuzz()));
  const one = (effect) => {
    const turn = () => {
      want(effect, !wants(effect));
      made.setAttribute('aria-pressed', String(wants(effect)));
    };
    const made = h('button', { type: 'button', class: 'chip', 'data-key': `show-${effect}`, 'aria-pressed': String(wants(effect)), onclick: turn }, t(`sheet.show-${effect}`));
    return made;
  };
  return offered.length ? h('div', { class: 'row' }, ...offered.map(one)) : null;
}

export function openMenu(state, onPaper, paper, photo) {
  const host = keep.get(`pnp.host:${state.table}`);
  const close = () => up.close();
  const turn = () => {
    close();
    paper(!onPaper);
  };
  const shoot = () => {
    close();
    photo(true);
  };
  const up = sheetUp(state.me.code ? t('sheet.sheet-code', { code: state.me.code }) : state.title,
    hints(state),
    state.me.seat === null ? null : rename(state, close),
    switches(state),
    h('nav', { class: 'stack' },
      host ? h('a', { class: 'button', href: host }, t('sheet.host-page')) : null,
      photo ? h('button', { class: 'button', 'data-key': 'photo', onclick: shoot }, t('reading.offer')) : null,
      ...otherSheets(),
      h('a', { class: 'button', href: '/' }, t('sheet.another')),
      state.paper && !state.begun && state.me.seat !== null ? h('button', { class: 'button', onclick: turn }, t(onPaper ? 'sheet.no-paper' : 'sheet.on-paper')) : null,
      state.summary ? h('a', { class: 'button', href: worded(`/art/${state.game}/summary.svg?outlines`) }, t('sheet.rules')) : null,
      h('a', { class: 'button', href: `/t/${state.table}/screen` }, t('common.screen')),
      h('a', { class: 'button', href: `/t/${state.table}/results` }, t('common.results'))));
}

export function showLobby(root, state, paper) {
  const offer = h('section', { class: 'card stack' }, h('p', { class: 'muted' }, t('sheet.paper-about')),
    h('button', { class: 'button', 'data-key': 'paper', onclick: () => paper(true) }, t('sheet.on-paper')));
  fill(root,
    h('section', { class: 'card stack' },
      h('h2', {}, t('sheet.in-as', { name: state.me.name })),
      h('p', {}, t('sheet.begins')),
      h('ul', { class: 'bare row' }, ...state.people.map((one) => h('li', { class: 'badge' }, one.claimed ? '\u2713 ' : '', one.name))),
      h('button', { class: 'button', 'data-key': 'rename', onclick: () => openMenu(state, false, paper, null) }, t('sheet.rename-do'))),
    state.paper ? offer : null,
    state.commitment ? h('section', { class: 'card stack' }, h('h2', {}, t('common.receipt')), receipt(state)) : null);
}
