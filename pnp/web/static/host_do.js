/** What the host page knows and does: the newest state, one intention at a time, and the parts its panels are made of. */
import { fill, h, page, t, toast } from './elements.js';
import { send } from './connection.js';

let state = page.first;
let busy = false;
const watchers = [];

export const current = () => state;
export const doing = () => busy;
export const watch = (watcher) => watchers.push(watcher);

export function take(next) {
  state = next;
  redraw();
}

export function redraw() {
  watchers.forEach((watcher) => watcher(state));
}

/** Do one thing and answer '' or the refusal; until it is answered nothing else begins, so a double tap is one tap. */
export async function act(body) {
  if (busy) return t('host.wait');
  busy = true;
  redraw();
  const answer = await send(`${page.base}/do`, body);
  busy = false;
  redraw();
  if (answer.ok) return '';
  return answer.code === 'stale' ? t('host.stale') : answer.message || t('host.failed');
}

/** Say a refusal where it is seen: in the dialog that is open, or at the bottom. */
export function tell(refused) {
  const place = document.querySelector('dialog[open]:last-of-type .refusal');
  if (place) place.textContent = refused;
  else if (refused) toast(refused, 'bad');
}

export const actAloud = async (body) => busy || tell(await act(body));

export const playing = ({ phase }) => ['roll', 'play'].includes(phase);
export const ended = ({ phase }) => ['count', 'over', 'closed'].includes(phase);
export const say = (seat, words) => ({ do: 'say', seat, words });
/** What the table may say now: by its kind and, where it is about somebody, by their seat. */
export const option = (kind, seat) => state.host.options.find((one) => one.kind === kind && (seat === undefined || one.mark === seat));
export const path = (url) => new URL(url, location.href).pathname;

/** Whether an element shows this already; if not, it is taken to be made anew now. */
export function shown(element, what) {
  const before = element.shows;
  element.shows = JSON.stringify(what);
  return before === element.shows;
}

/** Make the children anew when what they show has changed. */
export const show = (element, what, make) => shown(element, what) || fill(element, ...make());

// parts:

export const div = (kind, ...children) => h('div', { class: kind }, ...children);
export const span = (kind, ...children) => h('span', { class: kind }, ...children);
export const h2 = (text) => h('h2', {}, text);

export function button(label, onclick, { kind = '', ...attrs } = {}) {
  return h('button', { type: 'button', class: `button ${kind}`, 'data-key': label, onclick, ...attrs }, label);
}

export const small = (text = '', attrs = {}) => h('p', { class: 'muted small', ...attrs }, text);
export const refusal = () => h('p', { class: 'refusal', role: 'alert' });
export const fold = (title, ...children) => h('details', {}, h('summary', {}, title), ...children);

export function field(id, label, attrs = {}) {
  const input = h('input', { id, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 200, ...attrs });
  return { input, element: div('field', h('label', { for: id }, label), input) };
}

const submit = (label, kind) => h('button', { type: 'submit', class: `button ${kind}` }, label);

/** A line to type in with its button; `deed(text)` answers '' or the refusal, which is shown below it. */
export function line(id, label, go, deed, attrs = {}) {
  const { input, element: top } = field(id, label, attrs);
  const wrong = refusal();
  const onsubmit = async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return input.focus();
    wrong.textContent = await deed(text);
    if (!wrong.textContent) input.value = '';
  };
  return { input, wrong, element: h('form', { class: 'line', onsubmit }, top, submit(go, ''), wrong) };
}

/** What may be done, as on a phone; its script is fetched when it is first needed. */
export function actions(ways) {
  const element = div('');
  let made = null;
  const fetched = async () => {
    const { Actions } = await import('./actions.js');
    made = made || new Actions(ways);
    fill(element, made.element);
  };
  const update = async (me) => {
    if (!made) await fetched().catch(() => toast(t('common.offline'), 'bad'));
    if (made) made.update(me, current());
  };
  return { element, update };
}
