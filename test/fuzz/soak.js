/**
 * Many sums of random sizes in one instance, and many instances: memory must stay flat.
 *
 *   node --expose-gc test/fuzz/soak.js [--sums 10000] [--instances 10000] [--backend auto]
 *
 * Prints a table of resident memory and WebAssembly memory, with ten rows for each phase. Exit code
 * 1 if the memory of the last half of a phase grows by more than 32 MiB. Every hundredth sum is
 * verified.
 */
import { parseArgs } from 'node:util';
import { createBls12381, createSecp256k1 } from '../../src/index.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { Random } from './random.js';

const { values } = parseArgs({
  options: {
    sums: { type: 'string', default: '10000' },
    instances: { type: 'string', default: '10000' },
    backend: { type: 'string', default: 'auto' },
    seed: { type: 'string', default: '1' },
  },
});
const backend = /** @type {any} */ (values.backend);
const random = new Random(values.seed);
const MIB = 2 ** 20;

/** Arenas that were used lately. @type {Set<Arena>} */
const arenas = new Set();
const { allocate } = Arena.prototype;
Arena.prototype.allocate = function (bytes, purpose) {
  arenas.add(this);
  return allocate.call(this, bytes, purpose);
};

/** Phases and kinds of memory that grew. @type {string[]} */
const grown = [];

console.log('| after | MiB resident | MiB of wasm memory | of it in use |\n|---|---|---|---|');

/** @param {string} phase @param {number} count @param {() => Promise<void>} work */
async function soak(phase, count, work) {
  const samples = [];
  for (let i = 1; i <= count; i++) {
    await work();
    if (i % Math.ceil(count / 10) > 0) continue;
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
    const rss = process.memoryUsage.rss() / MIB;
    const wasm = [...arenas].reduce((sum, { memory }) => sum + memory.buffer.byteLength, 0) / MIB;
    const used = [...arenas].reduce((sum, arena) => sum + arena.used, 0) / MIB;
    samples.push({ rss, wasm });
    console.log(`| ${phase} ${i} | ${rss.toFixed(1)} | ${wasm.toFixed(1)} | ${used.toFixed(2)} |`);
    if (phase === 'instances') arenas.clear();
  }
  const half = samples.slice(samples.length >> 1);
  for (const name of /** @type {const} */ (['rss', 'wasm'])) {
    const growth = half[half.length - 1][name] - half[0][name];
    if (growth > 32) grown.push(`${phase}: ${name} by ${growth.toFixed(1)} MiB`);
  }
}

const bls = await createBls12381({ backend, groups: ['G1'] });
const { G1 } = bls;
let sums = 0;
await soak('sums', Number(values.sums), async () => {
  const n = random.size(2000);
  const points = G1.randomPoints(n, random.int(1000));
  const scalars = G1.randomScalars(n, random.int(1000));
  const view = points.slice(0, n);
  const sum = sums % 2 ? await G1.msmAsync(view, scalars) : G1.msm(view, scalars);
  if (sums++ % 100 === 0 && n > 1) {
    const half = n >> 1;
    const [a, b] = [points.slice(0, half), points.slice(half, n)];
    const [s, t] = [scalars.subarray(0, 32 * half), scalars.subarray(32 * half)];
    if (!G1.msm(a, s).add(G1.msm(b, t)).equals(sum)) throw new Error('a wrong sum');
  }
  points.dispose();
});
bls.dispose();
arenas.clear();

let made = 0;
await soak('instances', Number(values.instances), async () => {
  const isBls = made++ % 4 === 0;
  const instance = isBls
    ? await createBls12381({ backend, groups: ['G1'] })
    : await createSecp256k1({ backend });
  const group = 'G1' in instance ? instance.G1 : instance.group;
  const points = group.randomPoints(4, 1);
  group.msm(points, [1n, 2n, 3n, 4n]);
  if (made % 2) points.dispose();
  instance.dispose();
});
console.log(grown.length > 0 ? `\nMemory grows: ${grown.join('; ')}.` : '\nMemory is flat.');
if (grown.length > 0) process.exitCode = 1;
