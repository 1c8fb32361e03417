/** Bars of phases, and legends. Colours come from the style sheet, for light and dark. */
import { create } from './dom.js';
import { formatMs, formatSize } from './report.js';

/** @typedef {import('./report.js').Report} Report */

/**
 * The phases of a multiplication in their order, each with a colour of the style sheet: the same
 * in every report.
 */
const PHASES = ['split', 'endomorphism', 'tables', 'digits', 'sort', 'accumulate', 'reduce', 'sum'];

/**
 * Draws a bar of phases for each of our kernels at each size.
 *
 * @param {HTMLElement} element is emptied
 * @param {HTMLElement} legend is emptied
 * @param {Report} report
 * @returns {boolean} whether there was anything to draw
 */
export function drawPhases(element, legend, { series, results }) {
  const rows = series.flatMap(({ id, name, isPeer }) =>
    isPeer
      ? []
      : results.flatMap(({ logSize, times }) => {
          const phases = times[id]?.phasesMs;
          return phases && Object.keys(phases).length > 0 ? [{ name, logSize, phases }] : [];
        }),
  );
  // A link may name other phases: these come last, without a colour.
  const names = [...new Set([...PHASES, ...rows.flatMap(({ phases }) => Object.keys(phases))])];
  // Phases that never take a hundredth of the time are left out of the legend.
  const visible = names.filter((name) =>
    rows.some(({ phases }) => (phases[name] ?? 0) >= 0.01 * total(phases)),
  );
  const style = (/** @type {string} */ name) => (PHASES.includes(name) ? `phase-${name}` : '');
  legend.replaceChildren(...visible.map((name) => legendItem(name, style(name))));
  /** @type {Node[]} */
  const nodes = [];
  let previous = '';
  for (const { name, logSize, phases } of rows) {
    if (name !== previous) nodes.push(create('h3', {}, name));
    previous = name;
    const sum = total(phases);
    const parts = visible
      .filter((phase) => phases[phase] > 0)
      .map((phase) => ({ phase, percent: (100 * phases[phase]) / sum }));
    const words = parts.map(({ phase, percent }) => `${phase} ${percent.toFixed(0)} %`).join(', ');
    const bar = create('div', { class: 'bar', role: 'img', 'aria-label': words });
    for (const { phase, percent } of parts) {
      const part = create('span', {
        class: `phase ${style(phase)}`,
        title: `${phase}: ${formatMs(phases[phase])}, ${percent.toFixed(1)} %`,
      });
      part.style.flexGrow = String(percent);
      bar.append(part);
    }
    nodes.push(
      create('span', { class: 'size' }, formatSize(logSize)),
      bar,
      create('span', { class: 'total' }, formatMs(sum)),
    );
  }
  element.replaceChildren(...nodes);
  return rows.length > 0;
}

/**
 * @param {string} name
 * @param {string} swatch class of the swatch
 * @returns {HTMLElement}
 */
export function legendItem(name, swatch) {
  const item = create('span', { class: 'item' });
  item.append(create('span', { class: `swatch ${swatch}` }), name);
  return item;
}

/** @param {Record<string, number>} phases */
const total = (phases) => Object.values(phases).reduce((sum, ms) => sum + ms, 0);
