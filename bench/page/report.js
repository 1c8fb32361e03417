/**
 * A measurement's report, and its presentation in words and figures.
 * @typedef {{ medianMs: number, lowMs: number, highMs: number, samplesMs?: number[],
 *   phasesMs: Record<string, number> | null, memoryBytes?: number }} Time median and quartiles;
 *   memory of this library's WebAssembly on the caller's thread
 * @typedef {{ id: string, name: string, isPeer: boolean, backend?: string, threads?: number }}
 *   Series `backend` and `threads` of ours
 * @typedef {{ logSize: number, n: number, verified: boolean, times: Record<string, Time>,
 *   isPartial?: boolean }} Result `times` by series; `isPartial`: there are more runs to come
 * @typedef {{ curve: string, runs: number, version: string, commit: string, date: string,
 *   device: Record<string, string>, series: Series[], results: Result[], notes: string[],
 *   isSample?: boolean, settings?: string }} Report `isSample`: recorded with
 *   `settings`, to be shown before anything is measured
 */

/**
 * @param {number} ms
 * @returns {string} three significant digits with a unit
 */
export function formatMs(ms) {
  if (ms >= 1000) return `${Number((ms / 1000).toPrecision(3))} s`;
  if (ms >= 1) return `${Number(ms.toPrecision(3))} ms`;
  return `${Number((ms * 1000).toPrecision(3))} µs`;
}

/**
 * @param {number} logSize
 * @returns {string}
 */
export function formatSize(logSize) {
  const digits = [...String(logSize)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
  return `2${digits.join('')}`;
}

/**
 * The fastest of our kernels at a size.
 * @param {Report} report
 * @param {Result} result
 * @returns {{ series: Series, time: Time } | null}
 */
export function fastest({ series }, { times }) {
  const ours = series.filter(({ id, isPeer }) => !isPeer && times[id]);
  const [best] = ours.sort((a, b) => times[a.id].medianMs - times[b.id].medianMs);
  return best ? { series: best, time: times[best.id] } : null;
}

/** Two digits, or a whole number. @param {number} ratio */
export const formatRatio = (ratio) => `${ratio < 10 ? ratio.toPrecision(2) : ratio.toFixed(0)}×`;

/** @param {number} bytes */
export const formatMemory = (bytes) => `${Number((bytes / 2 ** 20).toPrecision(3))} MiB`;

/**
 * The contestants at a size, fastest first: each with its time over that of the fastest of ours.
 * @param {Report} report
 * @param {Result} result
 * @returns {{ name: string, isPeer: boolean, medianMs: number, ratio: number | null }[]}
 */
export function ranking(report, result) {
  const best = fastest(report, result);
  return report.series
    .flatMap(({ id, name, isPeer }) => {
      const medianMs = result.times[id]?.medianMs;
      if (medianMs === undefined) return [];
      return [{ name, isPeer, medianMs, ratio: best && medianMs / best.time.medianMs }];
    })
    .sort((a, b) => a.medianMs - b.medianMs);
}

/**
 * The numbers of the contestants at each size, as bars: their times, and how many times as fast the
 * fastest of ours is.
 *
 * @param {Report} report
 * @returns {import('./bars.js').Group[]}
 */
export const sumGroups = (report) =>
  report.results.map((result) => ({
    title: `${formatSize(result.logSize)} points`,
    mark: result.isPartial || report.isSample ? '' : result.verified ? 'verified' : 'wrong',
    rows: timeRows(ranking(report, result)),
  }));

/**
 * @param {ReturnType<typeof ranking>} ranked
 * @returns {import('./bars.js').Row[]}
 */
export function timeRows(ranked) {
  const longest = Math.max(...ranked.map(({ medianMs }) => medianMs));
  return ranked.map(({ name, isPeer, medianMs, ratio }) => ({
    ...{ name, isPeer, value: formatMs(medianMs), share: medianMs / longest },
    ratio: ratio === null || ratio === 1 ? '' : formatRatio(ratio),
    isLoss: isPeer && ratio !== null && ratio < 1,
  }));
}

/**
 * Gains by threads: of each series on several, one thread's time over its own, by result.
 *
 * @param {Report} report
 * @returns {{ series: Series, ratios: (number | null)[] }[]} null where one of both was not
 *   measured
 */
export function scalings({ series, results }) {
  return series.flatMap((own) => {
    const { id, backend, threads = 1 } = own;
    const one = series.find((other) => other.backend === backend && other.threads === 1);
    if (threads === 1 || !one) return [];
    const ratios = results.map(({ times }) =>
      times[id] && times[one.id] ? times[one.id].medianMs / times[id].medianMs : null,
    );
    return [{ series: own, ratios }];
  });
}

/**
 * Gains by threads as bars.
 *
 * @param {Report} report
 * @returns {import('./bars.js').Group[]}
 */
export function scalingGroups(report) {
  const lines = scalings(report);
  const largest = Math.max(...lines.flatMap(({ ratios }) => ratios.map((ratio) => ratio ?? 0)));
  return report.results.map(({ logSize }, i) => ({
    ...{ title: `${formatSize(logSize)} points`, mark: '' },
    rows: lines.flatMap(({ series: { name }, ratios }) => {
      const ratio = ratios[i];
      if (ratio === null) return [];
      const isLoss = ratio < NO_LOSS;
      const value = `${ratio.toFixed(2)}×`;
      return [
        {
          ...{ name, isPeer: false, value, share: ratio / largest },
          ...{ ratio: isLoss ? 'slower' : '', isLoss },
        },
      ];
    }),
  }));
}

/** A ratio above this is noise, at most. */
const NO_LOSS = 0.97;
