/** The people at the table, and everything that the host can do for one seat. */
import { fill, get, h, keep, page, s, sheetUp, t, toast } from './core.js';
import {
  act, actAloud, button, current, div, ended, fold, h2, line, option, optionButton, path, playing, question, redraw,
  refusal, say, show, shown, small, span, watch,
} from './host_do.js';

const MOST = 24;
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
  const count = span('muted');
  const list = h('ul', { class: 'bare' });
  const add = fold(t('host.add_title'), line('new-name', t('host.new_name'), t('host.add'), (name) => act({ do: 'join', name })).element);
  const element = div('card stack', div('row between', h2(t('host.people')), count), list, add);
  const update = (state) => {
    add.hidden = ended(state);
    const n = state.people.filter((one) => one.status === 'in').length;
    const of = state.people.filter((one) => one.status !== 'away').length;
    count.textContent = state.phase === 'play' && n ? t('host.in_of', { n, of }) : '';
    show(list, [state.people, state.last, state.phase], () => state.people.map((one) => row(one, state)));
  };
  return { element, update };
}

function row(person, { phase, last }) {
  const over = ended({ phase });
  const move = last && !over && last.moves.find((one) => one.seat === person.seat);
  return h('li', {},
    h('button', { type: 'button', class: 'person', 'data-key': `seat-${person.seat}`, onclick: () => openSeat(person.seat) },
      span('who',
        h('strong', {}, person.name),
        person.active && playing({ phase }) && span('badge', t('host.active')),
        move && span('muted small', t('host.last_move', { words: move.words }))),
      !over && status(person, phase),
      phase !== 'lobby' && span('number points', person.total)));
}

// one seat:

let opened = null;

export function openSeat(seat) {
  const one = current().host.seats.find((other) => other.seat === seat);
  if (!one) return;
  const done = () => opened && opened.close();
  const head = div('row head');
  const code = div('row');
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
  show(code, [seat.code, seat.url], () => codeOf(seat));
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
  const extra = div('row');
  const form = line('rename', t('host.other_name'), t('host.rename'), rename, { value: name });
  const asked = (verb, kind = '') => {
    const label = t(`host.${verb}`);
    return button(label, () => question(label, [t(`host.${verb}_ask`, { name })], label, () => act({ do: verb, seat })), { kind });
  };
  const update = ({ phase }, { claimed }) => {
    const mine = mySeat() === seat;
    if (shown(extra, [claimed, phase, mine])) return;
    fill(extra,
      button(t(mine ? 'host.not_mine' : 'host.is_mine'), () => setMine(mine ? null : seat), { 'data-key': 'mine' }),
      claimed && asked('release'),
      phase === 'lobby' && asked('remove', 'danger'));
  };
  return { element: div('stack', form.element, extra), update };
}

// the desk, for a guest without a phone:

function deskOf(one, done) {
  const { seat, name } = one;
  const hint = small('', { id: 'desk-hint' });
  const starts = div('row');
  const list = div('stack tight');
  let waiting = 0;
  let asked = 0;

  const enter = async (words) => {
    const refused = await act(say(seat, words));
    if (refused) return refused;
    done();
    toast(t('host.entered_for', { name }));
    return '';
  };
  const look = async () => {
    const mine = ++asked;
    const like = desk.input.value.trim();
    const sheet = path(one.url);
    const answer = await get(like ? `${sheet}/options?like=${encodeURIComponent(like)}` : `${sheet}/state`);
    if (mine !== asked) return;
    const { options = [] } = answer.me || answer;
    if (answer.me) fill(starts, ...beginnings(answer.me).map((word) => button(word, () => write(word))));
    const more = options.length - MOST;
    fill(list,
      ...options.slice(0, MOST).map((each) => optionButton(each, () => write(each.words))),
      more > 0 && small(t('host.narrow', { n: more })));
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 180);
  };
  const write = (words) => {
    desk.input.value = words;
    desk.wrong.textContent = '';
    look();
  };
  const attrs = { oninput: later, 'aria-describedby': 'desk-hint' };
  const desk = line('desk', t('host.say_for', { name }), t('host.enter'), enter, attrs);
  const element = div('stack', desk.element, hint, starts, list);
  const update = ({ phase, seq }, { wanted }) => {
    element.hidden = ['lobby', 'closed'].includes(phase) || !wanted.length;
    hint.textContent = wanted.map((thing) => t('host.words_hint', thing)).join(' · ');
    if (!element.hidden && !shown(element, [wanted, seq])) later();
  };
  return { element, update };
}

/** How words begin, when they are too many to read; then the bonuses that may be claimed. */
function beginnings({ options, bonuses }) {
  const many = options.length > MOST ? options.map(({ words }) => words.match(/^[^\d\s$]*/)[0]) : [];
  const first = [...new Set(many.filter(Boolean))].slice(0, 20);
  return [...first, ...bonuses.map((name) => (options.some(({ words }) => words === name) ? name : `!${name}`))];
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
