/** The people at the table, and everything that the host can do for one seat. */
import { fill, h, keep, page, s, sheetUp, t } from './core.js';
import { act, actAloud, button, current, fold, line, option, path, question, redraw, refusal, say, shown, small, watch } from './host_do.js';
import { deskOf } from './host_desk.js';
import { playing } from './host_table.js';

const MINE = `pnp.mine:${page.table}`;
const SIGNS = {
  drawing: 'M4 20l1-5L16 4l4 4L9 19l-5 1z',
  in: 'M4 13l5 5L20 6',
  away: 'M19 15A8 8 0 1 1 9 5a7 7 0 0 0 10 10z',
  idle: 'M6 12h12',
};

/** A picture and a word: nothing is told by colour alone. */
function status(person, phase) {
  const lobby = person.claimed ? 'here' : 'no_phone';
  const word = phase === 'lobby' ? lobby : person.status;
  const sign = { here: 'in', no_phone: 'idle' }[word] || word;
  const picture = s('svg', { viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' }, s('path', { d: SIGNS[sign] }));
  return h('span', { class: `status ${sign}` }, picture, t(`host.status_${word}`));
}

// the list:

export function mountPeople() {
  const count = h('span', { class: 'muted' });
  const list = h('ul', { class: 'bare' });
  const add = fold(t('host.add_title'), line('new-name', t('host.new_name'), t('host.add'), (name) => act({ do: 'join', name })).element);
  const element = h('div', { class: 'card stack' }, h('div', { class: 'row between' }, h('h2', {}, t('host.people')), count), list, add);
  const update = (state) => {
    add.hidden = ['over', 'closed'].includes(state.phase);
    const n = state.people.filter((one) => one.status === 'in').length;
    const of = state.people.filter((one) => one.status !== 'away').length;
    count.textContent = state.phase === 'play' && n ? t('host.in_of', { n, of }) : '';
    if (!shown(list, [state.people, state.last, state.phase])) fill(list, ...state.people.map((one) => row(one, state)));
  };
  return { element, update };
}

function row(person, { phase, last }) {
  const move = last && last.moves.find((one) => one.seat === person.seat);
  return h('li', {},
    h('button', { type: 'button', class: 'person', 'data-key': `seat-${person.seat}`, onclick: () => openSeat(person.seat) },
      h('span', { class: 'who' },
        h('strong', {}, person.name),
        person.active && playing({ phase }) && h('span', { class: 'badge' }, t('host.active')),
        move && h('span', { class: 'muted small' }, t('host.last_move', { words: move.words }))),
      status(person, phase),
      phase !== 'lobby' && h('span', { class: 'number points', 'aria-label': t('common.points', { n: person.total }) }, person.total)));
}

// one seat:

let opened = null;

export function openSeat(seat) {
  const one = current().host.seats.find((other) => other.seat === seat);
  if (!one) return;
  const done = () => opened && opened.close();
  const head = h('div', { class: 'row head' });
  const code = h('div', { class: 'row' });
  const desk = deskOf(one, done);
  const mend = mending(one, done);
  const { close, dialog } = sheetUp(one.name, head, refusal(), desk.element, fold(t('host.code_and_qr'), code), fold(t('host.mend_seat'), mend.element));
  opened = { seat, head, code, desk, mend, close };
  dialog.addEventListener('close', () => (opened = null));
  updateSeat(current());
}

function updateSeat(state) {
  if (!opened) return;
  const { head, code, desk, mend, close } = opened;
  const person = state.people.find((one) => one.seat === opened.seat);
  const seat = state.host.seats.find((one) => one.seat === opened.seat);
  if (!person || !seat) return close();
  if (!shown(head, [person, seat, state.phase, state.host.options])) {
    fill(head, status(person, state.phase), h('a', { class: 'button', href: path(seat.url), 'data-key': 'sheet' }, t('host.open_sheet')), awayButton(person));
  }
  if (!shown(code, [seat.code, seat.url])) fill(code, ...codeOf(seat));
  desk.update(state, seat);
  mend.update(state, person);
}

watch(updateSeat);

/** Games call a player by name or by number: the word that is allowed now says which, and whether it is away or back. */
function awayButton(person) {
  const calls = ['back', 'absent'].flatMap((verb) => [`${verb} ${person.name}`, `${verb} ${person.seat + 1}`]);
  const one = calls.map(option).find(Boolean);
  if (!one) return null;
  const label = one.words.startsWith('back') ? t('host.is_back') : t('host.is_away');
  return button(label, () => actAloud(say(null, one.words)), { title: one.means, 'data-key': 'away' });
}

function codeOf(seat) {
  const src = `${page.base}/seat/${seat.seat}.svg?v=${encodeURIComponent(seat.url)}`;
  return [
    h('img', { class: 'qr', src, width: 200, height: 200, alt: t('host.seat_qr', { name: seat.name }) }),
    h('div', {}, h('p', { class: 'code number' }, seat.code), small(seat.url)),
  ];
}

/** Rename, release, remove, and whether the seat is the host's own. */
function mending({ seat, name }, done) {
  const rename = async (other) => {
    const refused = await act({ do: 'rename', seat, name: other });
    if (!refused) done();
    return refused;
  };
  const extra = h('div', { class: 'row' });
  const form = line('rename', t('host.other_name'), t('host.rename'), rename, { value: name });
  const asked = (verb, kind = '') => {
    const label = t(`host.${verb}`);
    return button(label, () => question(label, [t(`host.${verb}_ask`, { name })], label, () => ({ do: verb, seat })), { kind });
  };
  const update = ({ phase }, { claimed }) => {
    const mine = mySeat() === seat;
    if (shown(extra, [claimed, phase, mine])) return;
    fill(extra,
      button(t(mine ? 'host.not_mine' : 'host.is_mine'), () => setMine(mine ? null : seat), { 'data-key': 'mine' }),
      claimed && asked('release'),
      phase === 'lobby' && asked('remove', 'danger'));
  };
  return { element: h('div', { class: 'stack' }, form.element, extra), update };
}

// a host who plays:

/** The host's own seat or null; this phone alone remembers it. */
export function mySeat() {
  const kept = keep.get(MINE);
  return kept ? Number(kept) : null;
}

function setMine(seat) {
  if (seat === null) keep.remove(MINE);
  else keep.set(MINE, String(seat));
  redraw();
}

export function chooseMine() {
  const pick = (label, seat, kind) => button(label, () => (setMine(seat), close()), { kind });
  const { close } = sheetUp(t('host.my_sheet'),
    h('p', {}, t('host.which_mine')),
    ...current().people.map((one) => pick(one.name, one.seat)),
    pick(t('host.none_mine'), null, 'plain'));
}
