/**
 * First answers of a fresh page: `report` holds the milliseconds from the arrival of its HTML to
 * the answer of a job, by one contestant. scripts/lib/cold-bundle.js bundles them as an application
 * would.
 */

/**
 * @typedef {Record<string, Uint8Array>} Data of a job
 * @typedef {{ times: Record<string, number>, isRight: boolean }} FirstAnswer `times`: milliseconds
 *   since the HTML arrived, by step; `total` is the last
 */

/** @typedef {(data: any, step: (name: string) => void) => Promise<boolean>} Contestant */

/**
 * @param {string} backend
 * @returns {Record<string, Contestant>}
 */
const curvemill = (backend) => ({
  async ecdsa({ signature, hash, publicKey }, step) {
    const { createSecp256k1 } = await import('curvemill/secp256k1');
    step('import');
    const { ecdsa } = await createSecp256k1({ backend: /** @type {any} */ (backend) });
    step('create');
    return ecdsa.verify(signature, hash, publicKey);
  },
  async bip340({ signature, message, publicKey }, step) {
    const { createSecp256k1 } = await import('curvemill/secp256k1');
    step('import');
    const { schnorr } = await createSecp256k1({ backend: /** @type {any} */ (backend) });
    step('create');
    return schnorr.verify(signature, message, publicKey);
  },
  async msm({ points, scalars, sum }, step) {
    const { createBls12381 } = await import('curvemill/bls12-381');
    step('import');
    const { G1 } = await createBls12381({
      ...{ backend: /** @type {any} */ (backend), groups: ['G1'] },
    });
    step('create');
    const vector = G1.points(points);
    step('decode');
    return isSame(G1.msm(vector, scalars).toBytes(), sum);
  },
  async commitment({ blob, commitment }, step) {
    const kzg = await openKzg(backend, step);
    return isSame(kzg.blobToKzgCommitment(blob), commitment);
  },
  async cells({ blob, proof }, step) {
    const kzg = await openKzg(backend, step);
    const [, proofs] = kzg.computeCellsAndKzgProofs(blob);
    return isSame(proofs[127], proof);
  },
});

/** @param {string} backend @param {(name: string) => void} step */
async function openKzg(backend, step) {
  const [{ createBls12381 }, { mainnet }] = await Promise.all([
    import('curvemill/bls12-381'),
    import('curvemill/trusted-setup'),
  ]);
  step('import');
  // Commitments, cells and proofs need no more.
  const bls = await createBls12381({
    ...{ backend: /** @type {any} */ (backend), groups: ['G1'] },
  });
  step('create');
  const kzg = await bls.kzg(mainnet);
  step('open');
  return kzg;
}

/** @type {Record<string, Record<string, Contestant>>} */
export const contestants = {
  auto: curvemill('auto'),
  portable: curvemill('portable'),
  noble: {
    async ecdsa({ signature, hash, publicKey }, step) {
      const { secp256k1 } = await import('@noble/curves/secp256k1.js');
      step('import');
      return secp256k1.verify(signature, hash, publicKey, { prehash: false });
    },
    async bip340({ signature, message, publicKey }, step) {
      const { schnorr } = await import('@noble/curves/secp256k1.js');
      step('import');
      return schnorr.verify(signature, message, publicKey);
    },
    async msm({ points, scalars, sum }, step) {
      const { bls12_381 } = await import('@noble/curves/bls12-381.js');
      const { pippenger } = await import('@noble/curves/abstract/curve.js');
      step('import');
      const { Point } = bls12_381.G1;
      const decoded = piecesOf(points, 48).map((bytes) => {
        const point = Point.fromBytes(bytes);
        point.assertValidity();
        return point;
      });
      step('decode');
      const factors = piecesOf(scalars, 32).map((bytes) => BigInt(`0x${hexOf(bytes)}`));
      return isSame(pippenger(Point, decoded, factors).toBytes(true), sum);
    },
  },
  'tiny-secp256k1': {
    async ecdsa({ signature, hash, publicKey }, step) {
      const { verify } = await import('tiny-secp256k1');
      step('import');
      return verify(hash, publicKey, signature, true);
    },
    async bip340({ signature, message, publicKey }, step) {
      const { verifySchnorr } = await import('tiny-secp256k1');
      step('import');
      return verifySchnorr(message, publicKey, signature);
    },
  },
  'kzg-wasm': {
    async commitment({ blob, commitment }, step) {
      const kzg = await openKzgWasm(step);
      return isText(kzg.blobToKZGCommitment(`0x${hexOf(blob)}`), commitment);
    },
    async cells({ blob, proof }, step) {
      const kzg = await openKzgWasm(step);
      return isText(kzg.computeCellsAndKZGProofs(`0x${hexOf(blob)}`).proofs[127], proof);
    },
  },
};

/** @param {(name: string) => void} step */
async function openKzgWasm(step) {
  const { loadKZG } = await import('kzg-wasm');
  step('import');
  const kzg = await loadKZG();
  step('open');
  return kzg;
}

/** @param {Uint8Array} bytes @param {number} size */
const piecesOf = (bytes, size) =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text @param {Uint8Array} bytes */
const isText = (text, bytes) => text.toLowerCase() === `0x${hexOf(bytes)}`;

/** @param {Uint8Array} first @param {Uint8Array} second */
const isSame = (first, second) =>
  first.length === second.length && first.every((byte, i) => byte === second[i]);

/** @returns {Promise<FirstAnswer>} */
async function measure() {
  const task = globalThis.document.getElementById('task');
  const { job, contestant, data } = JSON.parse(String(task?.textContent));
  const bytes = Object.fromEntries(
    Object.entries(data).map(([name, values]) => [name, Uint8Array.from(values)]),
  );
  /** @type {Record<string, number>} */
  const times = {};
  const [html] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
  const start = html.responseEnd;
  const step = (/** @type {string} */ name) => {
    times[name] = performance.now() - start;
  };
  // What the browser and this page took before the library's first request.
  step('page');
  const isRight = await contestants[contestant][job](bytes, step);
  step('total');
  return { times, isRight };
}

if ('document' in globalThis) /** @type {any} */ (globalThis).report = measure();
