/**
 * The forms of provers beside `uncompressed`: reading and writing lists of points, unchecked.
 *
 *   node bench/forms.js [--log 12] [--rounds 31]
 *
 * Every form must give the same points. The forms take turns; ratios are those of a round, with
 * their quartiles.
 */
import { parseArgs } from 'node:util';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { helpIfAsked } from '../scripts/lib/help.js';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../src/index.js';

helpIfAsked(import.meta.url);

const { values } = parseArgs({
  options: {
    log: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '31' },
  },
});
const [n, rounds] = [2 ** Number(values.log), Number(values.rounds)];
const FORMATS = /** @type {const} */ (['uncompressed', 'little-endian', 'montgomery-le']);

/** Milliseconds. @param {() => void} run */
function timed(run) {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** @param {number[]} list @param {number} share of the sorted list */
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(share * (list.length - 1))];

/**
 * @param {any} group
 * @returns {Record<string, (() => void)[]>} in the order of FORMATS
 */
function worksOf(group) {
  const vector = group.randomPoints(n, 1);
  const scalars = group.randomScalars(n, 2);
  const sum = group.msm(vector, scalars);
  const reading = FORMATS.map((format) => {
    const bytes = vector.toBytes(format);
    const read = () => group.points(bytes, { format, check: false });
    const points = read();
    if (!group.msm(points, scalars).equals(sum)) throw new Error(`${group.name}, ${format}: wrong`);
    points.dispose();
    return () => read().dispose();
  });
  return { read: reading, written: FORMATS.map((format) => () => vector.toBytes(format)) };
}

/** @param {string} engine @param {any} group */
function report(engine, group) {
  for (const [what, works] of Object.entries(worksOf(group))) {
    for (const work of works) for (let i = 0; i < 3; i++) work();
    const times = Array.from({ length: rounds }, (_, round) => {
      /** @type {number[]} */
      const ofRound = [];
      for (let i = 0; i < 3; i++) ofRound[(i + round) % 3] = timed(works[(i + round) % 3]);
      return ofRound;
    });
    const ratio = (/** @type {1 | 2} */ i) => {
      const ratios = times.map((time) => time[i] / time[0]);
      const [low, median, high] = [0.25, 0.5, 0.75].map((share) => at(ratios, share).toFixed(2));
      return `${median} (${low} to ${high})`;
    };
    const medians = FORMATS.map((_, i) =>
      at(
        times.map((time) => time[i]),
        0.5,
      ),
    );
    const cells = [ratio(1), ratio(2), ...medians.map((time) => `${time.toFixed(1)} ms`)];
    console.log(`| ${group.name}, ${engine}, ${what} | ${cells.join(' | ')} |`);
  }
}

console.log(`${describeDevice()}; ${describeEngine()}; ${describeCommit()}; ${n} points.\n`);
console.log(
  [
    "| | `'little-endian'` / `'uncompressed'` | `'montgomery-le'` / `'uncompressed'` |",
    "`'uncompressed'` | `'little-endian'` | `'montgomery-le'` |\n|---|---|---|---|---|---|",
  ].join(' '),
);
for (const backend of /** @type {const} */ (['auto', 'portable'])) {
  const bls = await createBls12381({ backend });
  const secp = await createSecp256k1({ backend });
  const bw = await createBanderwagon({ backend });
  const { batch } = bls.backend;
  if (backend === 'portable' || batch !== 'limbs30') {
    for (const group of [bls.G1, bls.G2, secp.group, bw.group]) report(batch, group);
  }
  for (const instance of [bls, secp, bw]) instance.dispose();
}
