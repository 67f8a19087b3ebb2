// What is tapped now and then: a bonus with a move, and why something is not allowed.
import { h, page, t, toast } from '/static/elements.js';
import { ask, get } from '/static/connection.js';
import { JOBS, NOW, chip, chips, same, unique } from './choosing.js';

export async function allowed(choosing, bonus) {
  const answer = await get(`${page.base}/options?bonus=${encodeURIComponent(bonus)}`);
  if (answer.options) choosing.claims.set(bonus, answer.options);
  else toast(answer.message || t('common.offline'), 'bad');
  choosing.judge();
  choosing.around.redraw();
}

export async function reroll(choosing) {
  if (!choosing.option('reroll')) {
    const answer = await ask(`${page.base}/try`, { words: 'reroll' });
    return void toast(answer.message, 'bad');
  }
  choosing.fresh({ bonus: choosing.bonus === 'reroll' ? '' : 'reroll' });
  return choosing.around.redraw();
}

// What was chosen on this sheet before the page was loaded anew, unless something has been tapped since.
export function restore(choosing) {
  const { draft, entry, options } = choosing.state.me;
  const option = !entry && options.find((one) => one.notation === draft && JOBS[one.kind]);
  if (!option || Object.keys(choosing.jobs).length) return;
  choosing.fresh({ kind: option.kind, field: option.field || null, notation: option.notation });
  choosing.settle(option);
  choosing.around.redraw();
}

// What counts only in the end is not in the way of every round.
export function unfold(choosing, open) {
  if (!open && choosing.bonus && !NOW.includes(choosing.bonus)) choosing.fresh();
  choosing.ending = open;
  choosing.around.redraw();
}

export async function explain(choosing, field) {
  const { jobs, dice, turned, first, kind, bonus } = choosing;
  const chosen = (now) => JSON.stringify([now.jobs, now.field, now.kind, now.bonus]);
  const before = chosen(choosing);
  const faces = Object.fromEntries(Object.entries(jobs).map(([job, at]) => [job, dice[at]]));
  const claimed = { ...(turned && { turned }), ...(first && { first: first.notation }) };
  const answer = await ask(`${page.base}/try`, { wish: { kind, field, dice: faces, bonus, ...claimed } });
  if (answer.message && chosen(choosing) === before) toast(answer.message, 'bad', 0);
}

// What the bonus does, and of a die that is turned which one.
export function about(choosing) {
  const { bonus, first, claims } = choosing;
  const told = first ? t('page.extra-second', { first: first.means }) : t(`page.about-${bonus}`);
  const all = bonus === 'nudge' ? (claims.get('nudge') || []).map((one) => JSON.stringify(one.turned)) : [];
  const turn = (turned) => () => {
    choosing.fresh({ bonus, turned });
    choosing.around.redraw();
  };
  return [h('p', { class: 'muted small' }, told), chips(t('page.nudge-which'), unique(all).map((one) => {
    const turned = JSON.parse(one);
    return chip(turned.join(' \u2192 '), same(turned, choosing.turned), turn(turned), `turn ${one}`);
  }))];
}
