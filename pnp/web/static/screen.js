// The big screen: which scene the state asks for, and the way from one to the next.

import { live } from './connection.js';
import { calm } from './screen_parts.js';
import { lobby } from './screen_lobby.js';
import { play, remember } from './screen_play.js';
import { scores } from './screen_scores.js';
import { best, gallery, reveal } from './screen_gallery.js';
import { rail } from './screen_side.js';
import { oneForAll } from './screen_pictures.js';

const SCENES = { lobby, play, reveal, scores, gallery, best };
const REVEALED = 8000;
const part = (id) => document.getElementById(id);
const side = rail(part('rail'));

let state = null;
let before = null;
let scene = null;
let revealing = 0;
let turning = 0;
let chapter = 0;
let fresh = false;

// Sheets that come from paper are counted in the lobby already.
const ended = (one) => one.phase === 'over' || one.phase === 'closed' || one.scores.length > 0;
const decided = (one) => Boolean(one.vote && one.vote.result);
const endOf = (one) => ended(one) && one.phase + decided(one);

// A round was revealed while somebody watched; after a reload it is no news any more.
function justRevealed() {
  if (!before || before.phase === 'lobby' || state.phase === 'lobby') return false;
  if (state.last) return state.last.round > (before.last ? before.last.round : 0);
  return before.begun && state.round > before.round && !oneForAll(state.people);
}

// The scenes of the end follow each other for as long as the screen is on.
function chapters() {
  const closed = state.phase === 'closed';
  if (decided(state)) return closed ? ['scores', 'best', 'gallery'] : ['best', 'scores', 'gallery'];
  return state.vote && !closed && !fresh ? ['gallery', 'scores'] : ['scores', 'gallery'];
}

function wanted() {
  if (revealing) return 'reveal';
  if (ended(state)) return chapters()[chapter % chapters().length];
  return state.phase === 'lobby' ? 'lobby' : 'play';
}

function show() {
  const name = wanted();
  if (!scene || scene.name !== name) change(name);
  scene.update(state, before);
  side(state, name);
}

function change(name) {
  clearTimeout(turning);
  const old = scene;
  scene = SCENES[name](state, { before, fresh: fresh && !chapter });
  scene.name = name;
  scene.element.classList.add('scene', name);
  part('stage').append(scene.element);
  if (old) {
    if (old.stop) old.stop();
    old.element.classList.add('gone');
    setTimeout(() => old.element.remove(), calm() ? 0 : 500);
  }
  if (scene.seconds) turning = setTimeout(turn, scene.seconds(state) * 1000);
}

function turn() {
  chapter += 1;
  show();
}

function startReveal() {
  clearTimeout(revealing);
  if (scene.name === 'reveal') scene.name = '';
  remember(before);
  revealing = setTimeout(() => {
    revealing = 0;
    before = state;
    show();
  }, REVEALED);
}

function tell(id, text) {
  if (part(id).textContent !== text) part(id).textContent = text;
}

live((now) => {
  before = state;
  state = now;
  if (justRevealed()) startReveal();
  if (before && endOf(before) !== endOf(now)) {
    chapter = 0;
    fresh = now.phase === 'over';
    if (scene.name !== 'reveal') scene.name = '';
  }
  tell('headline', now.headline);
  tell('notice', now.notice);
  show();
});
