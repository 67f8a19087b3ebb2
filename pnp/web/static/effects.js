// What is heard and felt of the show: dice, the last seconds, the reveal, the winner. The host switches it for all pages.
import { serverNow } from './clock.js';
import { keep } from './connection.js';
import { sound, tune, tuned } from './sound.js';

// What a device does until somebody says otherwise: the screen sounds, a phone only trembles.
const USUAL = document.body.classList.contains('big') ? 'sound' : 'buzz';
const nameOf = (effect) => `pnp.show:${effect}`;
export const wants = (effect) => (keep.get(nameOf(effect)) ?? (effect === USUAL ? 'on' : 'off')) === 'on';
export const canBuzz = () => 'vibrate' in navigator;

export function want(effect, on) {
  keep.set(nameOf(effect), on ? 'on' : 'off');
  if (effect === 'sound' && on) tune().then(() => sound('tick'));
}

// News is what began just now: a phone that wakes up does not catch up on noise.
const NEWS = 1.5;
const LAST = [5, 4, 3, 2, 1];
const HEARD = { reveal: 'reveal', winner: 'winner', best: 'winner' };
const FELT = { reveal: [60], winner: [80, 60, 80, 60, 250], best: [80, 60, 80] };
let scene = '';
let deadline = null;
let timers = [];
let shown = null;

const hear = (name) => shown.show.sound && wants('sound') && sound(name);

// Browsers complain of a page that trembles before anybody has touched it.
function feel(pattern) {
  if (pattern && shown.show.buzz && wants('buzz') && canBuzz() && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern);
}

const mine = ({ me }) => !me || me.status === 'drawing';

function lastSeconds(state) {
  const until = state.scene.name === 'drawing' ? state.deadline : null;
  if (until === deadline) return;
  deadline = until;
  timers.forEach(clearTimeout);
  const tick = (left) => () => {
    if (!mine(shown)) return;
    hear('tick');
    if (left === 5) feel([120, 80, 120]);
  };
  timers = until === null ? [] : LAST.filter((left) => until - left > serverNow())
    .map((left) => setTimeout(tick(left), (until - left - serverNow()) * 1000));
}

function begun({ name, first }, state) {
  if (name === 'roll' && state.dice.length) {
    hear('dice');
    feel(mine(state) ? [40] : null);
  } else if (name === 'roll' && state.me && state.active === state.me.seat) feel([60, 80, 60]);
  else if (HEARD[name] && (first || name === 'reveal')) {
    hear(HEARD[name]);
    feel(FELT[name]);
  }
}

export function hearAndFeel(state) {
  const now = `${state.scene.name} ${state.scene.from} ${state.table}`;
  const before = scene;
  [scene, shown] = [now, state];
  if (before && before !== now && serverNow() - state.scene.from < NEWS) begun(state.scene, state);
  lastSeconds(state);
}

// Whoever has said yes to sounds gets them with the next tap: a browser wants one on each page.
export function listenForTaps(onTuned = () => {}) {
  const go = async () => {
    if (tuned() || !wants('sound')) return;
    if (await tune()) onTuned();
  };
  addEventListener('pointerdown', go);
  addEventListener('keydown', go);
  return go();
}
