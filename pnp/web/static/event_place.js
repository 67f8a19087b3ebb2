// At an event: where a player sits in the round, and whether the result of that table is right.
import { fill, h, page, t, tap, toast } from './elements.js';
import { send } from './connection.js';

async function confirm() {
  const answer = await send(`${page.base}/confirm`);
  if (!answer.ok) toast(answer.message || t('common.offline'), 'bad');
}

const where = ({ round, table, bye }) => (table ? t('evening.place-table', { round, table }) : t(bye ? 'evening.place-bye' : 'evening.place-none', { round }));

export const placeCard = ({ place }) => h('section', { class: 'card stack tight', role: 'status' }, h('strong', {}, where(place)),
  place.confirm ? h('p', {}, t('evening.confirm-ask')) : null, place.confirm ? tap('confirm', 'button primary', confirm, t('evening.confirm')) : null);

const bar = h('div', { id: 'place' });

// On a sheet it is a line below the names of the others, until something is asked.
export function follow(state) {
  if (!bar.isConnected) document.querySelector('.second').after(bar);
  fill(bar, state.place.confirm ? placeCard(state) : h('p', { class: 'small', role: 'status' }, where(state.place)));
}
