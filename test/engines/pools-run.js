/**
 * Pools made and disposed of in turn, in a runtime on the command line, which must end by itself.
 * Prints how many had two workers, how much memory grew after the first tenth, and the time.
 *
 *   RUNTIME test/engines/pools-run.js [COUNT]    20 by default; by hand, 1000
 */
import { createBls12381 } from '../../dist/bls12-381.js';

const count = Number(process.argv[2] ?? 20);
const started = performance.now();
const memory = () => process.memoryUsage().rss / 2 ** 20;
let [whole, before] = [0, memory()];
for (let i = 0; i < count; i++) {
  const bls = await createBls12381({ groups: ['G1'], threads: 2 });
  if (bls.threads === 2) whole++;
  // Every other one is disposed of while it computes.
  const points = bls.G1.randomPoints(1024, 1);
  if (i % 2) void bls.G1.msmAsync(points, bls.G1.randomScalars(1024, 2)).catch(() => {});
  bls.dispose();
  if (i === Math.floor(count / 10)) before = memory();
}
const ms = (performance.now() - started) / count;
console.log(JSON.stringify({ count, whole, grownMiB: memory() - before, ms }));
