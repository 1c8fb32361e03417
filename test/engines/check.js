/**
 * What every engine must get right. It runs inside the engine, so it uses nothing but the language, and compares with
 * results that were computed elsewhere.
 */

/**
 * @param {{ createBls12381: Function, EnvironmentError: Function }} library the built one
 * @param {{ vectors: Record<string, any>, cases: any[] }} workload of workload.js
 * @returns {Promise<Record<string, any>>} for every backend its kernels and wrong results, or how it was refused
 */
export async function checkEngine({ createBls12381, EnvironmentError }, workload) {
  const report = {};
  // Two backends that take the same kernels run the same code: once is enough.
  const results = {};
  for (const backend of ['auto', 'portable', 'fma']) {
    try {
      const instance = await createBls12381({ backend });
      const kernels = instance.backend;
      results[kernels.batch] ??= checkMsms(instance.G1, workload);
      report[backend] = { kernels, ...results[kernels.batch] };
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
      const format = expected.length === 96 ? 'compressed' : 'uncompressed';
      if (toHex(sum.toBytes(format)) !== expected) wrong.push(name);
    } catch (error) {
      wrong.push(`${name}: ${error}`);
    }
  }
  return { checked: cases.length, wrong };
}

/**
 * @param {any} G1
 * @param {{ bytes?: string, random?: { n: number, seed: number } }} vector
 */
function loadVector(G1, { bytes, random }) {
  return random ? G1.randomPoints(random.n, random.seed) : G1.points(fromHex(bytes));
}

/** @param {string} hex */
function fromHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
