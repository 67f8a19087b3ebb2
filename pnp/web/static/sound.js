// Sounds made on the spot, of tones and of noise; there is no file.
let context = null;
let hiss = null;

// A browser lets a page sound once somebody has tapped on it, a television often at once.
export async function tune() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return false;
  context = context || new Context();
  if (context.state === 'suspended') await Promise.race([context.resume(), new Promise((go) => { setTimeout(go, 300); })]).catch(() => {});
  return context.state === 'running';
}

export const tuned = () => Boolean(context && context.state === 'running');

// A loudness that comes at once and fades.
function fading(at, long, loud) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(context.destination);
  return gain;
}

function tone(after, pitch, long, loud = 0.16, shape = 'triangle', to = pitch) {
  const at = context.currentTime + after;
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + long);
  source.connect(fading(at, long, loud));
  source.start(at);
  source.stop(at + long);
}

function knock(after, pitch, loud) {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    hiss.getChannelData(0).forEach((_, n, all) => { all[n] = Math.random() * 2 - 1; });
  }
  const at = context.currentTime + after;
  const source = context.createBufferSource();
  const wood = context.createBiquadFilter();
  Object.assign(wood, { type: 'bandpass' });
  wood.frequency.value = pitch;
  wood.Q.value = 6;
  source.buffer = hiss;
  source.connect(wood).connect(fading(at, 0.07, loud));
  source.start(at);
  source.stop(at + 0.08);
}

const NOTE = { c: 523.25, e: 659.25, g: 783.99, high: 1046.5 };
// Dice land, jump, and come to lie.
const LANDINGS = [0.05, 0.14, 0.62, 0.7, 0.78, 0.93, 1.02, 1.1, 1.17, 1.28, 1.34, 1.45];

const SOUNDS = {
  dice: () => LANDINGS.forEach((after, n) => knock(after, 900 + (n * 577) % 1300, 0.9 - n * 0.06)),
  tick: () => tone(0, 1180, 0.05, 0.08, 'square'),
  reveal: () => [[0, 392, 0.3], [0.12, NOTE.c, 0.3], [0.24, NOTE.g, 0.6]].forEach(([after, pitch, long]) => tone(after, pitch, long)),
  line: () => tone(0, 330, 0.06, 0.05, 'sine', 440),
  winner: () => {
    [[0, NOTE.c], [0.15, NOTE.c], [0.3, NOTE.c], [0.45, NOTE.e], [0.6, NOTE.g]].forEach(([after, pitch]) => tone(after, pitch, 0.2));
    [NOTE.c, NOTE.e, NOTE.g, NOTE.high].forEach((pitch) => tone(0.8, pitch, 1.4, 0.11));
  },
};

export function sound(name) {
  if (tuned()) SOUNDS[name]();
}
