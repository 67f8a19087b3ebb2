// A number with one decimal, as it is written in the page's language.
import { page } from './elements.js';

export const decimal = (number) => number.toLocaleString(page.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
