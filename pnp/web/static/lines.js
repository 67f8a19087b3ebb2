// A line of a score, in the language of the page where that has a word for it.
import { page } from './core.js';

export const lineName = (name) => page.strings[`common.line-${name}`] || name.charAt(0).toUpperCase() + name.slice(1);
