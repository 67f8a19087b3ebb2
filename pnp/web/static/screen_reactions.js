// Faces that rise over the screen, with the name of whoever sent them.
import { h, t } from './elements.js';
import { calm, named } from './screen_parts.js';

const MOST = 14;
const SECONDS = 4;

export function mountReactions(place) {
  return ({ seat, face }, { people, show }) => {
    const person = people.find((one) => one.seat === seat);
    if (!person || !show.reactions || place.children.length >= MOST) return;
    const left = 6 + Math.random() * 70;
    const one = h('div', { class: 'reaction', role: 'img', 'aria-label': `${person.name}: ${t(`screen.face-${face}`)}`, style: { left: `${left}%` } },
      h('img', { src: `/static/face-${face}.svg`, alt: '' }), named(person.name));
    place.append(one);
    if (!calm()) {
      one.animate([{ transform: 'translateY(6rem) scale(.4)', opacity: 0 }, { transform: 'none', opacity: 1, offset: 0.12 },
        { opacity: 1, offset: 0.75 }, { transform: `translate(${Math.random() * 8 - 4}rem, -30rem)`, opacity: 0 }],
      { duration: SECONDS * 1000, easing: 'ease-out', fill: 'both' });
    }
    setTimeout(() => one.remove(), SECONDS * 1000);
  };
}
