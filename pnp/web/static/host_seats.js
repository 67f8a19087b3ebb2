/** The people at the table, and everything that the host can do for one seat. */
import { fill, h, page, s, signed, t, toast } from './elements.js';
import { question, sheetUp } from './dialog.js';
import { get, keep } from './connection.js';
import {
  act, actAloud, actions, button, current, div, ended, fold, h2, line, option, path, playing, redraw,
  refusal, say, show, shown, small, span, tell, watch,
} from './host_do.js';

const MINE = `pnp.mine:${page.table}`;
const SIGNS = {
  drawing: 'M4 20l1-5L16 4l4 4L9 19l-5 1z',
  in: 'M4 13l5 5L20 6',
  away: 'M19 15A8 8 0 1 1 9 5a7 7 0 0 0 10 10z',
  idle: 'M6 12h12',
};

/** A picture and a word: nothing is told by colour alone. */
function status(person, phase) {
  const lobby = person.claimed ? 'here' : 'no-phone';
  const word = phase === 'lobby' ? lobby : person.status;
  const sign = { here: 'in', 'no-phone': 'idle' }[word] || word;
  const picture = s('svg', { viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' }, s('path', { d: SIGNS[sign] }));
  return h('span', { class: `status ${sign}` }, picture, t(`host.status-${word}`));
}

// the list:

export function mountPeople() {
  const list = h('ul', { class: 'bare' });
  const adding = line('new-name', t('common.name'), t('host.add'), (name) => act({ do: 'join', name }));
  const add = fold(t('host.add-title'), adding.element);
  const element = div('card stack', h2(t('host.people')), list, add);
  const update = (state) => {
    add.hidden = ended(state);
    show(list, [state.people, state.phase], () => state.people.map((one) => row(one, state)));
  };
  return { element, update };
}

function row(person, { phase }) {
  return h('li', {},
    h('button', { type: 'button', class: 'person', 'data-key': `seat-${person.seat}`, onclick: () => openSeat(person.seat) },
      span('who',
        h('strong', {}, person.name),
        person.active && playing({ phase }) && span('badge', t('host.active')),
        person.problems > 0 && span('badge', t('common.problems', { n: person.problems }))),
      !ended({ phase }) && status(person, phase),
      phase !== 'lobby' && span('number points', signed(person.total))));
}

// one seat:

let opened = null;

export function openSeat(seat) {
  const one = current().host.seats.find((other) => other.seat === seat);
  if (!one) return;
  const head = div('row head');
  const qr = div('row');
  const desk = deskOf(one);
  const mend = mending(one);
  const folds = [fold(t('host.code-and-qr'), qr), fold(t('host.mend-seat'), mend.element)];
  const { close, dialog } = sheetUp(one.name, head, refusal(), desk.element, ...folds);
  opened = { code: one.code, head, qr, desk, mend, close };
  dialog.addEventListener('close', () => (opened = null));
  updateSeat(current());
}

function updateSeat(state) {
  if (!opened) return;
  const { code, head, qr, desk, mend, close } = opened;
  // Seats move up when somebody leaves; the code of the sheet stays.
  const seat = state.host.seats.find((one) => one.code === code);
  if (!seat) return close();
  opened.seat = seat.seat;
  const person = state.people[seat.seat];
  show(head, [person, seat, state.phase, state.host.options], () => headOf(person, seat, state.phase));
  show(qr, seat.url, () => codeOf(seat));
  desk.update(state, seat);
  mend.update(state, person);
}

watch(updateSeat);

function headOf(person, seat, phase) {
  const sheet = h('a', { class: 'button', href: path(seat.url), 'data-key': 'sheet' }, t('host.open-sheet'));
  return [status(person, phase), sheet, awayButton(person), seat.audit && auditButton(seat)];
}

/** Whether paper that was entered after the game can have come from its dice: told to the host alone, or to all if the host wants. */
function auditButton({ seat, name }) {
  const ask = async () => {
    const answer = await get(`${page.base}/seat/${seat}/audit`).catch(() => null);
    const lines = answer ? [answer.message, answer.why?.message] : [t('common.offline')];
    const moves = answer?.means.length && fold(t('host.audit-moves'), h('ol', { class: 'small' }, ...answer.means.map((one) => h('li', {}, one))));
    sheetUp(t('host.audit-of', { name }), ...lines.filter(Boolean).map((text) => h('p', {}, text)), moves || null, small(t(current().host.audits ? 'host.audit-note-shown' : 'host.audit-note')));
  };
  return button(t('host.audit'), ask, { 'data-key': 'audit' });
}

function awayButton({ seat }) {
  const back = option('back', seat);
  const one = back || option('absent', seat);
  return one && button(t(back ? 'host.is-back' : 'host.is-away'), () => actAloud(say(null, one.notation)), { title: one.means, 'data-key': 'away' });
}

function codeOf(seat) {
  const src = `${page.base}/seat/${seat.seat}.svg?v=${encodeURIComponent(seat.url)}`;
  return [
    h('img', { class: 'qr', src, width: 200, height: 200, alt: t('host.seat-qr', { name: seat.name }) }),
    h('div', {}, h('p', { class: 'code number' }, seat.code), small(seat.url)),
  ];
}

/** Rename, release, remove, and whether the seat is the host's own. */
function mending({ code, name }) {
  const rename = async (other) => {
    const refused = await act({ do: 'rename', seat: opened.seat, name: other });
    if (!refused) opened?.close();
    return refused;
  };
  const extra = div('row');
  const form = line('rename', t('host.other-name'), t('host.rename'), rename, { value: name });
  const asked = (verb, kind = '') => {
    const label = t(`host.${verb}`);
    const deed = () => act({ do: verb, seat: opened.seat });
    return button(label, () => question(label, [t(`host.${verb}-ask`, { name })], label, deed), { kind });
  };
  const update = ({ phase }, { claimed }) => {
    const mine = myCode() === code;
    if (shown(extra, [claimed, phase, mine])) return;
    fill(extra,
      button(t(mine ? 'host.not-mine' : 'host.is-mine'), () => setMine(mine ? '' : code), { 'data-key': 'mine' }),
      claimed && asked('release'),
      phase === 'lobby' && asked('remove', 'danger'));
  };
  return { element: div('stack', form.element, extra), update };
}

// the desk, for a guest without a phone:

function deskOf({ seat, name, url }) {
  const sheet = path(url);
  const enter = async (words) => {
    const refused = await act(say(seat, words));
    // The desk itself goes away when the round is over meanwhile.
    if (refused && element.hidden) tell(refused);
    if (refused) return { message: refused };
    opened?.close();
    toast(t('host.entered-for', { name }));
    return {};
  };
  const { element: inside, update: offer } = actions({ say: enter, base: sheet });
  const wants = small();
  const element = div('stack', wants, inside);
  const update = async ({ phase, seq }, { wanted }) => {
    element.hidden = ['lobby', 'closed'].includes(phase) || !wanted.length;
    wants.textContent = wanted.map((one) => one.what).join(' · ');
    if (element.hidden || shown(element, [wanted, seq])) return;
    const { me } = await get(`${sheet}/state`);
    if (me) offer(me);
  };
  return { element, update };
}

// a host who plays:

/** The code of the host's own sheet; this phone alone remembers it. */
export const myCode = () => keep.get(MINE);

function setMine(code) {
  keep.set(MINE, code);
  redraw();
}

export function chooseMine() {
  const pick = (label, code, kind) => button(label, () => (setMine(code), close()), { kind });
  const { close } = sheetUp(t('host.my-sheet'),
    h('p', {}, t('host.which-mine')),
    ...current().host.seats.map((one) => pick(one.name, one.code)),
    pick(t('host.none-mine'), '', 'plain'));
}
