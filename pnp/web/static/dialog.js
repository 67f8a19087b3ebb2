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
