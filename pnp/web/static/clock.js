// The server's clock, by which every page runs: what is on now, what comes next, how long there is.

let skew = 0;
let set = false;

// What comes late makes the clock slow, never fast: the fastest answer was the truest.
export function setClock(now) {
  const found = now - Date.now() / 1000;
  skew = set && Math.abs(found - skew) < 5 ? Math.max(found, skew) : found;
  set = true;
}

export const serverNow = () => Date.now() / 1000 + skew;

const clocks = new WeakMap();

export function countdown(state, element) {
  clearInterval(clocks.get(element));
  const show = () => {
    // Without a clock it is no number, and no number is compared with.
    const left = Math.max(0, Math.ceil(state.deadline ? state.deadline - serverNow() : state.paused?.left ?? NaN));
    const text = left >= 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : '';
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle('soon', left <= 10);
    if (!state.deadline) clearInterval(clocks.get(element));
  };
  clocks.set(element, setInterval(show, 250));
  show();
}

// ---- the scene that is on

// The last scenes go round for as long as nothing happens.
function turned({ scenes, loop }, now) {
  const begin = loop === null ? null : scenes[loop].from;
  const round = loop === null ? 0 : scenes[scenes.length - 1].to - begin;
  return loop === null || now < begin ? 0 : Math.floor((now - begin) / round) * round;
}

// {name, from, to, first}: `first` as long as nothing of the programme has come again.
export function sceneAt({ show }, now = serverNow()) {
  const by = turned(show, now);
  const at = Math.max(0, show.scenes.filter((one) => now >= one.from + by).length - 1);
  const { name, from, to } = show.scenes[at];
  return { name, from: from + by, to: to === null ? null : to + by, first: show.loop === null || at < show.loop };
}

const ENDED = ['over', 'closed'];

// While points are counted the server tells them line by line: until it has told all, the count is on.
function held({ show }, scene) {
  const count = show.counting && show.scenes.find((one) => one.name === 'count');
  return count && scene.from >= count.to ? { ...count, first: true } : scene;
}

// Before the points are counted no page but the screen shows the end; sums are told a moment before places are.
function withheld(state, scene) {
  const told = !ENDED.includes(state.phase) || !['reveal', 'count'].includes(scene.name);
  const people = state.people.map((one) => ({ ...one, total: null }));
  return told ? { ...state, scene } : { ...state, scene, phase: 'count', people, counting: state.scores, scores: [] };
}

// Calls `onState` with each state that comes, and with the same one again when another scene begins.
export function staged(onState, { whole = false } = {}) {
  let last = null;
  let timer = 0;
  const go = () => {
    clearTimeout(timer);
    const scene = held(last, sceneAt(last));
    if (scene.to !== null) timer = setTimeout(go, Math.max(100, (scene.to - serverNow()) * 1000 + 5));
    onState(whole ? { ...last, scene } : withheld(last, scene));
  };
  return (state) => {
    last = state;
    go();
  };
}
