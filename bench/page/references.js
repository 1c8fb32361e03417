/**
 * Figures recorded elsewhere, which the page's build takes from `bench/results/`: lines of native
 * libraries, and a sample to show before anything is measured.
 *
 * @typedef {{ name: string, machine: string, points: [n: number, ms: number][] }} Reference
 * @typedef {{ name: string, value: string }} RecordedPeer
 */

/**
 * @type {{ lines: Record<string, Reference>, sample: import('./report.js').Report,
 *   operations: Record<string, { machine: string, peers: Record<string, RecordedPeer[]> }> }}
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
