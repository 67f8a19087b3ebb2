// How the points are counted by the clock: the seconds before the first line, and for each of so many.
export const BEFORE = 0.6;
export const lineSeconds = ({ scene }, lines) => Math.max(0, scene.to - scene.from - 2 - BEFORE) / Math.max(1, lines);
