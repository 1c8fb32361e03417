/**
 * Every public operation of the groups, and of Banderwagon's map: on one backend, or on several
 * beside each other. Signatures, Verkle and KZG have suites of their own.
 */
import { curveNamed } from '../../src/curves/index.js';
import { randomDiscreteLogs } from '../../src/group/random.js';
import { bytesToBigint, chunks } from '../../scripts/lib/bytes.js';
import { formatsOf, openCurve } from '../../scripts/lib/curves.js';
import { bytesOf } from '../harness/suite.js';

/** @import { Case, Opened, Settings, Table } from '../harness/suite.js' */

/**
 * An operation on one backend.
 * @typedef {Omit<Case, 'name' | 'runs'> & { run: () => unknown }} Operation
 */

export const title = 'Operations';

const SEED = 1;
const MIB = 2 ** 20;
const LIST = 256;
const SIZES = [1, 2, 4, 8, 16, 32, 256, 4096];
const FORMATS = ['compressed', 'uncompressed'];

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open({ backends, curves }) {
  /** @type {Table[]} */
  const tables = [];
  /** @type {any[]} */
  const instances = [];
  for (const [i, curve] of curves.entries()) {
    /** @type {Map<string, Case>} */
    const cases = new Map();
    for (const backend of backends) {
      const { instance, group } = await openCurve(curve, { backend, threads: 1 });
      instances.push(instance);
      const who = `${instance.backend.single} + ${instance.backend.batch}`;
      const operations = await operationsOf(group, instance);
      for (const [name, { run, ...more }] of Object.entries(operations)) {
        if (!cases.has(name)) cases.set(name, { name, runs: {}, ...more });
        /** @type {Case} */ (cases.get(name)).runs[who] = run;
      }
    }
    const { name } = curveNamed(curve);
    const about = 'Of each kernel for chains + kernel for batches.';
    const head = { id: 'abcdefgh'[i], title: name, about, head: 'operation' };
    tables.push({ ...head, unit: 'µs', cases: [...cases.values()] });
  }
  const end = () => instances.forEach((instance) => instance.dispose());
  return { tables, backend: backends.join(), end };
}

/**
 * @param {any} group
 * @param {any} instance
 * @returns {Promise<Record<string, Operation>>}
 */
async function operationsOf(group, instance) {
  const max = Math.max(...SIZES);
  const vector = group.randomPoints(max, SEED);
  const logs = randomDiscreteLogs(max, SEED);
  const bytes = group.randomScalars(max, SEED);
  const scalars = chunks(bytes, 32).map((scalar) => bytesToBigint(scalar, 'be'));
  const [P, Q] = [vector.at(0), vector.at(1)];
  const multiple = (/** @type {bigint} */ log) =>
    bytesOf(group.generator.multiply(log % group.order));
  /** @type {Record<string, Operation>} */
  const operations = {
    'P + Q': { run: () => P.add(Q), text: bytesOf, expected: multiple(logs[0] + logs[1]) },
    '2 P': { run: () => P.double(), text: bytesOf, expected: multiple(2n * logs[0]) },
    'k P': {
      run: () => P.multiply(scalars[0]),
      text: bytesOf,
      expected: multiple(scalars[0] * logs[0]),
    },
  };
  const list = vector.slice(0, LIST);
  for (const format of formatsOf(group, FORMATS)) {
    const [one, many] = [P.toBytes(format), list.toBytes(format)];
    const read = group.points(many, { format });
    if (String(read.toBytes(format)) !== String(many)) throw new Error(`${format}: wrong points`);
    read.dispose();
    Object.assign(operations, {
      [`read a point, ${format}`]: {
        run: () => group.point(one, { format }),
        ...{ text: bytesOf, expected: bytesOf(P) },
      },
      [`read ${LIST} points, ${format}, each`]: {
        run: () => group.points(many, { format }).dispose(),
        items: LIST,
      },
      [`write ${LIST} points, ${format}, each`]: {
        run: () => list.toBytes(format),
        ...{ items: LIST, text: bytesOf },
      },
    });
  }
  for (const n of SIZES) {
    const [points, factors] = [vector.slice(0, n), bytes.slice(0, 32 * n)];
    const log = scalars.slice(0, n).reduce((sum, scalar, i) => sum + scalar * logs[i], 0n);
    operations[`MSM of ${n}, each`] = {
      run: () => group.msm(points, factors),
      ...{ items: n, text: bytesOf, expected: multiple(log) },
    };
  }
  const table = await group.fixedBasis(list, { memory: 16 * MIB });
  for (const n of [1, 4, 32, LIST]) {
    const factors = bytes.slice(0, 32 * n);
    operations[`table of ${LIST} in ${(table.bytes / MIB).toFixed(1)} MiB: MSM of ${n}`] = {
      run: () => table.msm(factors),
      ...{ text: bytesOf, expected: bytesOf(group.msm(list.slice(0, n), factors)) },
    };
  }
  if (instance.mapToScalarFieldBatch) {
    operations[`map ${LIST} points to the scalar field, each`] = {
      run: () => instance.mapToScalarFieldBatch(instance.crs),
      ...{ items: LIST, text: bytesOf },
    };
  }
  return operations;
}
