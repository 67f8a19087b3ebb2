// Help with paper: the box that is due, and tracks that are filled at once up to the box that was tapped.
import { h, t, tap } from './elements.js';

const NUMBERED = /^(.*\.)(\d+)$/;

// The boxes of the track that a field belongs to, up to it.
export function upTo(layout, field) {
  const [, stem, last] = NUMBERED.exec(field.id) || [];
  if (!stem || !['cross', 'tally'].includes(field.kind)) return [];
  const number = (one) => Number(NUMBERED.exec(one.id)?.[2]);
  const run = layout.fields.filter((one) => one.kind === field.kind && one.id.startsWith(stem) && NUMBERED.exec(one.id)?.[1] === stem);
  return run.filter((one) => number(one) <= Number(last)).sort((a, b) => number(a) - number(b));
}

const full = (field) => (field.kind === 'cross' ? true : field.most || 1);

// An offer for the boxes before the one that was tapped, where several of them are empty.
export function offer(layout, field, { value, write, done }) {
  const run = upTo(layout, field);
  const empty = run.filter((one) => one !== field && !value(one.id));
  if (!value(field.id) || !empty.length) return null;
  const fillUp = () => {
    empty.forEach((one) => write(one, full(one)));
    done();
  };
  return h('div', { class: 'row fill-up' }, tap('fill up', 'button primary', fillUp, t('paper.fill-up', { n: empty.length })));
}

// The box that is due, by its name: one tap opens the keys for it.
export function due(paper) {
  const { wanted } = paper.options;
  for (const [id, box] of paper.boxes) box.classList.toggle('wanted', id === wanted);
  const field = paper.boxes.has(wanted) && paper.layout.byId.get(wanted);
  return field ? tap('due', 'button big primary', () => paper.select(field), t('paper.due', { box: paper.name(field) })) : null;
}
