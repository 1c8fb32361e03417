/**
 * Compares this library with the fastest native implementation at hand: the same points and scalars, one thread, both
 * on the same core, in turns. Every result of the one must be that of the other, byte for byte.
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
const WARM_UP_SAMPLES = 2;

/** A sample is as many multiplications as fill this time, at least one. */
const SAMPLE_MS = 20;

const MAX_LOG_SIZE = 20;

/**
 * The native contestants: `feature` names one in Cargo.toml, `cflags` are for the C compiler.
 *
 * @typedef {{ feature: string, name: string, cflags?: string }} Peer
 * @type {Record<string, Peer>}
 */
const PEERS = {
  'bls12-381-g1': { feature: 'blst', name: 'blst 0.3.17' },
  secp256k1: {
    feature: 'libsecp256k1',
    name: 'libsecp256k1 0.3.1-dev (p256k1 7.0.0)',
    // The crate exports functions that are static upstream, which keeps them from being inlined: about a tenth slower.
    cflags: '-fno-semantic-interposition -fvisibility=hidden',
  },
};
const CURVES = Object.keys(PEERS);
const BACKENDS = ['auto', 'portable', 'fma', 'wide'];
const USAGE = `Usage: node bench/native/run.js [options]

  --curve NAME      ${CURVES.join(' | ')} (default ${CURVES[0]})
  --sizes LIST      log2 of the number of points (default 10,12,14,16,18, unless --counts is given)
  --counts LIST     numbers of points, such as 2,4,100
  --rounds N        timed samples of each contestant per size (default 7)
  --backend NAME    ${BACKENDS.join(' | ')} (default auto)
  --node PROGRAM    the Node that runs this library (default: the one that runs this script)
  --core N          the core that both are pinned to, where taskset is installed (default 1)
  --seed N          of the points and scalars (default 1)
  --out FILE        also write samples as JSON, such as bench/results/native-secp256k1.json
  --help            print this text

Needs cargo.
`;

/**
 * @typedef {{ ask(line: string): Promise<string>, end(): void }} Contestant
 * @typedef {{ n: number, oursMs: number[], peerMs: number[], medianRatio: number, minRatio: number }} Row
 */

/**
 * @param {string[]} args
 */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      curve: { type: 'string', default: CURVES[0] },
      sizes: { type: 'string' },
      counts: { type: 'string' },
      rounds: { type: 'string', default: '7' },
      backend: { type: 'string', default: 'auto' },
      node: { type: 'string', default: process.execPath },
      core: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const sizes = values.sizes ?? (values.counts ? undefined : '10,12,14,16,18');
  const logSizes = sizes ? parseList(sizes, '--sizes', 0, MAX_LOG_SIZE) : [];
  const counts = values.counts ? parseList(values.counts, '--counts', 1, 2 ** MAX_LOG_SIZE) : [];
  return {
    curve: parseName(values.curve, '--curve', CURVES),
    counts: [...new Set([...counts, ...logSizes.map((logSize) => 2 ** logSize)])],
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
async function main({ curve, counts, rounds, backend, node, core, seed, out }) {
  ensureBuilt();
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const native = buildNative(folder, PEERS[curve]);
  const pin = pinTo(core);
  const ours = start([...pin, node, join(folder, 'ours.js'), curve, backend]);
  const peer = start([...pin, native]);
  const inputs = mkdtempSync(join(tmpdir(), 'curvemill-native-'));
  try {
    const engine = await ours.ask('describe');
    const pinned = pin.length > 0 ? `both on core ${core}` : 'not pinned: taskset is not installed';
    console.log(`device   ${describeDevice()}\nours     ${engine}, commit ${describeCommit()}`);
    console.log(`peer     ${PEERS[curve].name}, one thread\ncores    ${pinned}\n`);
    const rows = [];
    for (const n of counts) {
      progress(`${n} points: making points and scalars`);
      const file = join(inputs, `${n}.bin`);
      await writeInputs(file, curve, n, seed);
      rows.push(await compare(ours, peer, file, n, rounds));
      rmSync(file);
    }
    progress('');
    console.log(renderTable(rows));
    if (out) {
      const commit = describeCommit();
      const report = { curve, device: describeDevice(), commit, engine, peer: PEERS[curve].name };
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(out, `${JSON.stringify({ ...report, pinned, seed, rows }, null, 1)}\n`);
      console.log(`\nwritten to ${relative(process.cwd(), out)}`);
    }
  } finally {
    progress('');
    ours.end();
    peer.end();
    rmSync(inputs, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {Peer} peer
 * @returns {string} the program
 */
function buildNative(folder, { feature, cflags }) {
  const program = `native-${feature}`;
  const manifest = join(folder, 'Cargo.toml');
  const { status, error } = spawnSync(
    'cargo',
    `build --release --locked --quiet --features ${feature} --bin ${program} --manifest-path`
      .split(' ')
      .concat(manifest),
    { stdio: ['ignore', 2, 2], env: cflags ? { ...process.env, CFLAGS: cflags } : process.env },
  );
  if (status !== 0) throw new Error('cargo could not build the native program', { cause: error });
  return join(folder, 'target/release', program);
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
 * @param {string} curve
 * @param {number} n
 * @param {number} seed
 */
async function writeInputs(file, curve, n, seed) {
  const { instance, group } = await openCurve(curve, { backend: 'auto', threads: 1 });
  const points = group.randomPoints(n, seed);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, n, true);
  const parts = [length, points.toBytes('uncompressed'), group.randomScalars(n, seed)];
  writeFileSync(file, Buffer.concat(parts));
  instance.dispose();
}

/**
 * @param {Contestant} ours
 * @param {Contestant} peer
 * @param {string} file
 * @param {number} n
 * @param {number} rounds
 * @returns {Promise<Row>}
 */
async function compare(ours, peer, file, n, rounds) {
  progress(`${n} points: warming up`);
  let expected = '';
  /**
   * @param {Contestant} contestant
   * @param {number} times
   * @returns {Promise<number>} milliseconds of one multiplication
   */
  const sample = async (contestant, times) => {
    const [result, milliseconds] = (await contestant.ask(`run ${times}`)).split(' ');
    expected ||= result;
    if (result !== expected) throw new Error(`${n} points: the results differ`);
    return Number(milliseconds);
  };
  const entrants = [];
  for (const contestant of [ours, peer]) {
    await contestant.ask(`load ${file}`);
    let times = 1;
    for (let i = 0, total = 0; i < WARM_UP_SAMPLES || total < WARM_UP_MS; i++) {
      const milliseconds = await sample(contestant, times);
      total += milliseconds * times;
      times = Math.max(1, Math.ceil(SAMPLE_MS / milliseconds));
    }
    entrants.push({ contestant, times, samples: /** @type {number[]} */ ([]) });
  }
  for (let round = 0; round < rounds; round++) {
    progress(`${n} points: round ${round + 1} of ${rounds}`);
    for (const { contestant, times, samples } of entrants) {
      samples.push(await sample(contestant, times));
    }
  }
  const [oursMs, peerMs] = entrants.map(({ samples }) => samples);
  return {
    n,
    oursMs,
    peerMs,
    medianRatio: median(oursMs) / median(peerMs),
    minRatio: Math.min(...oursMs) / Math.min(...peerMs),
  };
}

/**
 * @param {readonly Row[]} rows
 * @returns {string}
 */
function renderTable(rows) {
  const head = 'points,ours: median,minimum,peer: median,minimum,ratio,of minima'.split(',');
  const lines = rows.map(({ n, oursMs, peerMs, medianRatio, minRatio }) => [
    String(n),
    ...[oursMs, peerMs].flatMap((samples) =>
      [median(samples), Math.min(...samples)].map((ms) => ((ms * 1e3) / n).toFixed(2)),
    ),
    medianRatio.toFixed(2),
    minRatio.toFixed(2),
  ]);
  const table = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  const text = table.map((line) => line.map((cell, i) => cell.padStart(widths[i])).join('   '));
  return `${text.join('\n')}\n\nmicroseconds per point; ratio = ours / peer; all results agree`;
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
