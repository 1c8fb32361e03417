/**
 * Times the first answer of a fresh page in Chromium: one ECDSA verification, one of BIP-340, a sum
 * of 256 points of BLS12-381 G1 from their bytes, with all checks, a commitment to a blob, and its
 * cells with their proofs. Beside this package (`auto`, `portable`, and `eager`: its entry of that
 * name), noble, tiny-secp256k1 and kzg-wasm, each bundled alone, as an application that imports it
 * would be. The page is served from this machine; `--latency` delays every response but the HTML.
 *
 * Each run starts a new browser, so no cache helps, and leaves it alone until its own start is
 * over. Times are from the arrival of the HTML, and from the page's first script, an inline one
 * before anything is requested; contestants take turns.
 *
 *   node bench/run.js --suite cold-start [--runs 7] [--latency 0,100]
 *     [--jobs ecdsa,bip340,msm,commitment,cells]
 *     [--contestants auto,portable,eager,noble,tiny-secp256k1,kzg-wasm]
 *     [--preload application] [--http 1] [--settle 1000] [--json]
 *
 * `--preload`: the HTML has `modulepreload` links for the application's own modules, as bundlers
 * write them (`application`), or also those that its library imports on demand (`all`). `--http 2`
 * serves HTTP/2, where requests do not wait for each other, with a certificate that openssl makes.
 * `--settle`: milliseconds from a browser's start to its page.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { findBrowser } from '../../scripts/lib/browsers.js';
import {
  flag,
  listOf,
  oneOf,
  parseInteger,
  parseName,
  whole,
} from '../../scripts/lib/command-line.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { progress } from '../../scripts/lib/progress.js';
import { head, lineOf, originOf, row } from '../harness/report.js';
import { spreadOf } from '../harness/turns.js';
import { bundleColdPage, contestants, does, jobs as allJobs } from './bundle.js';
import { selfSigned } from './self-signed.js';
import { versionOf, visitOnce } from './visit.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */
/** @import { FirstAnswer } from './page.js' */

const POINTS = 256;
const PRELOADS = ['application', 'all'];

/** Inputs of each job, the same for all contestants. */
async function makeData() {
  const secretKey = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
  const hash = Uint8Array.from({ length: 32 }, (_, i) => 7 * i);
  const { createBls12381 } = await import('curvemill/bls12-381');
  const { mainnet } = await import('curvemill/trusted-setup');
  const bls = await createBls12381({ groups: ['G1'] });
  const points = bls.G1.randomPoints(POINTS, 1);
  const scalars = bls.G1.randomScalars(POINTS, 1);
  const sum = bls.G1.msm(points, scalars).toBytes();
  const msm = { points: points.toBytes(), scalars, sum };
  const blob = bls.G1.randomScalars(4096, 1);
  const kzg = await bls.kzg(mainnet);
  const commitment = kzg.blobToKzgCommitment(blob);
  const [, proofs] = kzg.computeCellsAndKzgProofs(blob);
  bls.dispose();
  return {
    ecdsa: {
      ...{ hash, publicKey: secp256k1.getPublicKey(secretKey) },
      signature: secp256k1.sign(hash, secretKey, { prehash: false }),
    },
    bip340: {
      ...{ message: hash, publicKey: schnorr.getPublicKey(secretKey) },
      signature: schnorr.sign(hash, secretKey),
    },
    msm,
    commitment: { blob, commitment },
    cells: { blob, proof: proofs[127] },
  };
}

/**
 * One answer, in a browser of its own.
 * @param {{ program: string, files: Map<string, Uint8Array>, links: readonly string[],
 *   latency: number, task: unknown, settle: number,
 *   identity: { key: string, cert: string } | undefined }} run
 * @returns {Promise<{ answer: FirstAnswer, requested: string[] }>}
 */
async function answerOf({ files, links, latency, task, ...visit }) {
  const html = [
    // The icon: browsers would request one beside the files that are measured.
    '<!doctype html><title>curvemill</title><link rel="icon" href="data:,">',
    "<script>performance.mark('script')</script>",
    ...links.map((path) => `<link rel="modulepreload" href="${path}">`),
    `<script id="task" type="application/json">${JSON.stringify(task)}</script>`,
    '<script type="module" src="/page.js"></script>',
  ].join('');
  /** @type {Set<string>} */
  const requested = new Set();
  const read = async (/** @type {string} */ path) => {
    const file = files.get(path);
    if (!file) throw new Error(`no file ${path}`);
    requested.add(path);
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    return file;
  };
  const answer = await visitOnce({ ...visit, html, read });
  return { answer, requested: [...requested] };
}

export const options = {
  runs: whole(7, 1, 100),
  latency: listOf('0,100', (value, option) => parseInteger(value, option, 0, 5000)),
  jobs: listOf(allJobs.join(), (name, option) => parseName(name, option, allJobs)),
  contestants: listOf(contestants.join(), (name, option) => parseName(name, option, contestants)),
  preload: oneOf(PRELOADS),
  http: whole(1, 1, 2),
  settle: whole(1000, 0, 60_000),
  json: flag,
};

/** @param {Values<typeof options>} values */
export async function main(values) {
  const { runs, latency: latencies, jobs, contestants: names, preload, http, settle } = values;
  const chromium = findBrowser('chromium');
  if (!chromium) throw new Error('chromium is not installed');
  ensureBuilt();
  const data = await makeData();
  const identity = http === 2 ? await selfSigned() : undefined;
  const results = [];
  for (const job of jobs) {
    const rivals = [];
    for (const name of names.filter((name) => does(name, job))) {
      const { files, own } = await bundleColdPage(name, job);
      const lists = Object.entries(/** @type {any} */ (data)[job]).map(([key, bytes]) => [
        ...[key, Array.from(bytes)],
      ]);
      const task = { backend: name, data: Object.fromEntries(lists) };
      const page = { program: chromium, files, task, settle, identity };
      // A run that does not count: it shows what is requested.
      const dry = await answerOf({ ...page, links: [], latency: 0 });
      const links = preload === 'all' ? dry.requested : own;
      rivals.push({ name, page: { ...page, links }, samples: new Map() });
    }
    for (const latency of latencies) {
      for (const { samples } of rivals) samples.set(latency, []);
      for (let run = 0; run < runs; run++) {
        for (const { name, page, samples } of rivals) {
          progress(`${job}, ${latency} ms of latency, run ${run + 1} of ${runs}: ${name}`);
          const { answer } = await answerOf({ ...page, latency });
          if (!answer.isRight) throw new Error(`${job}: ${name} answers wrongly`);
          samples.get(latency).push(answer.times);
        }
      }
      for (const { name, samples } of rivals) {
        results.push({ job, latency, contestant: name, ...summaryOf(samples.get(latency)) });
      }
    }
  }
  progress('');
  const origin = originOf(`Chromium ${versionOf(chromium)}`);
  if (values.json) return console.log(JSON.stringify({ ...origin, preload, http, runs, results }));
  const about = `Milliseconds to the first answer, medians of ${runs}, with quartiles.`;
  const line = lineOf(origin, `preloaded: ${preload}`, `HTTP/${http}`);
  const rows = results.map((result) => row(Object.values(result)));
  console.log([about, line, [head(HEAD), ...rows].join('\n')].join('\n\n'));
}

const HEAD = ['job', 'latency', 'contestant', 'from the HTML', 'from the first script', 'steps'];

/**
 * From the HTML, from the first script, and by step from the HTML.
 * @param {readonly Record<string, number>[]} runs
 */
function summaryOf(runs) {
  const spread = (/** @type {number[]} */ values) => {
    const { low, median, high } = spreadOf(values);
    return `${median.toFixed(1)} (${low.toFixed(1)}, ${high.toFixed(1)})`;
  };
  const steps = Object.keys(runs[0]).filter((step) => step !== 'total');
  return {
    fromHtml: spread(runs.map(({ total }) => total)),
    fromScript: spread(runs.map(({ total, script }) => total - script)),
    steps: steps
      .map((step) => `${step} ${spreadOf(runs.map((times) => times[step])).median.toFixed(1)}`)
      .join(', '),
  };
}
