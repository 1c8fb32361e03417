/**
 * This library as a contestant: takes the same commands on stdin as src/main.rs, and reads the same files.
 *
 * Usage: node ours.js [BACKEND]
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createBls12381 } from 'curvemill/bls12-381';

const POINT_BYTES = 96;

const backend = /** @type {any} */ (process.argv[2] ?? 'auto');
const { G1, backend: kernels } = await createBls12381({ backend });
/** @type {{ points: ReturnType<typeof G1.points>, scalars: Uint8Array } | undefined} */
let workload;

/** @type {Record<string, (argument: string) => string>} */
const COMMANDS = {
  describe: () => `Node ${process.versions.node}, batch ${kernels.batch}`,
  load: (path) => {
    workload?.points.dispose();
    const bytes = new Uint8Array(readFileSync(path));
    const n = new DataView(bytes.buffer).getUint32(0, true);
    const middle = 4 + n * POINT_BYTES;
    workload = { points: G1.points(bytes.subarray(4, middle)), scalars: bytes.slice(middle) };
    return 'ready';
  },
  run: () => {
    if (!workload) throw new Error('expected `load FILE` first');
    const { points, scalars } = workload;
    const start = performance.now();
    const result = G1.msm(points, scalars);
    const milliseconds = performance.now() - start;
    return `${Buffer.from(result.toBytes('uncompressed')).toString('hex')} ${milliseconds}`;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, argument] = line.split(/ (.*)/);
  process.stdout.write(`${COMMANDS[command](argument)}\n`);
}
