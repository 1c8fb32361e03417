/**
 * Times the first answer of a fresh page in Chromium, from the arrival of its HTML: one ECDSA
 * verification, one of BIP-340, a sum of 256 points of BLS12-381 G1 from their bytes, with all
 * checks, a commitment to a blob, and its cells with their proofs. Beside this package (`auto` and
 * `portable`), noble, tiny-secp256k1 and kzg-wasm, each bundled as an application would be. Each
 * run starts a new browser, so no cache helps. The page is served from this machine; `--latency`
 * delays every response but the HTML.
 *
 *   node scripts/measure-cold-start.js [--runs 7] [--latency 0,100]
 *     [--jobs ecdsa,bip340,msm,commitment,cells]
 *     [--contestants auto,portable,noble,tiny-secp256k1,kzg-wasm] [--preload application]
 *     [--http 1] [--json]
 *
 * `--preload`: the HTML has `modulepreload` links for the application's own modules, as bundlers
 * write them (`application`), or also those that it imports on demand (`all`). `--http 2` serves
 * HTTP/2, where requests do not wait for each other, with a certificate that openssl makes.
 */
import { parseArgs } from 'node:util';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { findBrowser, launchBrowser } from './lib/browsers.js';
import { isUsageError, parseInteger, parseName, progress } from './lib/cli.js';
import { bundleColdPage, ownModules } from './lib/cold-bundle.js';
import { contestants } from './lib/cold-page.js';
import { describeCommit, describeDevice } from './lib/device.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { helpIfAsked } from './lib/help.js';
import { selfSigned } from './lib/self-signed.js';
import { ISOLATION, serve } from './lib/static-server.js';
import { median } from './lib/stats.js';

/** @import { FirstAnswer } from './lib/cold-page.js' */

helpIfAsked(import.meta.url);

const POINTS = 256;
const JOBS = ['ecdsa', 'bip340', 'msm', 'commitment', 'cells'];
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
 * @param {{ program: string, files: Map<string, Uint8Array>, links: string[], latency: number,
 *   task: unknown, identity: { key: string, cert: string } | undefined }} run
 * @returns {Promise<{ version: string, answer: FirstAnswer, requested: Set<string> }>}
 */
async function answerOf({ program, files, links, latency, task, identity }) {
  const html = [
    // The icon: browsers would request one beside the files that are measured.
    '<!doctype html><title>curvemill</title><link rel="icon" href="data:,">',
    ...links.map((path) => `<link rel="modulepreload" href="${path}">`),
    `<script id="task" type="application/json">${JSON.stringify(task)}</script>`,
    '<script type="module" src="/page.js"></script>',
  ].join('');
  /** @type {Set<string>} */
  const requested = new Set();
  const server = await serve(
    async (path) => {
      if (path === '/index.html') return html;
      const file = files.get(path);
      if (!file) throw new Error(`no file ${path}`);
      requested.add(path);
      await new Promise((resolve) => setTimeout(resolve, latency));
      return Buffer.from(file);
    },
    { headers: ISOLATION, identity },
  );
  const trusting = identity ? ['--ignore-certificate-errors'] : [];
  const browser = await launchBrowser('chromium', program, trusting);
  try {
    const answer = await browser.open(server.url);
    return { version: browser.version, answer, requested };
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * @typedef {{ runs: number, latencies: number[], jobs: string[], names: string[],
 *   preload: string, http: number, json: boolean }} Options
 */

/** @param {Options} options */
async function measure({ runs, latencies, jobs, names, preload, http, json }) {
  const program = findBrowser('chromium');
  if (!program) throw new Error('chromium is not installed');
  ensureBuilt();
  const [bundle, data] = [await bundleColdPage(), await makeData()];
  const page = {
    program,
    files: bundle.files,
    identity: http === 2 ? await selfSigned() : undefined,
  };
  let engine = '';
  const results = [];
  for (const job of jobs) {
    const rivals = [];
    for (const name of names.filter((name) => contestants[name][job])) {
      const lists = Object.entries(/** @type {any} */ (data)[job]).map(([key, bytes]) => [
        ...[key, Array.from(bytes)],
      ]);
      const task = { job, contestant: name, data: Object.fromEntries(lists) };
      // A run that does not count: it shows what is requested.
      const dry = await answerOf({ ...page, links: [], latency: 0, task });
      const links = preload === 'all' ? dry.requested : ownModules(bundle, dry.requested);
      rivals.push({ name, task, links: [...links], samples: new Map() });
      engine = dry.version;
    }
    for (const latency of latencies) {
      for (const { samples } of rivals) samples.set(latency, []);
      for (let run = 0; run < runs; run++) {
        for (const { name, task, links, samples } of rivals) {
          progress(`${job}, ${latency} ms of latency, run ${run + 1} of ${runs}: ${name}`);
          const { answer } = await answerOf({ ...page, links, latency, task });
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
  const about = { engine, device: describeDevice(), commit: describeCommit(), preload, http, runs };
  if (json) console.log(JSON.stringify({ ...about, results }));
  else {
    console.log(
      `${engine}; ${about.device}; commit ${about.commit}; preloaded: ${preload}; HTTP/${http}`,
    );
    console.log(`milliseconds to the first answer: least, median of ${runs}, and median by step`);
    console.table(results);
  }
}

/** @param {readonly Record<string, number>[]} runs */
function summaryOf(runs) {
  const of = (/** @type {string} */ step) => runs.map((times) => times[step]);
  const round = (/** @type {number} */ time) => Math.round(10 * time) / 10;
  const steps = Object.keys(runs[0]).filter((step) => step !== 'total');
  return {
    least: round(Math.min(...of('total'))),
    median: round(median(of('total'))),
    steps: steps.map((step) => `${step} ${round(median(of(step)))}`).join(', '),
  };
}

try {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '7' },
      latency: { type: 'string', default: '0,100' },
      jobs: { type: 'string', default: JOBS.join() },
      contestants: { type: 'string', default: Object.keys(contestants).join() },
      preload: { type: 'string', default: PRELOADS[0] },
      http: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  await measure({
    runs: parseInteger(values.runs, '--runs', 1, 100),
    latencies: values.latency.split(',').map((text) => parseInteger(text, '--latency', 0, 5000)),
    jobs: values.jobs.split(',').map((text) => parseName(text, '--jobs', JOBS)),
    names: values.contestants
      .split(',')
      .map((text) => parseName(text, '--contestants', Object.keys(contestants))),
    preload: parseName(values.preload, '--preload', PRELOADS),
    http: parseInteger(values.http, '--http', 1, 2),
    json: values.json,
  });
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${error.message}\n` : `${error}\n`);
  process.exitCode = usage ? 2 : 1;
}
