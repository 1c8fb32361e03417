/**
 * The checks that every engine must pass. This file runs inside the engine, so it uses only the
 * language, and compares with results computed elsewhere.
 */

/** @typedef {{ vectors: Record<string, any>, cases: any[] }} Msms */

/**
 * @param {{ createBls12381: Function, createSecp256k1: Function, createBanderwagon: Function,
 *   EnvironmentError: Function }} library the built one
 * @param {Msms & { g2: Msms, secp256k1: Msms & { signatures: any }, banderwagon: Msms & {
 *   encodings: any[], refused: string[] } }} workload of workload.js
 * @returns {Promise<Record<string, any>>} for every backend its kernels and wrong results, or
 *   how it was refused
 */
export async function checkEngine(library, workload) {
  const { createBls12381, createSecp256k1, createBanderwagon, EnvironmentError } = library;
  const report = {};
  // Two backends that take the same kernels run the same code: once is enough.
  const results = {};
  for (const backend of ['auto', 'portable', 'fma', 'wide']) {
    try {
      const instance = await createBls12381({ backend });
      const secp = await createSecp256k1({ backend });
      const bw = await createBanderwagon({ backend });
      const kernels = instance.backend;
      const names = JSON.stringify(kernels);
      results[names] ??= together(
        checkMsms(instance.G1, workload),
        checkMsms(instance.G2, workload.g2),
        checkMsms(secp.group, workload.secp256k1),
        checkSignatures(secp, workload.secp256k1.signatures),
        checkMsms(bw.group, workload.banderwagon),
        checkElements(bw, workload.banderwagon),
        await checkBases(instance.G1, workload),
        await checkBases(instance.G2, workload.g2),
        await checkBases(secp.group, workload.secp256k1),
        await checkBases(bw.group, workload.banderwagon),
      );
      report[backend] = { kernels, ...results[names] };
      for (const [curve, other] of Object.entries({ secp256k1: secp, banderwagon: bw })) {
        // The chains of Banderwagon run on limbs30 where those of G1 run on the fma kernel.
        const lacksChains = curve === 'banderwagon' && kernels.single === 'fma';
        const single = lacksChains ? 'limbs30' : kernels.single;
        const taken = JSON.stringify(other.backend);
        if (taken !== JSON.stringify({ ...kernels, single }))
          report[backend].wrong.push(`${curve} takes other kernels: ${taken}`);
        other.dispose();
      }
      instance.dispose();
    } catch (error) {
      const isEnvironmentError = error instanceof EnvironmentError;
      report[backend] = { refused: { isEnvironmentError, message: String(error) } };
    }
  }
  return report;
}

/**
 * The smallest case without WebAssembly, for engines that forbid it.
 * @param {{ createBls12381: Function }} library
 * @param {{ vectors: Record<string, any>, cases: any[] }} workload
 */
export async function checkWithoutWasm({ createBls12381 }, { vectors, cases: [first] }) {
  const instance = await createBls12381({ backend: 'bigint' });
  return { kernels: instance.backend, ...checkMsms(instance.G1, { vectors, cases: [first] }) };
}

/**
 * @param {any} G1
 * @param {{ vectors: Record<string, any>, cases: any[] }} workload
 * @returns {{ checked: number, wrong: string[] }}
 */
function checkMsms(G1, { vectors, cases }) {
  const wrong = [];
  const loaded = new Map();
  for (const { name, vector, scalars, expected } of cases) {
    try {
      if (!loaded.has(vector)) loaded.set(vector, loadVector(G1, vectors[vector]));
      const sum = G1.msm(loaded.get(vector), fromHex(scalars));
      const format = expected.length <= 96 ? 'compressed' : 'uncompressed';
      if (toHex(sum.toBytes(format)) !== expected) wrong.push(name);
    } catch (error) {
      wrong.push(`${name}: ${error}`);
    }
  }
  return { checked: cases.length, wrong };
}

/** Bytes of the tables of fixed bases: enough for some points, not for all windows of each. */
const BASIS_MEMORY = 2 ** 18;

/**
 * The cases that are checked with tables of fixed points, too. @param {any[]} cases
 * @returns {any[]}
 */
export function casesOfBases(cases) {
  return cases.filter(({ scalars }) => scalars.length >= 5 * 64 && scalars.length <= 100 * 64);
}

/**
 * The same sums over tables of fixed points.
 * @param {any} group
 * @param {Msms} msms
 * @returns {Promise<{ checked: number, wrong: string[] }>}
 */
async function checkBases(group, { vectors, cases }) {
  const wrong = [];
  const some = casesOfBases(cases);
  for (const vector of new Set(some.map((each) => each.vector))) {
    const basis = await group.fixedBasis(loadVector(group, vectors[vector]), {
      memory: BASIS_MEMORY,
    });
    if (vectors[vector].random && !(basis.bytes > 0)) wrong.push(`${vector}: no table`);
    for (const { name, scalars, expected } of some.filter((each) => each.vector === vector)) {
      const format = expected.length <= 96 ? 'compressed' : 'uncompressed';
      const sum = basis.msm(fromHex(scalars));
      if (toHex(sum.toBytes(format)) !== expected) wrong.push(`fixed basis, ${name}`);
    }
    basis.dispose();
  }
  return { checked: some.length, wrong };
}

/**
 * Encodings of known multiples of the generator, alone and in a list, and bad encodings.
 * @param {any} bw
 * @param {{ encodings: any[], refused: string[] }} elements
 * @returns {{ checked: number, wrong: string[] }}
 */
function checkElements({ group }, { encodings, refused }) {
  const wrong = [];
  const vector = group.points(fromHex(encodings.map(({ bytes }) => bytes).join('')));
  encodings.forEach(({ bytes, k }, i) => {
    const multiple = group.generator.multiply(BigInt(k));
    const isRight = [multiple, group.point(fromHex(bytes)), vector.at(i)].every(
      (point) => toHex(point.toBytes()) === bytes && point.equals(multiple),
    );
    if (!isRight) wrong.push(`Banderwagon, ${k} times the generator`);
  });
  for (const bytes of refused) {
    try {
      group.points(fromHex(encodings[1].bytes + bytes));
      wrong.push(`Banderwagon, ${bytes} is accepted`);
    } catch (error) {
      if (error.index !== 1) wrong.push(`Banderwagon, ${bytes}: ${error}`);
    }
  }
  return { checked: encodings.length + refused.length, wrong };
}

/** @param {...{ checked: number, wrong: string[] }} results */
function together(...results) {
  return {
    checked: results.reduce((sum, { checked }) => sum + checked, 0),
    wrong: results.flatMap(({ wrong }) => wrong),
  };
}

/**
 * Good and spoiled signatures, alone and in batches.
 * @param {any} secp
 * @param {{ ecdsa: any[], schnorr: any[] }} signatures
 * @returns {{ checked: number, wrong: string[] }}
 */
function checkSignatures({ ecdsa, schnorr }, signatures) {
  const wrong = [];
  const expect = (name, isRight) => isRight || wrong.push(name);
  const read = (item) =>
    Object.fromEntries(
      Object.entries(item).map(([k, v]) => [k, typeof v === 'string' ? fromHex(v) : v]),
    );
  /** @type {any[]} */
  const keys = signatures.ecdsa.map(read);
  /** @type {any[]} */
  const notes = signatures.schnorr.map(read);
  const verify = ({ signature, hash, publicKey }) => ecdsa.verify(signature, hash, publicKey);
  keys.forEach((item, i) => {
    expect(`ECDSA ${i}`, verify(item));
    const other = { ...item, hash: item.hash.map((byte) => byte ^ 1) };
    expect(`ECDSA ${i}, another digest`, !verify(other));
    const key = ecdsa.recover(item.signature, item.recoveryId, item.hash);
    expect(`ECDSA ${i}, recovery`, key && toHex(key.toBytes()) === toHex(item.publicKey));
  });
  notes.forEach(({ signature, message, publicKey }, i) => {
    expect(`BIP-340 ${i}`, schnorr.verify(signature, message, publicKey));
    const other = signature.map((byte, j) => (j === 40 ? byte ^ 1 : byte));
    expect(`BIP-340 ${i}, spoiled`, !schnorr.verify(other, message, publicKey));
  });
  expect('ECDSA, a batch', ecdsa.verifyBatch(keys));
  expect('BIP-340, a batch', schnorr.verifyBatch(notes));
  const spoiled = notes.map((item, i) =>
    i === 3 ? { ...item, message: new Uint8Array(9) } : item,
  );
  expect('BIP-340, a spoiled batch', !schnorr.verifyBatch(spoiled));
  expect('BIP-340, the bad one', String(schnorr.findInvalid(spoiled)) === '3');
  return { checked: keys.length + notes.length, wrong };
}

/**
 * @param {any} G1
 * @param {{ bytes?: string, random?: { n: number, seed: number } }} vector
 */
function loadVector(G1, { bytes, random }) {
  return random
    ? G1.randomPoints(random.n, random.seed)
    : G1.points(fromHex(/** @type {string} */ (bytes)));
}

/** @param {string} hex */
function fromHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
