/** Words for a guest without a phone: what is wanted, what is allowed, and one line to say it in. */
import { fill, get, h, t, toast } from './core.js';
import { act, button, line, optionButton, path, say, shown, small } from './host_do.js';

const MOST = 24;

export function deskOf(one, done) {
  const { seat, name } = one;
  const hint = small('', { id: 'desk-hint' });
  const starts = h('div', { class: 'row' });
  const list = h('div', { class: 'stack tight' });
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
  const element = h('div', { class: 'stack' }, desk.element, hint, starts, list);
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
