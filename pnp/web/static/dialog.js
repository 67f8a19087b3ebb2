// A dialog that comes up from the bottom, with a title and a way to close it.
import { h, t } from './elements.js';

export function sheetUp(title, ...children) {
  const close = () => dialog.open && dialog.close();
  const dialog = h('dialog', { class: 'sheet-up', 'aria-label': title, onclick: (event) => event.target === dialog && close() },
    h('div', { class: 'stack' },
      h('div', { class: 'row between' },
        h('h2', {}, title),
        h('button', { type: 'button', class: 'button plain shut', 'aria-label': t('common.close'), onclick: close }, '\u00d7')),
      ...children));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { close, dialog };
}

/** A question; `deed` is done by its one button and answers '' or the refusal. */
export function question(title, texts, label, deed, ...fields) {
  const wrong = h('p', { class: 'refusal', role: 'alert' });
  const onsubmit = async (event) => {
    event.preventDefault();
    wrong.textContent = await deed();
    if (!wrong.textContent) close();
  };
  const { close } = sheetUp(title, h('form', { class: 'stack', onsubmit },
    ...texts.map((text) => text && h('p', {}, text)),
    ...fields,
    wrong,
    h('div', { class: 'row end' }, h('button', { type: 'button', class: 'button', 'data-key': t('common.cancel'), onclick: () => close() }, t('common.cancel')),
      h('button', { type: 'submit', class: 'button primary' }, label))));
}

/** How a game that is on shall end: `deed(winner)` ends it, with a winner by the points so far or without one. */
export function askEnd(title, secret, deed) {
  const radio = (value) => h('label', { class: 'row nowrap' }, h('input', { type: 'radio', name: 'winner', value, checked: value === 'without' }), h('span', { class: 'grow' }, t(`desk.end-${value}`)));
  const choice = h('div', { class: 'stack', role: 'radiogroup', 'aria-label': title }, radio('without'), radio('with'));
  const texts = [t('desk.end-game-text'), secret && t('desk.end-secret')];
  question(title, texts, t('desk.end-game'), () => deed(choice.querySelector('input:checked').value === 'with'), choice);
}
