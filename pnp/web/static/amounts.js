// Numbers that only the printed cards tell: each with keys for less and more, and one button that says all of them.
import { announce, h, t, tap } from './elements.js';
import { sheetUp } from './dialog.js';

// Of numbers that may be large there are keys for five at once.
const LARGE = 10;

function row({ name, what, most }, said) {
  const shown = h('output', { class: 'number' }, String(said[name]));
  const set = (by) => {
    said[name] = Math.min(most, Math.max(0, said[name] + by));
    shown.textContent = String(said[name]);
    announce(`${what}: ${said[name]}`);
  };
  const key = (by, sign) => tap(`${name} ${by}`, { class: 'button pad-key number', 'aria-label': `${what}: ${t(by < 0 ? 'common.less' : 'common.more')} ${Math.abs(by)}` }, () => set(by), sign);
  const large = most >= LARGE;
  return h('div', { class: 'amount row nowrap', role: 'group', 'aria-label': what }, h('strong', { class: 'grow' }, what),
    large && key(-5, '\u22125'), key(-1, '\u2212'), shown, key(1, '+'), large && key(5, '+5'));
}

// Asks for what an option leaves open; `act` is called with the words that say it.
export function askAmounts({ means, asks }, act) {
  const said = Object.fromEntries(asks.amounts.map(({ name, usual, most }) => [name, Math.min(usual, most)]));
  const words = () => Object.entries(said).reduce((made, [name, value]) => made.replace(`{${name}}`, String(value)), asks.notation);
  const { close } = sheetUp(asks.what || means, h('p', { class: 'muted small' }, t('common.asked')), ...asks.amounts.map((one) => row(one, said)),
    tap('asked', 'button primary wide', () => {
      close();
      act(words());
    }, t('common.enter-asked')));
}
