// The big screen: which scene the state asks for, and the way from one to the next.

import { h, live, page, t } from './core.js';
import { JUST_REVEALED, calm } from './screen_parts.js';
import { lobby } from './screen_lobby.js';
import { play, remember } from './screen_play.js';
import { reveal } from './screen_reveal.js';
import { scores } from './screen_scores.js';
import { best, gallery } from './screen_gallery.js';
import { rail } from './screen_rail.js';
import { keepPictures } from './screen_pictures.js';

const SCENES = { lobby, play, reveal, scores, gallery, best };
const stage = document.getElementById('stage');
const side = rail(document.getElementById('rail'));
const headline = document.getElementById('headline');
const notice = document.getElementById('notice');

let state = null;
let before = null;
let scene = null;
let revealing = 0;
let fresh = false;
let chapter = 0;
let turning = 0;

// A round was revealed while somebody watched; after a reload it is no news any more.
function justRevealed(now, then) {
  if (!then || then.phase === 'lobby') return false;
  if (now.last) return now.last.round > (then.last ? then.last.round : 0);
  return then.begun && now.round > then.round;
}

const ended = (one) => one.phase === 'over' || one.phase === 'closed';

// The scenes of the end follow each other for as long as the screen is on.
function chapters() {
  const vote = state.vote;
  if (vote && vote.open) return vote.given && !fresh ? ['gallery', 'scores'] : ['scores', 'gallery'];
  if (vote && vote.result) return ['best', 'scores', 'gallery'];
  return ['scores', 'gallery'];
}

function wanted() {
  if (state.phase === 'lobby') return 'lobby';
  if (revealing) return 'reveal';
  if (!ended(state)) return 'play';
  const all = chapters();
  return all[chapter % all.length];
}

function show() {
  const name = wanted();
  if (!scene || scene.name !== name) change(name);
  scene.update(state, before);
  side.update(state, before, name);
  keepPictures(state);
}

function change(name) {
  clearTimeout(turning);
  const old = scene;
  scene = SCENES[name](state, { before, fresh: fresh && chapter === 0 });
  scene.name = name;
  scene.element.classList.add('scene', name);
  document.body.dataset.scene = name;
  stage.append(scene.element);
  if (old) leave(old);
  if (ended(state) && name !== 'reveal') turning = setTimeout(turn, scene.seconds() * 1000);
}

function leave(old) {
  if (old.stop) old.stop();
  old.element.classList.add('gone');
  old.element.setAttribute('aria-hidden', 'true');
  setTimeout(() => old.element.remove(), calm() ? 0 : 500);
}

function turn() {
  chapter += 1;
  show();
}

function startReveal() {
  clearTimeout(revealing);
  revealing = setTimeout(() => {
    revealing = 0;
    before = state;
    show();
  }, JUST_REVEALED);
}

function stopReveal() {
  clearTimeout(revealing);
  revealing = 0;
}

function tell() {
  if (headline.textContent !== state.headline) headline.textContent = state.headline;
  notice.textContent = state.notice || '';
  notice.hidden = !state.notice;
  document.title = t('screen.title', { title: state.title });
}

const voteEnd = (one) => Boolean(one && one.vote && one.vote.result);

live((now) => {
  before = state;
  state = now;
  if (justRevealed(now, before)) {
    if (scene && scene.name === 'reveal') scene.name = '';
    remember(before);
    startReveal();
  } else if (before && before.last && (!now.last || now.last.round < before.last.round)) stopReveal();
  if (before && !ended(before) && ended(now)) fresh = true;
  if (before && (ended(before) !== ended(now) || voteEnd(before) !== voteEnd(now))) {
    chapter = 0;
    if (voteEnd(now)) fresh = true;
    if (scene && scene.name !== 'reveal') scene.name = '';
  }
  tell();
  show();
});

if (!page.first) stage.append(h('p', { class: 'muted' }, page.title || ''));
