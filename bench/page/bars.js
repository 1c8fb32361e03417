/** Figures as bars: in groups, each row a name, a bar, a figure and a ratio. */
import { swatch } from './colours.js';
import { create } from './dom.js';

/**
 * `share`: of the longest bar. `isLoss`: what the ratio is about is slower here. `mark`: what the
 * title says of the whole group.
 *
 * @typedef {{ name: string, isPeer: boolean, value: string, share: number, ratio: string,
 *   isLoss: boolean }} Row
 * @typedef {{ title: string, mark: string, rows: Row[] }} Group
 */

/**
 * Draws a table that fits every width: on narrow pages a bar stands below its figures.
 * @param {HTMLElement} table is emptied
 * @param {Group[]} groups
 */
export function drawBars(table, groups) {
  table.replaceChildren(
    ...groups.map(({ title, mark, rows }) => {
      const body = create('tbody');
      const heading = create('th', { colspan: '4', scope: 'rowgroup' }, title);
      if (mark) heading.append(create('span', { class: mark }, mark));
      const head = create('tr', { class: 'group' });
      head.append(heading);
      body.append(head, ...rows.map(drawRow));
      return body;
    }),
  );
}

/** @param {Row} row */
function drawRow({ name, isPeer, value, share, ratio, isLoss }) {
  const meter = create('span', { class: `meter ${isLoss && !isPeer ? 'loss' : swatch(name)}` });
  meter.style.width = `${Math.max(0.5, 100 * share).toFixed(1)}%`;
  const bar = create('td', { class: 'length' });
  bar.append(meter);
  const row = create('tr', { class: `${isPeer ? 'peer' : 'own'}${isLoss ? ' slower' : ''}` });
  row.append(
    create('th', { scope: 'row' }, name),
    bar,
    create('td', { class: 'value' }, value),
    create('td', { class: 'ratio' }, ratio),
  );
  return row;
}
