/**
 * This library as a contestant: takes the same commands on stdin as src/lib.rs, and reads the same files.
 *
 * Usage: node ours.js CURVE [BACKEND]
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openCurve } from '../../scripts/lib/curves.js';

const SCALAR_BYTES = 32;

const [curve, backend = 'auto'] = process.argv.slice(2);
const opened = await openCurve(curve, { backend, threads: 1 });
const group = /** @type {import('curvemill/secp256k1').Secp256k1['group']} */ (
  /** @type {unknown} */ (opened.group)
);
/** @type {{ points: ReturnType<typeof group.points>, scalars: Uint8Array } | undefined} */
let workload;

/** @type {Record<string, (argument: string) => string>} */
const COMMANDS = {
  describe: () => {
    const { single, batch } = opened.instance.backend;
    return `Node ${process.versions.node}, single ${single}, batch ${batch}`;
  },
  load: (path) => {
    workload?.points.dispose();
    const bytes = new Uint8Array(readFileSync(path));
    const n = new DataView(bytes.buffer).getUint32(0, true);
    const middle = bytes.length - n * SCALAR_BYTES;
    workload = { points: group.points(bytes.subarray(4, middle)), scalars: bytes.slice(middle) };
    return 'ready';
  },
  run: (times) => {
    if (!workload) throw new Error('expected `load FILE` first');
    const { points, scalars } = workload;
    const start = performance.now();
    for (let i = 1; i < Number(times); i++) group.msm(points, scalars);
    const result = group.msm(points, scalars);
    const milliseconds = (performance.now() - start) / Number(times);
    return `${Buffer.from(result.toBytes('uncompressed')).toString('hex')} ${milliseconds}`;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, argument] = line.split(/ (.*)/);
  process.stdout.write(`${COMMANDS[command](argument)}\n`);
}
