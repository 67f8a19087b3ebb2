// The big screen: the scene that is on by the server's clock, and the way from one to the next.

import { h, t } from './elements.js';
import { hear, live } from './connection.js';
import { staged } from './clock.js';
import { calm, quiet } from './screen_parts.js';
import { lobby } from './screen_lobby.js';
import { play, remember } from './screen_play.js';
import { count, winner } from './screen_scores.js';
import { best, gallery, reveal } from './screen_gallery.js';
import { rail } from './screen_side.js';
import { mountReactions } from './screen_reactions.js';
import { hearAndFeel } from './effects.js';

// What comes between games is loaded then.
function between(state) {
  const element = h('section', {});
  let follow = null;
  import('./evening_between.js').then((script) => { follow = script.between(shown || state, element); }).catch(() => {});
  return { element, update: (next) => follow && follow(next) };
}

// Each scene by the one that draws it, and its look.
const SCENES = {
  lobby: [lobby, 'lobby'], roll: [play, 'play'], drawing: [play, 'play'], reveal: [reveal, 'reveal'], count: [count, 'scores'],
  winner: [winner, 'scores'], vote: [gallery, 'gallery'], gallery: [gallery, 'gallery'], best: [best, 'best'],
  between: [between, 'between'],
};
const part = (id) => document.getElementById(id);
const side = rail(part('rail'));

const stopped = h('div', { id: 'stopped', hidden: true }, h('p', { class: 'phrase' }, t('screen.paused')), h('p', {}, t('screen.paused-text')));
document.body.append(stopped);
const react = mountReactions(part('faces'));

let scene = null;
let shown = null;

// Dice tumble and come to lie in one place; any other scene begins anew.
const isOn = (make, { from }) => scene && scene.make === make && (make === play || scene.from === from);

function change(make, look, state) {
  const old = scene;
  scene = { ...make(state), make, from: state.scene.from };
  scene.element.classList.add('scene', look);
  scene.element.dataset.scene = state.scene.name;
  part('stage').append(scene.element);
  if (!old) return;
  if (old.stop) old.stop();
  old.element.classList.add('gone');
  setTimeout(() => old.element.remove(), calm() ? 0 : 500);
}

function tell(id, text) {
  if (part(id).textContent !== text) part(id).textContent = text;
}

// The colours of the game, for what is drawn around its paper.
function dress({ look, pictured }) {
  document.body.classList.toggle('own', !pictured);
  for (const [name, value] of Object.entries(look.colors)) document.documentElement.style.setProperty(`--game-${name}`, value);
}

hear((one) => one && shown && react(one, shown));
live(staged((state) => {
  if (state.evening && state.evening.then) return void location.replace(`/t/${state.evening.then}/screen`);
  dress(state);
  const [make, look] = SCENES[state.scene.name] || SCENES.lobby;
  shown = state;
  quiet(state.show.calm);
  hearAndFeel(state);
  remember(state);
  if (!isOn(make, state.scene)) change(make, look, state);
  scene.element.dataset.scene = state.scene.name;
  scene.update(state);
  side(state, look);
  stopped.hidden = !state.paused;
  tell('headline', state.headline);
  tell('notice', state.notice);
}, { whole: true }));
