// The points are counted: the lines of this sheet, one after the other, at the same moment as on the screen.
import { fill, h, signed, t } from './elements.js';
import { serverNow } from './clock.js';
import { BEFORE, lineSeconds } from './counting.js';

function revealed({ last, people }) {
  const named = (seat) => (people.find((one) => one.seat === seat) || { name: '' }).name;
  return h('section', { class: 'card stack' }, h('h2', {}, t('sheet.last-reveal')),
    last && h('ul', { class: 'bare stack tight' }, ...last.moves.map((one) => h('li', {}, h('strong', {}, named(one.seat)), ' ', one.means))),
    h('p', { class: 'muted' }, t('sheet.count-next')));
}

// Whoever comes in the middle sees what has been counted by then; the sum comes with the winner.
function counted(state) {
  const lines = new Set(state.counting.flatMap((one) => one.lines.map((line) => line.name)));
  const mine = state.counting.find((one) => one.seat === state.me.seat) || { lines: [] };
  const each = lineSeconds(state, lines.size);
  const places = [...lines];
  const delay = (line) => `${state.scene.from + BEFORE + each * places.indexOf(line.name) - serverNow()}s`;
  return h('section', { class: 'card stack' }, h('h2', {}, t('common.counting')),
    h('table', { class: 'lines counting' }, h('tbody', {}, ...mine.lines.filter((line) => line.points !== null).map((line) => h('tr', { style: { animationDelay: delay(line) } },
      h('th', { scope: 'row' }, line.label), h('td', { class: 'muted small' }, line.why), h('td', { class: 'number' }, signed(line.points)))))),
    h('p', { class: 'muted' }, t('sheet.count-screen')));
}

export function mountCount(root) {
  let shown = '';
  return { update(state) {
    const now = JSON.stringify([state.scene.name, state.scene.from, state.counting]);
    if (now !== shown) fill(root, state.scene.name === 'reveal' ? revealed(state) : counted(state));
    shown = now;
  } };
}
