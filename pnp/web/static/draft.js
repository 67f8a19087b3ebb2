// What is chosen on this phone and not entered: the server knows it, so that neither a deadline nor a reveal loses it.
import { h, page, t, tap } from './elements.js';
import { sheetUp } from './dialog.js';
import { ask } from './connection.js';

let kept = '';
let asking = null;
let asked = '';

// What did not arrive is told again with the next change.
export async function keepDraft(words) {
  if (words === kept) return;
  kept = words;
  const answer = await ask(`${page.base}/draft`, { words });
  if (!answer.ok && kept === words) kept = null;
}

// Somebody wants to reveal while a move is chosen here: enter it now? It is asked once for each roll.
export function askNow({ me, round, dice }, enter, anew) {
  const roll = `${round} ${dice}`;
  if (!me.asked && asking) asking.close();
  if (!me.asked || asking || asked === roll) return;
  asked = roll;
  const answer = (key, look, act) => tap(key, `button ${look}`, () => {
    asking.close();
    act();
  }, t(`sheet.${key}`));
  const means = me.options.find((one) => one.notation === me.draft)?.means || me.draft;
  asking = sheetUp(t('sheet.asked'), h('p', { class: 'display' }, means), h('p', { class: 'muted' }, t('sheet.asked-how')),
    answer('asked-enter', 'big primary', () => enter(me.draft)), answer('asked-later', '', anew));
  asking.dialog.addEventListener('close', () => { asking = null; });
}
