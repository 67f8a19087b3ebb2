// What every page shares.
export * from './elements.js';
export * from './wire.js';
