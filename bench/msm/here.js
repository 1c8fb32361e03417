/**
 * Times multi-scalar multiplication as the ZPrize harness did: fixed random points and scalars per
 * size, points already decoded, a warm-up, then median and standard deviation of the runs. A result
 * is verified before it is timed. In this process.
 */
import { BACKENDS, flag, oneOf, parseName } from '../../scripts/lib/command-line.js';
import { ranges, text, threadsOf, UsageError, whole } from '../../scripts/lib/command-line.js';
import { curveNames } from '../../scripts/lib/curves.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { loadPeer, packageOf, peersOf } from '../../scripts/lib/peers/index.js';
import { logLine } from '../../scripts/lib/progress.js';
import { openCrews, refuseLosses } from './crews.js';
import { evaluateSize } from './evaluation.js';
import { print, renderHeader, reportOf } from './report.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */

const MAX_LOG_SIZE = 22;

export const options = {
  curve: oneOf(curveNames),
  sizes: ranges('14,16,18', 0, MAX_LOG_SIZE),
  runs: whole(10, 1, 10_000),
  backend: oneOf(BACKENDS),
  threads: threadsOf('1'),
  peers: text(),
  seed: whole(1, 0, Number.MAX_SAFE_INTEGER),
  json: flag,
  csv: flag,
  phases: flag,
};

/** @typedef {Values<typeof options>} Choice */

/**
 * @param {string} command
 * @param {string} [more] lines of more options
 */
export const usageOf = (command, more = '') => `Usage: ${command} [options]

  --curve NAME      ${curveNames.join(' | ')}
                    (default ${curveNames[0]})
  --sizes LIST      log2 of the number of points: 14,16,18 or 4-20 (default 14,16,18)
  --runs N          timed runs per size (default 10)
  --backend NAME    ${BACKENDS.join(' | ')} (default auto)
  --threads LIST    numbers of threads, or auto (default 1). Several, such as 1,2,auto, are
                    measured in turns and compared with one thread
  --peers LIST      measured alternately with ours, or all. The curves have these:
${curveNames.map(listPeers).join('\n')}
  --seed N          of the points and scalars (default 1)
${more}  --json            print one JSON object and nothing else. Of one thread, it has of each
                    phase its median (phasesMs) and, where there are any, its field
                    multiplications, squares included, and inversions (phasesProducts),
                    as the plan counts them for random scalars
  --csv             print a line for each result and nothing else
  --phases          print a Markdown table of phases and nothing else: milliseconds, and the
                    multiplications and inversions of --json. Sizes that other work
                    disturbed have no times
  --help            print this text

Ctrl+C ends the measurement after the current run and prints the sizes that are finished (exit
code 130); a second one ends it at once. Exit codes: 1 if a result is wrong or the backend is not
available, 2 if the command line is wrong.
`;

/** @param {string} curve */
function listPeers(curve) {
  return `                    ${curve}: ${peersOf(curve).join(', ') || 'none'}`;
}

/**
 * How results are printed.
 * @param {Pick<Choice, 'json' | 'csv' | 'phases'>} choice
 */
export function formOf({ json, csv, phases }) {
  const chosen = Number(json) + Number(csv) + Number(phases);
  if (chosen > 1) throw new UsageError('--json, --csv and --phases exclude each other');
  return json ? 'json' : csv ? 'csv' : phases ? 'phases' : 'text';
}

/**
 * @param {Pick<Choice, 'peers' | 'curve'>} choice
 * @returns {string[]} each once
 */
function readPeers({ peers, curve }) {
  const offered = peersOf(curve);
  const names = peers.split(',').filter(Boolean);
  if (names.length > 0 && offered.length === 0) {
    throw new UsageError(`--peers: no other library has ${curve}`);
  }
  const chosen =
    peers === 'all'
      ? offered
      : [...new Set(names.map((name) => parseName(name.trim(), '--peers', offered)))];
  const missing = chosen.filter((name) => !isInstalled(packageOf(name)));
  if (missing.length === 0) return chosen;
  if (peers === 'all' && missing.length < chosen.length)
    return chosen.filter((name) => !missing.includes(name));
  const packages = missing.map(packageOf).join(' ');
  throw new UsageError(`--peers ${peers}: not installed: npm install ${packages}`);
}

/** Whether this program, wherever it is, can import a package. @param {string} name */
function isInstalled(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** @param {Choice} choice */
export async function main(choice) {
  const { curve, sizes, runs, backend, threads, seed } = choice;
  const form = formOf(choice);
  const names = readPeers(choice);
  ensureBuilt();
  const { crews, reasons } = await openCrews(curve, backend, threads);
  const counts = crews.map((crew) => crew.threads);
  const report = reportOf(choice, { backend: crews[0].instance.backend, threads: counts, reasons });
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const { signal } = interrupt;
  const warn = console.error;
  try {
    if (form === 'text') console.log(`${renderHeader(report)}\n`);
    const loaded = await Promise.all(names.map((name) => loadPeer(name, curve)));
    const peers = loaded.flatMap((peer) => peer ?? []);
    for (const [i, logSize] of sizes.entries()) {
      const settings = { crews, curve, runs, seed, peers, warn, signal };
      const { results, peers: measured } = await evaluateSize(settings, logSize);
      report.results.push(...results);
      report.peers.push(...measured);
      refuseLosses(crews);
      if (i + 1 < sizes.length)
        logLine(`2^${logSize} is finished, ${i + 1} of ${sizes.length} sizes`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    report.interrupted = true;
    process.exitCode = 130;
    const isAny = report.results.length > 0;
    warn(`interrupted: ${isAny ? 'only what is finished follows' : 'no size is finished'}`);
  } finally {
    for (const { instance } of crews) instance.dispose();
  }
  print(report, form);
}
