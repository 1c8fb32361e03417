/**
 * Figures recorded elsewhere, which the page's build takes from `bench/results/`: lines of native
 * libraries, and for each tab a report of this page to show before anything is measured.
 *
 * @typedef {{ name: string, machine: string, points: [n: number, ms: number][] }} Reference
 */

/**
 * @type {{ lines: Record<string, Reference>,
 *   samples: Partial<Record<import('./settings.js').Work, import('./summary.js').AnyReport>> }}
 */
// @ts-expect-error: see scripts/lib/page-build.js
export const recorded = RECORDED;

/**
 * The points of a curve's reference line between the least and the largest size, and what brings
 * it to their ends.
 * @param {string} curve
 * @param {number} least
 * @param {number} largest
 * @returns {Reference | null}
 */
export function referenceOf(curve, least, largest) {
  const line = recorded.lines[curve];
  const points = line?.points.filter(([n]) => n >= least && n <= largest) ?? [];
  return points.length > 0 ? { ...line, points } : null;
}
