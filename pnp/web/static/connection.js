// The way to the server: requests, the state of the table, and an outbox that forgets nothing.
import { page, t, toast } from './elements.js';
import { setClock } from './clock.js';

// ---- what this phone remembers

const memory = new Map();

// Private windows and full disks throw: then it is remembered as long as the page lives.
export const keep = {
  get(name) {
    try {
      return localStorage.getItem(name) ?? memory.get(name) ?? null;
    } catch {
      return memory.get(name) ?? null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
      memory.delete(name);
    } catch {
      memory.set(name, value);
    }
  },
  remove(name) {
    memory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch { /* it was in memory alone */ }
  },
  names(prefix) {
    const all = [...memory.keys()];
    try {
      all.push(...Object.keys(localStorage));
    } catch { /* nothing is stored */ }
    return all.filter((name) => name.startsWith(prefix));
  },
};

export function keyOf() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// ---- requests

// The answer as an object with its status; a login page of a café network is no answer, and neither is silence.
async function call(method, path, { body, type, etag, wait = 15000 } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), wait);
  const headers = { Accept: JSON_TYPE };
  if (type) headers['Content-Type'] = type;
  if (etag) headers['If-None-Match'] = etag;
  const keepalive = typeof body === 'string' && body.length < 30000;
  try {
    const answer = await fetch(worded(path), { method, body, headers, keepalive, cache: 'no-store', signal: stop.signal });
    if (answer.status === 304) return { ok: true, status: 304 };
    const data = await answer.json();
    const head = (name) => answer.headers.get(name);
    return { ok: answer.ok, ...data, status: answer.status, after: Number(head('Retry-After')) || 0, etag: head('ETag') };
  } catch {
    return { ok: false, code: 'offline', status: 0, message: t('common.offline') };
  } finally {
    clearTimeout(timer);
  }
}

// Whatever the server says to this page is in the page's language.
export const worded = (path) => `${path}${path.includes('?') ? '&' : '?'}lang=${page.language}`;

const JSON_TYPE = 'application/json';
export const get = (path) => call('GET', path);
export const ask = (path, body, method = 'POST') =>
  call(method, path, { body: JSON.stringify(body || {}), type: JSON_TYPE });
export const upload = (path, file, wait = 60000) =>
  call('POST', path, { body: file, type: file.type || 'application/octet-stream', wait });

// ---- the state of the table

let last = null;
let tickets = 0;
let lastTicket = 0;
let listener = null;
let misses = 0;
let etag = null;

function accept(state, ticket, tag = null) {
  if (!state || typeof state.seq !== 'number') return;
  // Another version of the program: what is kept to be sent is sent by the new page.
  if (page.first && state.build !== page.first.build) return void location.reload();
  // Who sits at another table by now goes on there, by another address or by this one.
  if (state.moved) return void location.replace(state.moved);
  if (page.first && (state.table || '') !== (page.first.table || '')) return void location.reload();
  if (last && last.table === state.table && (state.seq < last.seq || (state.seq === last.seq && ticket < lastTicket))) return;
  [lastTicket, last, etag] = [ticket, state, tag];
  if (state.now) setClock(state.now);
  try {
    listener?.(state);
  } catch (error) {
    setTimeout(() => { throw error; }); // what can't be shown must not stop what is to be sent
  }
}

// The newest version that this page was told of: whichever program is asked for it knows no less.
let hinted = '';
let running = null;
let again = false;

async function fetchState(fresh) {
  const ticket = ++tickets;
  const at = hinted ? `${page.state}?seen=${hinted}` : page.state;
  const answer = await call('GET', at, { etag: fresh ? null : etag, wait: 10000 });
  misses = answer.status === 0 || answer.status >= 500 ? misses + 1 : 0;
  if (answer.status === 200) accept(answer, ticket, answer.etag);
  if (answer.status === 404 && answer.message) toast(answer.message, 'bad');
  showSaved();
}

function refresh(fresh = false) {
  if (!page.state) return Promise.resolve();
  if (running) {
    again = again || { fresh };
    return running;
  }
  running = fetchState(fresh).finally(() => {
    running = null;
    const next = again;
    again = false;
    if (next) refresh(next.fresh);
  });
  return running;
}

let source = null;
let heard = null;

// Reactions come by the same stream, to pages that asked for them.
export const hear = (onReaction) => { heard = onReaction; };

function open() {
  if (source || !page.live || document.hidden) return;
  source = new EventSource(page.live);
  source.onmessage = (hint) => {
    hinted = hint.data;
    if (!last || hint.data !== last.version) refresh();
  };
  source.addEventListener('reaction', (event) => heard && heard(parsed(event.data)));
  source.onerror = () => {
    if (!source || source.readyState !== EventSource.CLOSED) return;
    shut();
    setTimeout(open, 3000);
  };
}

function shut() {
  if (source) source.close();
  source = null;
}

// Hidden pages hold no connection: a browser allows six to one address, and one phone may have many sheets open.
function wake() {
  if (document.hidden) return shut();
  open();
  refresh(true);
  drain();
  for (const go of sleepers) go();
}

function poll() {
  const up = source && source.readyState === EventSource.OPEN;
  if (!document.hidden && Date.now() - polled > (up ? 19000 : 9000)) {
    polled = Date.now();
    open();
    refresh();
  }
}

let polled = Date.now();

export function live(onState) {
  listener = onState;
  if (page.first) accept(page.first, ++tickets);
  addEventListener('pagehide', shut);
  setInterval(poll, 3000);
  wake();
  return { refresh };
}

addEventListener('pageshow', (event) => event.persisted && wake());
addEventListener('online', wake);
document.addEventListener('visibilitychange', wake);

// ---- the outbox

// Each entry lies under a name of its own, so that two tabs never overwrite each other's; both may send it, with one key.
const OUT = `pnp.out:${page.base || '/'}:`;
const waiting = new Map();
const mine = new Map();
const sleepers = new Set();
let made = 0;
let draining = false;
let stuck = false;
let busySince = 0;

export function send(path, body = {}) {
  const entry = { path, body: { ...body, key: body.key || keyOf() } };
  if (entry.body.expected === undefined && last) entry.body.expected = last.seq;
  // What is sent late must not reach the next game.
  if (entry.body.table === undefined && page.table) entry.body.table = page.table;
  const name = `${OUT}${Date.now()}.${String(++made).padStart(4, '0')}.${entry.body.key}`;
  keep.set(name, JSON.stringify(entry));
  mine.set(name, entry);
  const answer = new Promise((resolve) => waiting.set(name, resolve));
  drain();
  return answer;
}

function nextEntry() {
  const [name] = queued();
  if (!name) return null;
  const entry = held(name);
  if (entry && entry.path && entry.body) return { ...entry, name };
  keep.remove(name);
  return nextEntry();
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function drain() {
  if (draining) return;
  draining = true;
  let saved = false;
  for (let entry = nextEntry(); entry; entry = nextEntry()) {
    busySince = busySince || Date.now();
    setTimeout(showSaved, 110);
    const answer = await deliver(entry);
    saved = answer.ok;
    finish(entry, answer);
  }
  draining = false;
  busySince = 0;
  showSaved(saved);
}

const RETRY = [0, 408, 425, 429, 502, 503, 504];

async function deliver(entry) {
  for (let tries = 0; ; tries += 1) {
    const ticket = ++tickets;
    const answer = await call('POST', entry.path, { body: JSON.stringify(entry.body), type: JSON_TYPE });
    const retry = RETRY.includes(answer.status) || (answer.status === 500 && tries < 8);
    stuck = retry;
    if (answer.code === 'stale') answer.message = t('common.stale');
    if (!retry) {
      if (answer.state) accept(answer.state, ticket);
      return answer;
    }
    showSaved();
    await sleep(Math.max(Math.min(500 * 2 ** tries, 5000), Math.min(answer.after || 0, 30) * 1000));
  }
}

function sleep(time) {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      sleepers.delete(go);
      resolve();
    };
    const timer = setTimeout(go, time);
    sleepers.add(go);
  });
}

const queued = () => [...new Set([...keep.names(OUT), ...mine.keys()])].sort();
const held = (name) => mine.get(name) || parsed(keep.get(name));

// What waits behind an entry was made by somebody who knew of that entry.
function catchUp(seq) {
  for (const name of queued()) {
    const entry = held(name);
    if (!entry || !(entry.body.expected < seq)) continue;
    entry.body.expected = seq;
    keep.set(name, JSON.stringify(entry));
  }
}

function finish(entry, answer) {
  keep.remove(entry.name);
  mine.delete(entry.name);
  if (answer.ok && answer.seq) catchUp(answer.seq);
  const resolve = waiting.get(entry.name);
  waiting.delete(entry.name);
  if (resolve) resolve(answer);
  else if (!answer.ok && answer.message) toast(answer.message, 'bad');
}

let savedTimer = 0;

function showSaved(done = false) {
  const place = document.getElementById('saved');
  if (!place) return;
  let text = '';
  if (busySince && stuck) text = t('common.kept');
  else if (busySince && Date.now() - busySince > 100) text = t('common.saving');
  else if (misses > 1) text = t('common.offline');
  else if (done) text = t('common.saved');
  else if (savedTimer) return;
  clearTimeout(savedTimer);
  savedTimer = done ? setTimeout(() => { savedTimer = 0; showSaved(); }, 4000) : 0;
  place.classList.toggle('trouble', Boolean(busySince && stuck) || misses > 1);
  if (place.textContent !== text) place.textContent = text;
}
