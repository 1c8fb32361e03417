/**
 * snarkjs as a program: `node run.js COMMAND FILE` reads arguments from a file of JSON, and prints
 * what it found as JSON in its last line. Not imported by anything.
 */
import { readFile } from 'node:fs/promises';
import * as snarkjs from 'snarkjs';
import { readings } from './readings.js';

/** @param {string} path of the built package */
const own = (path) => import(new URL(`../../../dist/${path}`, import.meta.url).href);

const commands = {
  /** Whether proofs are valid. */
  async verify(items) {
    const results = [];
    for (const { vkey, publicSignals, proof } of items) {
      results.push(await snarkjs.groth16.verify(vkey, publicSignals, proof));
    }
    return results;
  },

  /** Proofs by files. */
  async prove(items) {
    const results = [];
    for (const { zkey, wtns } of items) results.push(await snarkjs.groth16.prove(zkey, wtns));
    return results;
  },

  /** The same calls of both. */
  async doors({ zkey, wtns, wasm, input, vkey, url }) {
    const { groth16 } = await own('adapters/snarkjs.js');
    const bytes = new Uint8Array(await readFile(zkey));
    const proved = [
      await groth16.prove(zkey, wtns),
      await groth16.prove(bytes, new Uint8Array(await readFile(wtns))),
      await groth16.prove(
        { type: 'mem', data: bytes },
        { type: 'mem', data: await readFile(wtns) },
      ),
      await groth16.prove(`${url}/zkey`, new URL(`${url}/wtns`)),
      await groth16.fullProve(input, wasm, zkey),
      await groth16.fullProve(input, `${url}/wasm`, bytes),
    ];
    const theirs = await snarkjs.groth16.prove(zkey, wtns);
    const valid = [];
    for (const { proof, publicSignals } of [...proved, theirs]) {
      valid.push(await snarkjs.groth16.verify(vkey, publicSignals, proof));
      valid.push(await groth16.verify(vkey, publicSignals, proof));
    }
    const { proof, publicSignals } = theirs;
    const wrong = publicSignals.map((signal) => String(BigInt(signal) + 1n));
    const invalid = [await groth16.verify(vkey, wrong, proof)];
    const missing = await groth16.prove(`${url}/none`, wtns).catch(({ message }) => message);
    const calls = [
      await groth16.exportSolidityCallData(proof, publicSignals),
      await snarkjs.groth16.exportSolidityCallData(proof, publicSignals),
    ];
    const signals = proved.map((made) => made.publicSignals);
    return { valid, invalid, calls, missing, signals: [...signals, publicSignals] };
  },

  /** Answers to spellings of keys, proofs and signals. */
  async readings(items) {
    const { groth16, terminate } = await own('adapters/snarkjs.js');
    const found = await readings(items, groth16);
    await terminate();
    return found;
  },

  /** Whether files of ceremonies are right: powers alone, or with a circuit and a key. */
  async ceremonies(items) {
    const logger = Object.fromEntries(
      ['error', 'warn', 'info', 'debug', 'log'].map((name) => [name, () => {}]),
    );
    const results = [];
    for (const item of items) {
      const read = async (path) => ({ type: 'mem', data: new Uint8Array(await readFile(path)) });
      const { ptau, r1cs, zkey } = item;
      const verify = async () =>
        zkey
          ? snarkjs.zKey.verifyFromR1cs(
              await read(r1cs),
              await read(ptau),
              await read(zkey),
              logger,
            )
          : snarkjs.powersOfTau.verify(await read(ptau), logger);
      results.push(await verify().then(Boolean, () => false));
    }
    return results;
  },

  /** A ceremony, and a PLONK proof, with the curve object as it is and accelerated. */
  async plonk({ r1cs, wtns, power }) {
    const { accelerate } = await own('adapters/ffjavascript.js');
    const { createBn254 } = await own('bn254.js');
    const curve = await snarkjs.curves.getCurveFromName('bn128');
    const memory = () => ({ type: 'mem' });
    const [first, second, ready, zkey] = [memory(), memory(), memory(), memory()];
    await snarkjs.powersOfTau.newAccumulator(curve, power, first);
    await snarkjs.powersOfTau.beacon(first, second, 'test', '0102030405060708', 10);
    await snarkjs.powersOfTau.preparePhase2(second, ready);
    await snarkjs.plonk.setup(r1cs, ready, zkey);
    const vkey = await snarkjs.zKey.exportVerificationKey(zkey);

    const names = [
      [curve.G1, 'multiExpAffine'],
      [curve.G2, 'multiExpAffine'],
      [curve.Fr, 'fft'],
      [curve.Fr, 'ifft'],
    ];
    const before = names.map(([object, name]) => object[name]);
    const bn = await createBn254();
    const restore = await accelerate(curve, bn);
    const replaced = names.map(([object, name], i) => object[name] !== before[i]);
    const { proof, publicSignals } = await snarkjs.plonk.prove(zkey, wtns);
    const equal = await compared(curve, before);
    restore();
    const restored = names.map(([object, name], i) => object[name] === before[i]);
    const valid = await snarkjs.plonk.verify(vkey, publicSignals, proof);
    bn.dispose();
    return { replaced, restored, equal, valid };
  },
};

/** Whether sums and transforms are the host's own, by bytes and as points. */
async function compared({ G1, G2, Fr }, /** @type {any} */ [sum1, sum2, fft, ifft]) {
  const n = 256;
  const results = [];
  const values = new Uint8Array(n * 32);
  const scalars = new Uint8Array(n * 32);
  for (let i = 0; i < n; i++) {
    const value = i % 7 === 0 ? Fr.zero : Fr.random();
    values.set(value, i * 32);
    Fr.toRprLE(scalars, i * 32, i % 5 === 0 ? Fr.one : value);
  }
  const same = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;
  results.push(same(await Fr.fft(values), await fft(values)));
  results.push(same(await Fr.ifft(values), await ifft(values)));
  for (const [group, before] of [
    [G1, sum1],
    [G2, sum2],
  ]) {
    const size = 2 * group.F.n8;
    const points = new Uint8Array(n * size);
    for (let i = 0; i < n; i++) {
      const point = group.timesScalar(group.g, i % 11);
      points.set(group.toAffine(point), i * size);
    }
    const [mine, theirs] = [
      await group.multiExpAffine(points, scalars),
      await before.call(group, points, scalars),
    ];
    results.push(group.eq(mine, theirs));
    results.push(group.isZero(await group.multiExpAffine(points, new Uint8Array(n * 32))));
    // Short, or with scalars of another length: as before.
    const few = await group.multiExpAffine(points.slice(0, 3 * size), scalars.slice(0, 96));
    results.push(
      group.eq(few, await before.call(group, points.slice(0, 3 * size), scalars.slice(0, 96))),
    );
    const short = await group.multiExpAffine(points, scalars.slice(0, n * 8));
    results.push(group.eq(short, await before.call(group, points, scalars.slice(0, n * 8))));
  }
  return results;
}

const [command, file] = process.argv.slice(2);
const result = await commands[command](JSON.parse(await readFile(file, 'utf8')));
process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit(0));
