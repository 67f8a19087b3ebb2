// The first round on this phone is guided: what to tap now, once, never again. Pages name the places (data-guide).
import { h, page, t } from './elements.js';
import { keep } from './connection.js';

const nameOf = ({ game }) => `pnp.guided:${game}`;
const text = h('p', { class: 'grow' });
const bubble = h('div', { class: 'guide', role: 'status', hidden: true }, text,
  h('button', { type: 'button', class: 'button plain', 'data-key': 'guide-off', onclick: () => end() }, t('sheet.guide-off')));
let game = null;
let lit = null;
let due = 0;

// What a page names itself comes first; what every page has is known here.
const COMMON = [['[data-key="roll"]', 'roll'], ['.options, [data-key^="option"]', 'choose']];

function target(main) {
  const named = main.querySelector('[data-guide]');
  if (named) return [named, named.dataset.guide];
  return COMMON.map(([where, name]) => [main.querySelector(where), name]).find(([one]) => one && one.checkVisibility?.()) || [null, ''];
}

function point() {
  due = 0;
  const [one, name] = game ? target(document.getElementById('main')) : [null, ''];
  const said = one ? page.strings[`page.guide-${name}`] ?? page.strings[`sheet.guide-${name}`] : '';
  if (lit !== one) lit?.classList.remove('guided');
  lit = said ? one : null;
  lit?.classList.add('guided');
  bubble.hidden = !said;
  const bar = document.querySelector('.bar');
  bubble.style.bottom = `${(bar ? bar.offsetHeight : 0) + 10}px`;
  document.body.style.setProperty('--guide', said ? `${bubble.offsetHeight + 10}px` : '0px');
  if (said && text.textContent !== said) {
    text.textContent = said;
    one.scrollIntoView({ block: 'nearest' });
  }
}

const soon = () => { due = due || requestAnimationFrame(point); };
const watch = new MutationObserver(soon);

function end() {
  if (game) keep.set(game, 'yes');
  game = null;
  watch.disconnect();
  point();
}

export const isGuided = (state) => !keep.get(nameOf(state));

// Whoever has entered something knows how.
export function guide(state) {
  if (!['roll', 'play'].includes(state.phase) || state.me.seat === null) return undefined;
  if (!game) {
    game = nameOf(state);
    document.body.append(bubble);
    watch.observe(document.getElementById('main'), { childList: true, subtree: true, attributes: true, attributeFilter: ['data-guide', 'hidden'] });
  }
  if (state.me.entry || state.round > 2) return end();
  return soon();
}
