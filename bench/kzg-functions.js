/**
 * Every function of KZG beside c-kzg (blst, native) and kzg-wasm, in turns on one thread, with the
 * ceremony's setup: this library without tables and after `prepare()`.
 *
 *   npm install --prefix bench/peers    once, for the other libraries; c-kzg needs a C compiler
 *   node bench/kzg-functions.js [--functions computeCells,…] [--rounds 15] [--backend auto]
 *     [--peers c-kzg,kzg-wasm] [--width 0] [--no-tables] [--browser chromium] [--json | --markdown]
 *
 * `--width`: of c-kzg's tables, 0 to 15; 8 takes 96 MiB. A browser has no c-kzg. The output is
 * medians in milliseconds, and how many times as long each peer takes.
 */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger, parseName, progress } from '../scripts/lib/cli.js';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { ensureBuilt } from '../scripts/lib/ensure-built.js';
import { helpIfAsked } from '../scripts/lib/help.js';
import { measureInBrowser } from './kzg/browser.js';
import { likeBinding, likeKzgWasm, measureKzg } from './kzg/turns.js';

/** @import { Result } from './kzg/turns.js' */

helpIfAsked(import.meta.url);

const MIB = 2 ** 20;
const MAX_ROUNDS = 1000;
const MAX_WIDTH = 15;

/** @type {Record<string, string>} */
const SIZES = {
  recoverCellsAndKzgProofs: ' of 64',
  verifyBlobKzgProofBatch: ' of 64',
  verifyCellKzgProofBatch: ' of 128',
};

/** @type {(name: string) => any} */
const load = createRequire(new URL('./peers/package.json', import.meta.url));

/** @type {(width: number) => Record<string, (input: any) => Promise<any>>} */
const loaders = (width) => ({
  'c-kzg': async (input) => {
    const kzg = load('c-kzg');
    kzg.loadTrustedSetup(width);
    return likeBinding(kzg, input);
  },
  'kzg-wasm': async (input) => likeKzgWasm(await load('kzg-wasm').loadKZG(), input),
});

/**
 * @param {readonly Result[]} results
 * @param {readonly string[]} peers
 */
function tableOf(results, peers) {
  const names = Object.keys(results[0].medianMs);
  return Object.fromEntries(
    names.map((name) => {
      const row = /** @type {Record<string, string>} */ ({});
      for (const { name: who, medianMs, quartilesMs } of results) {
        if (!(name in medianMs)) continue;
        const [low, high] = quartilesMs[name].map((ms) => ms.toPrecision(3));
        row[who] = `${medianMs[name].toPrecision(3)} (${low}–${high})`;
      }
      for (const peer of results.filter((result) => peers.includes(result.name))) {
        for (const own of results.filter((result) => !peers.includes(result.name))) {
          const ratio = peer.medianMs[name] / own.medianMs[name];
          if (!Number.isNaN(ratio)) row[`${peer.name} / ${own.name}`] = ratio.toFixed(2);
        }
      }
      return [name, row];
    }),
  );
}

/**
 * A table for bench/results/kzg.md: ratios to the first peer, in brackets.
 * @param {readonly Result[]} results
 * @param {string} peer
 */
function markdownOf(results, peer) {
  const wanted = /** @type {Result} */ (results.find(({ name }) => name === peer)).medianMs;
  const cell = (/** @type {Result} */ { name, medianMs }, /** @type {string} */ row) => {
    if (!(row in medianMs)) return '–';
    const ms = medianMs[row];
    const time = ms < 100 ? ms.toPrecision(3) : ms.toFixed(0);
    return name === peer || !(row in wanted) ? time : `${time} (${(wanted[row] / ms).toFixed(2)})`;
  };
  const rows = Object.keys(results[0].medianMs).map((row) => [
    `\`${row}\`${SIZES[row] ?? ''}`,
    ...results.map((result) => cell(result, row)),
  ]);
  const head = ['function (ms)', ...results.map(({ name }) => name)];
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

try {
  const { values } = parseArgs({
    options: {
      functions: { type: 'string' },
      rounds: { type: 'string', default: '15' },
      backend: { type: 'string', default: 'auto' },
      peers: { type: 'string' },
      width: { type: 'string', default: '0' },
      'no-tables': { type: 'boolean', default: false },
      browser: { type: 'string' },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
    },
  });
  const width = parseInteger(values.width, '--width', 0, MAX_WIDTH);
  const known = values.browser ? ['kzg-wasm'] : Object.keys(loaders(width));
  const peers = (values.peers ?? known[0])
    .split(',')
    .map((name) => parseName(name, '--peers', known));
  const settings = {
    backend: values.backend,
    functions: values.functions?.split(',') ?? null,
    rounds: parseInteger(values.rounds, '--rounds', 1, MAX_ROUNDS),
    hasTables: !values['no-tables'],
  };
  ensureBuilt();
  const all = loaders(width);
  const chosen = Object.fromEntries(peers.map((name) => [name, all[name]]));
  const { engine, report } = values.browser
    ? await measureInBrowser(values.browser, { ...settings, peers }, progress)
    : {
        engine: describeEngine(),
        report: await measureKzg({ ...settings, peers: chosen }, progress),
      };
  progress('');
  const about = { device: describeDevice(), engine, commit: describeCommit() };
  if (values.json) console.log(JSON.stringify({ ...about, width, ...report }, null, 1));
  else {
    const { batch } = report.backend;
    const tables = `tables for commitments ${(report.tableBytes / MIB).toFixed(1)} MiB`;
    console.log(
      `${about.device}; ${engine}; kernel ${batch}; ${tables}; ` +
        `c-kzg's width ${width}; commit ${about.commit}`,
    );
    if (values.markdown) console.log(markdownOf(report.results, peers[0]));
    else {
      console.log('milliseconds: median (quartiles)');
      console.table(tableOf(report.results, peers));
    }
  }
} catch (error) {
  process.stderr.write(`${error}\n`);
  process.exitCode = isUsageError(error) ? 2 : 1;
}
