// A handful of faces for the big screen, while there is nothing else to do.
import { fill, h, page, t, tap } from './elements.js';
import { ask } from './connection.js';

const FACES = ['heart', 'star', 'laugh', 'wow', 'groan'];
const place = h('div', { class: 'faces', role: 'group', 'aria-label': t('sheet.react'), hidden: true });
let until = 0;

// One tap is one face; more than a few a second would only be thrown away.
function react(face, button) {
  if (performance.now() < until) return;
  until = performance.now() + 400;
  ask(`${page.base}/react`, { face });
  button.animate([{ transform: 'scale(1.35)' }, {}], 300);
}

const button = (face) => {
  const made = tap(`react-${face}`, { class: 'face', 'aria-label': t(`sheet.react-${face}`) }, () => react(face, made),
    h('img', { src: `/static/face-${face}.svg`, alt: '', width: 32, height: 32 }));
  return made;
};

fill(place, ...FACES.map(button));
document.body.append(place);

export const isIdle = ({ show, scene, me, active, phase }) => show.reactions && me.seat !== null && phase !== 'closed'
  && (['reveal', 'count', 'winner', 'vote', 'best'].includes(scene.name)
    || (scene.name === 'drawing' && me.status === 'in') || (scene.name === 'roll' && active !== me.seat && phase === 'roll'));

export function offer(on) {
  place.hidden = !on;
  document.body.classList.toggle('with-faces', on);
}
