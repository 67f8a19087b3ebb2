// What several pages of an event show: the standings, and who sits where.
import { h, t } from './elements.js';

const plain = (score) => (score === null ? '\u2013' : String(Math.round(score * 100) / 100));
const why = (row) => (row.rounds.every((one) => one === null) ? '' : row.tied ? t('ranking.tied') : row.by ? t(`ranking.by-${row.by}`) : '');

export const ranks = (state, rows = state.standings) => h('table', { class: 'ranks' },
  h('caption', {}, t(`ranking.rule-${state.rule}`, { seats: state.seats })),
  h('tbody', {}, ...rows.map((row) => h('tr', {}, h('td', { class: 'number' }, `${row.rank}.`), h('th', { scope: 'row' }, row.name),
    h('td', { class: 'number' }, plain(row.score)), h('td', { class: 'small muted' }, [row.rounds.some((one) => one !== null) && row.rounds.filter((one) => one !== null).map(plain).join(' + '), why(row)].filter(Boolean).join(' \u00b7 '))))));

export function places(state) {
  const rows = state.tables.flatMap((table) => table.people.map((one) => [one.name, t('ranking.table-n', { n: table.number })]));
  rows.push(...state.byes.map((one) => [one.name, t('ranking.bye')]));
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
  return rows.sort((a, b) => order.compare(a[0], b[0]));
}
