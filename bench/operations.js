/**
 * Times of all public operations: groups, decoding, multi-scalar multiplication, tables,
 * protocols. Uses tinybench.
 *
 *   node bench/operations.js [--curves LIST] [--backend auto] [--quick] [--out FOLDER]
 *
 * Every operation is checked before it is timed. All operations of a curve run in several rounds,
 * so that a slow moment does not affect only one of them; the figure is the median of the rounds'
 * medians. Operations that this version lacks are left out.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { Bench } from 'tinybench';
import { isUsageError, parseName, progress } from '../scripts/lib/cli.js';
import { curveNames, openCurve } from '../scripts/lib/curves.js';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { ensureBuilt } from '../scripts/lib/ensure-built.js';
import { measurements } from '../scripts/lib/paths.js';
import { median, quantile } from '../scripts/lib/stats.js';
import { randomDiscreteLogs } from '../src/group/random.js';
import { helpIfAsked } from '../scripts/lib/help.js';

helpIfAsked(import.meta.url);

/**
 * `items`: number of items per run; times are per item.
 * @typedef {{ name: string, items?: number, run: () => unknown, holds: () => boolean }} Operation
 * @typedef {{ name: string, us: number, spread: number }} Result
 */

const SEED = 1;
const MIB = 2 ** 20;
const LIST = 256;
const MSM_SIZES = [1, 2, 16, 256, 4096];

const { values } = parseArgs({
  options: {
    curves: { type: 'string', default: curveNames.join() },
    backend: { type: 'string', default: 'auto' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: measurements },
  },
});
const PACE = values.quick ? { rounds: 1, time: 5 } : { rounds: 5, time: 80 };

/**
 * Operations of any group. Its members are those of the public interface; a version may lack some.
 * @param {any} group
 * @returns {Promise<Operation[]>}
 */
async function groupOperations(group) {
  const vector = group.randomPoints(MSM_SIZES[MSM_SIZES.length - 1], SEED);
  const logs = randomDiscreteLogs(vector.length, SEED);
  const scalarBytes = group.randomScalars(vector.length, SEED);
  const scalars = Array.from({ length: vector.length }, (_, i) => scalarOf(scalarBytes, i));
  const [P, Q] = [vector.at(0), vector.at(1)];
  /** @param {bigint} log @param {any} point */
  const isMultiple = (log, point) => point.equals(group.generator.multiply(log % group.order));
  const list = vector.slice(0, LIST);
  /** @type {Operation[]} */
  const operations = [
    { name: 'P + Q', run: () => P.add(Q), holds: () => isMultiple(logs[0] + logs[1], P.add(Q)) },
    { name: '2 P', run: () => P.double(), holds: () => isMultiple(2n * logs[0], P.double()) },
    {
      name: 'k P',
      run: () => P.multiply(scalars[0]),
      holds: () => isMultiple(logs[0] * scalars[0], P.multiply(scalars[0])),
    },
  ];
  for (const format of ['compressed', 'uncompressed']) {
    const one = P.toBytes(format);
    const many = list.toBytes(format);
    operations.push(
      {
        name: `read a point, ${format}`,
        run: () => group.point(one, { format }),
        holds: () => group.point(one, { format }).equals(P),
      },
      {
        name: `read ${LIST} points, ${format}, each`,
        items: LIST,
        run: () => group.points(many, { format }).dispose(),
        holds: () => sameBytes(group.points(many, { format }).toBytes(format), many),
      },
      {
        name: `write ${LIST} points, ${format}, each`,
        items: LIST,
        run: () => list.toBytes(format),
        holds: () => sameBytes(list.toBytes(format), many),
      },
    );
  }
  for (const n of MSM_SIZES) {
    const [points, factors] = [vector.slice(0, n), scalarBytes.slice(0, 32 * n)];
    const log = scalars.slice(0, n).reduce((sum, scalar, i) => sum + scalar * logs[i], 0n);
    operations.push({
      name: `MSM of ${n}, each`,
      items: n,
      run: () => group.msm(points, factors),
      holds: () => isMultiple(log, group.msm(points, factors)),
    });
  }
  if (group.fixedBasis) operations.push(...(await tableOperations(group, list, scalarBytes)));
  return operations;
}

/**
 * @param {any} group
 * @param {any} basis
 * @param {Uint8Array} scalarBytes
 * @returns {Promise<Operation[]>}
 */
async function tableOperations(group, basis, scalarBytes) {
  const table = await group.fixedBasis(basis, { memory: 16 * MIB });
  const mib = (table.bytes / MIB).toFixed(1);
  return [1, 4, 32, LIST].map((n) => {
    const scalars = scalarBytes.slice(0, 32 * n);
    const run = () => table.msm(scalars);
    const holds = () => run().equals(group.msm(basis.slice(0, n), scalars));
    return { name: `table of ${LIST} in ${mib} MiB: MSM of ${n}`, run, holds };
  });
}

/**
 * Operations of the protocols of a curve's instance.
 * @param {any} instance
 * @returns {Promise<Operation[]>}
 */
async function protocolOperations(instance) {
  /** @type {Operation[]} */
  const operations = [];
  if (instance.ecdsa) operations.push(...signatureOperations(instance));
  if (instance.mapToScalarFieldBatch) {
    const run = () => instance.mapToScalarFieldBatch(instance.crs);
    const first = () => instance.mapToScalarField(instance.crs.at(0));
    operations.push({
      name: `map ${LIST} points to the scalar field, each`,
      items: LIST,
      run,
      holds: () => scalarOf(run().slice(0, 32).reverse(), 0) === first(),
    });
  }
  if (instance.verkle) operations.push(...(await verkleOperations(instance)));
  return operations;
}

/**
 * @param {any} secp
 * @returns {Operation[]}
 */
function signatureOperations(secp) {
  const items = Array.from({ length: 64 }, (_, i) => {
    const [secret, hash] = [digest(`key ${i}`), digest(`hash ${i}`)];
    const publicKey = secp256k1.getPublicKey(secret);
    const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
    const [recoveryId, signature] = [recovered[0], recovered.slice(1)];
    const bip340 = {
      signature: schnorr.sign(hash, secret),
      message: hash,
      publicKey: publicKey.slice(1),
    };
    return { hash, publicKey, signature, recoveryId, bip340 };
  });
  const [{ hash, publicKey, signature, recoveryId, bip340 }] = items;
  const listed = items.map((item) => item.bip340);
  /**
   * @param {string} name
   * @param {() => unknown} run
   * @param {number} [count]
   * @returns {Operation}
   */
  const accepted = (name, run, count) => ({
    name,
    items: count,
    run,
    holds: () => run() === true,
  });
  return [
    accepted('ECDSA verification', () => secp.ecdsa.verify(signature, hash, publicKey)),
    accepted('ECDSA batch of 64, each', () => secp.ecdsa.verifyBatch(items), 64),
    {
      name: 'ECDSA recovery',
      run: () => secp.ecdsa.recover(signature, recoveryId, hash),
      holds: () => sameBytes(secp.ecdsa.recover(signature, recoveryId, hash).toBytes(), publicKey),
    },
    accepted('BIP-340 verification', () =>
      secp.schnorr.verify(bip340.signature, bip340.message, bip340.publicKey),
    ),
    accepted('BIP-340 batch of 64, each', () => secp.schnorr.verifyBatch(listed), 64),
  ];
}

/**
 * @param {any} bw
 * @returns {Promise<Operation[]>}
 */
async function verkleOperations(bw) {
  const verkle = await bw.verkle({ memory: 64 * MIB });
  const bytes = bw.group.randomScalars(LIST, SEED);
  const scalars = Array.from({ length: LIST }, (_, i) =>
    bytes.slice(32 * i, 32 * (i + 1)).reverse(),
  );
  const zero = new Uint8Array(32);
  const commitment = verkle.commitToScalars(scalars);
  const without = verkle.commitToScalars([zero, ...scalars.slice(1)]);
  const update = () => verkle.updateCommitment(without, 0, zero, scalars[0]);
  const hash = () => verkle.hashCommitment(commitment);
  const key = () => verkle.getTreeKey(scalars[0], scalars[1], 7);
  /** @param {Uint8Array} a @param {Uint8Array} b */
  const same = (a, b) => sameBytes(verkle.serializeCommitment(a), verkle.serializeCommitment(b));
  return [
    {
      name: 'verkle: commit to 256 scalars',
      run: () => verkle.commitToScalars(scalars),
      holds: () =>
        sameBytes(
          verkle.serializeCommitment(commitment),
          bw.group.msm(bw.crs, bytes).toBytes('compressed'),
        ),
    },
    { name: 'verkle: update one scalar', run: update, holds: () => same(update(), commitment) },
    {
      name: 'verkle: hash a commitment',
      run: hash,
      holds: () => sameBytes(hash(), verkle.hashCommitments([commitment])[0]),
    },
    { name: 'verkle: tree key', run: key, holds: () => key()[31] === 7 },
  ];
}

/** @param {string} text */
function digest(text) {
  return Uint8Array.from(createHash('sha256').update(text).digest());
}

/** @param {Uint8Array} bytes big-endian @param {number} i */
function scalarOf(bytes, i) {
  return BigInt(`0x${Buffer.from(bytes.subarray(32 * i, 32 * (i + 1))).toString('hex')}`);
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function sameBytes(a, b) {
  return Buffer.compare(a, b) === 0;
}

/**
 * @param {readonly Operation[]} operations
 * @param {string} curve
 * @returns {Promise<Result[]>}
 */
async function measure(operations, curve) {
  for (const { name, holds } of operations) {
    if (!holds()) throw new Error(`${curve}: ${name}: the result is wrong`);
  }
  const samples = operations.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < PACE.rounds; round++) {
    progress(`${curve}: round ${round + 1} of ${PACE.rounds}`);
    const bench = new Bench({
      time: PACE.time,
      iterations: 1,
      warmupTime: PACE.time,
      warmupIterations: 1,
    });
    for (const { name, run } of operations) bench.add(name, () => void run());
    await bench.run();
    for (const [i, { result }] of bench.tasks.entries()) {
      if (result.state !== 'completed') throw new Error(`${operations[i].name}: ${result.state}`);
      samples[i].push((result.latency.p50 * 1e3) / (operations[i].items ?? 1));
    }
  }
  progress('');
  return operations.map(({ name }, i) => {
    const us = median(samples[i]);
    const spread = (quantile(samples[i], 0.75) - quantile(samples[i], 0.25)) / 2 / us;
    return { name, us, spread };
  });
}

async function main() {
  const names = values.curves.split(',').map((name) => parseName(name, '--curves', curveNames));
  ensureBuilt();
  console.log(values.quick ? 'a few seconds' : 'about two minutes');
  const about = {
    device: describeDevice(),
    engine: describeEngine(),
    commit: describeCommit(),
    date: new Date().toISOString().slice(0, 10),
  };
  const measured = [];
  for (const curve of names) {
    const opened = await openCurve(curve, { backend: values.backend, threads: 1 }).catch(
      (error) => {
        if (!isUsageError(error)) throw error;
        console.log(`${curve} is left out: this version lacks it`);
      },
    );
    if (!opened) continue;
    const { instance, group } = opened;
    // G2 shares its instance with G1, which has the protocols.
    const protocols = curve === 'bls12-381-g2' ? [] : await protocolOperations(instance);
    const operations = [...(await groupOperations(group)), ...protocols];
    measured.push({ curve, backend: instance.backend, results: await measure(operations, curve) });
    instance.dispose();
  }
  const name = join(values.out, `operations${values.quick ? '-quick' : ''}`);
  mkdirSync(values.out, { recursive: true });
  writeFileSync(`${name}.json`, `${JSON.stringify({ ...about, measured }, null, 1)}\n`);
  const parts = measured.map(({ curve, backend, results }) => {
    const lines = results.map(
      ({ name, us, spread }) =>
        `| ${name} | ${Number(us.toPrecision(3))} | ${(100 * spread).toFixed(1)} % |`,
    );
    const head = `## ${curve}\n\nsingle ${backend.single}, batch ${backend.batch}\n\n| operation | µs | ± |\n| --- | ---: | ---: |`;
    return `${head}\n${lines.join('\n')}`;
  });
  const origin = `${about.device}; ${about.engine}; one thread; commit ${about.commit}; ${about.date}. Medians; every result was checked first.`;
  writeFileSync(`${name}.md`, `${['# Operations', origin, ...parts].join('\n\n')}\n`);
  console.log(`written to ${relative(process.cwd(), name)}.{md,json}`);
}

try {
  await main();
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(`${usage || !(error instanceof Error) ? error : error.stack}\n`);
  process.exitCode = usage ? 2 : 1;
}
