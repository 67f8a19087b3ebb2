// What a phone has beside the game, once the page is there: its sheets, sounds and vibration, faces for the screen, a guide.
import { h, page } from './elements.js';
import { keep, parsed } from './connection.js';
import { hearAndFeel, listenForTaps } from './effects.js';
import { isIdle, offer } from './reactions.js';
import { guide, isGuided } from './guide.js';

listenForTaps();

const SHEETS = 'pnp.sheets';

// The sheets that this phone has had in hand lately.
function remember(state) {
  if (state.me.seat === null) return;
  const sheets = parsed(keep.get(SHEETS)) || {};
  sheets[page.base] = { name: state.me.name, title: state.title, table: state.table, at: Date.now() };
  const newest = Object.entries(sheets).sort((a, b) => b[1].at - a[1].at).slice(0, 12);
  keep.set(SHEETS, JSON.stringify(Object.fromEntries(newest)));
}

const main = document.getElementById('main');
const stopped = h('p', { class: 'card stopped', role: 'status' });

// A game that is paused takes nothing: what was tapped stays, and what was entered is kept.
function showPause(state) {
  main.inert = Boolean(state.paused);
  if (main.inert !== stopped.isConnected) main.inert ? main.before(stopped) : stopped.remove();
  stopped.textContent = main.inert ? state.headline : '';
}

export function follow(state) {
  showPause(state);
  document.body.classList.toggle('calm', state.show.calm);
  remember(state);
  hearAndFeel(state);
  offer(isIdle(state));
  if (isGuided(state)) guide(state);
}
