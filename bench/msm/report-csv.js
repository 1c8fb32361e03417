const HEAD =
  'curve,name,version,backend,threads,logSize,n,medianMs,stdMs,ratio,runs,seed,commit,date';

/**
 * Renders a report as lines of comma-separated values: one for each result of this library, of each
 * number of threads, and one for each peer at each size.
 *
 * @param {import('./report.js').Report} report
 * @returns {string} without an end of line; `ratio`: the first contestant's median over the line's
 *   for this library, the line's over the first's for peers, as `--json` has them
 */
export function renderCsv({ curve, backend, threads, results, peers, seed, commit, date }) {
  const [first] = [threads].flat();
  const about = [seed, commit, date];
  const ours = results.map(
    ({ threads: count = first, logSize, n, medianMs, stdMs, ratio, samplesMs }) => [
      curve,
      'curvemill',
      '',
      backend.batch,
      count,
      logSize,
      n,
      medianMs,
      stdMs,
      ratio ?? 1,
      samplesMs.length,
      ...about,
    ],
  );
  const theirs = peers.map(({ name, version, logSize, medianMs, ratio }) => [
    curve,
    name,
    version,
    '',
    1,
    logSize,
    2 ** logSize,
    medianMs,
    '',
    ratio,
    results[0].samplesMs.length,
    ...about,
  ]);
  return [HEAD, ...[...ours, ...theirs].map((cells) => cells.join(','))].join('\n');
}
