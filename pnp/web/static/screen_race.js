// A race of scores: a bar for everybody, with a piece for what each round brought.

import { h, t } from './elements.js';

// What each round brought, of the totals after it.
const gains = (race) => race.map((total, n) => total - (n ? race[n - 1] : 0));

function piece(gain, n, most) {
  const label = t('screen.race-round', { n: n + 1, points: gain });
  return h('i', { class: `piece ${n % 2 ? 'even' : 'odd'} ${gain < 0 ? 'lost' : ''}`, style: { width: `${(100 * Math.abs(gain)) / most}%` }, title: label },
    Math.abs(gain) / most > 0.07 ? h('span', {}, gain > 0 ? `+${gain}` : `\u2212${-gain}`) : null);
}

// The bar of a person; `people` are all who race, so that the longest bar fills its place.
export function bar(person, people) {
  const most = Math.max(1, ...people.map((one) => gains(one.race).reduce((sum, gain) => sum + Math.abs(gain), 0)));
  return h('div', { class: 'race', role: 'img', 'aria-label': t('screen.race', { name: person.name, totals: person.race.join(', ') }) },
    ...gains(person.race).map((gain, n) => (gain ? piece(gain, n, most) : null)));
}
