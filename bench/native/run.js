/**
 * Compares this library with blst, the fastest native implementation at hand: the same points and scalars, one thread,
 * both on the same core, in turns. Every result of the one must be that of the other, byte for byte.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  isUsageError,
  parseInteger,
  parseList,
  parseName,
  progress,
} from '../../scripts/lib/cli.js';
import { openCurve } from '../../scripts/lib/curves.js';
import { describeCommit, describeDevice } from '../../scripts/lib/device.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { root } from '../../scripts/lib/paths.js';
import { median } from '../../scripts/lib/stats.js';

/** Each contestant warms up for at least this long on every size: the engine's compilers must have finished. */
const WARM_UP_MS = 500;
const WARM_UP_RUNS = 2;

const BLST = 'blst 0.3.17';
const BACKENDS = ['auto', 'portable', 'fma', 'wide'];
const USAGE = `Usage: node bench/native/run.js [options]

  --sizes LIST      log2 of the number of points (default 10,12,14,16,18)
  --rounds N        timed runs of each contestant per size (default 7)
  --backend NAME    ${BACKENDS.join(' | ')} (default auto)
  --node PROGRAM    the Node that runs this library (default: the one that runs this script)
  --core N          the core that both are pinned to, where taskset is installed (default 1)
  --seed N          of the points and scalars (default 1)
  --out FILE        also write samples as JSON, such as bench/results/native-bls12-381-g1.json
  --help            print this text

Needs cargo.
`;

/**
 * @typedef {{ ask(line: string): Promise<string>, end(): void }} Contestant
 * @typedef {{ logSize: number, oursMs: number[], blstMs: number[], medianRatio: number, minRatio: number }} Row
 */

/**
 * @param {string[]} args
 */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '10,12,14,16,18' },
      rounds: { type: 'string', default: '7' },
      backend: { type: 'string', default: 'auto' },
      node: { type: 'string', default: process.execPath },
      core: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    sizes: parseList(values.sizes, '--sizes', 0, 20),
    rounds: parseInteger(values.rounds, '--rounds', 1, 1000),
    backend: parseName(values.backend, '--backend', BACKENDS),
    node: values.node,
    core: parseInteger(values.core, '--core', 0, 1023),
    seed: parseInteger(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    out: values.out,
    help: values.help,
  };
}

/**
 * @param {ReturnType<typeof readOptions>} options
 */
async function main({ sizes, rounds, backend, node, core, seed, out }) {
  ensureBuilt();
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const native = buildNative(folder);
  const pin = pinTo(core);
  const ours = start([...pin, node, join(folder, 'ours.js'), backend]);
  const blst = start([...pin, native]);
  const inputs = mkdtempSync(join(tmpdir(), 'curvemill-native-'));
  try {
    const engine = await ours.ask('describe');
    const pinned = pin.length > 0 ? `both on core ${core}` : 'not pinned: taskset is not installed';
    console.log(`device   ${describeDevice()}\nours     ${engine}, commit ${describeCommit()}`);
    console.log(`peer     ${BLST}, one thread\ncores    ${pinned}\n`);
    const rows = [];
    for (const logSize of sizes) {
      progress(`2^${logSize}: making points and scalars`);
      const file = join(inputs, `${logSize}.bin`);
      await writeInputs(file, 2 ** logSize, seed);
      rows.push(await compare(ours, blst, file, logSize, rounds));
      rmSync(file);
    }
    progress('');
    console.log(renderTable(rows));
    if (out) {
      const report = { device: describeDevice(), commit: describeCommit(), engine, peer: BLST };
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(out, `${JSON.stringify({ ...report, pinned, seed, rows }, null, 1)}\n`);
      console.log(`\nwritten to ${relative(process.cwd(), out)}`);
    }
  } finally {
    progress('');
    ours.end();
    blst.end();
    rmSync(inputs, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @returns {string} the program
 */
function buildNative(folder) {
  const args = ['build', '--release', '--locked', '--quiet', '--manifest-path'];
  const { status, error } = spawnSync('cargo', [...args, join(folder, 'Cargo.toml')], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('cargo could not build the native program', { cause: error });
  return join(folder, 'target/release/curvemill-native-yardstick');
}

/**
 * @param {number} core
 * @returns {string[]} the beginning of a command; empty where there is no taskset
 */
function pinTo(core) {
  const pin = ['taskset', '-c', String(core)];
  const { status, error } = spawnSync(pin[0], [...pin.slice(1), 'true']);
  if (error) return [];
  if (status !== 0) throw new Error(`--core: this machine has no core ${core} to pin to`);
  return pin;
}

/**
 * Starts a program that answers each line with a line.
 *
 * @param {string[]} command
 * @returns {Contestant}
 */
function start([program, ...args]) {
  const child = spawn(program, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with exit code ${code}`)));
  });
  // The end of a program matters only to who waits for an answer.
  ended.catch(() => {});
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      const { value } = await Promise.race([answers.next(), ended]);
      return value;
    },
    end: () => child.stdin.end(),
  };
}

/**
 * Writes n (4 bytes, little-endian), the points (uncompressed) and the scalars (big-endian).
 *
 * @param {string} file
 * @param {number} n
 * @param {number} seed
 */
async function writeInputs(file, n, seed) {
  const { instance, group } = await openCurve('bls12-381-g1', { backend: 'auto', threads: 1 });
  const points = group.randomPoints(n, seed);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, n, true);
  const parts = [length, points.toBytes('uncompressed'), group.randomScalars(n, seed)];
  writeFileSync(file, Buffer.concat(parts));
  instance.dispose();
}

/**
 * @param {Contestant} ours
 * @param {Contestant} blst
 * @param {string} file
 * @param {number} logSize
 * @param {number} rounds
 * @returns {Promise<Row>}
 */
async function compare(ours, blst, file, logSize, rounds) {
  progress(`2^${logSize}: warming up`);
  const contestants = [ours, blst];
  let expected = '';
  for (const contestant of contestants) {
    await contestant.ask(`load ${file}`);
    for (let i = 0, total = 0; i < WARM_UP_RUNS || total < WARM_UP_MS; i++) {
      const { result, milliseconds } = await run(contestant);
      expected ||= result;
      if (result !== expected) throw new Error(`2^${logSize}: the results differ`);
      total += milliseconds;
    }
  }
  /** @type {number[][]} */
  const samples = [[], []];
  for (let round = 0; round < rounds; round++) {
    progress(`2^${logSize}: round ${round + 1} of ${rounds}`);
    for (const [i, contestant] of contestants.entries()) {
      const { result, milliseconds } = await run(contestant);
      if (result !== expected) throw new Error(`2^${logSize}: the results differ`);
      samples[i].push(milliseconds);
    }
  }
  const [oursMs, blstMs] = samples;
  return {
    logSize,
    oursMs,
    blstMs,
    medianRatio: median(oursMs) / median(blstMs),
    minRatio: Math.min(...oursMs) / Math.min(...blstMs),
  };
}

/**
 * @param {Contestant} contestant
 */
async function run(contestant) {
  const [result, milliseconds] = (await contestant.ask('run')).split(' ');
  return { result, milliseconds: Number(milliseconds) };
}

/**
 * @param {readonly Row[]} rows
 * @returns {string}
 */
function renderTable(rows) {
  const head = ['size', 'ours: median', 'minimum', 'blst: median', 'minimum', 'ratio', 'of minima'];
  const lines = rows.map(({ logSize, oursMs, blstMs, medianRatio, minRatio }) => [
    `2^${logSize}`,
    ...[oursMs, blstMs].flatMap((ms) => [median(ms).toFixed(2), Math.min(...ms).toFixed(2)]),
    medianRatio.toFixed(2),
    minRatio.toFixed(2),
  ]);
  const table = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  const text = table.map((line) => line.map((cell, i) => cell.padStart(widths[i])).join('   '));
  return `${text.join('\n')}\n\nmilliseconds; ratio = ours / blst; all results agree`;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else await main(options);
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${error.message}\n\n${USAGE}` : `${error}\n`);
  process.exitCode = usage ? 2 : 1;
}
