/**
 * snarkjs's `groth16`, by its names, arguments and results, for an import that changes and nothing
 * else: keys of BN254 and BLS12-381, modules of circom 2. Nothing of snarkjs is needed; loggers and
 * its options are taken and left aside.
 *
 * An instance is made on first use, with a worker for each processor, and lives until `terminate`.
 * Errors are this library's: a witness that does not satisfy its circuit rejects, where snarkjs
 * returns a proof that is invalid.
 */
import { InputError } from '../errors.js';
import { readOptions } from '../input/options.js';
import { readTask } from '../input/tasks.js';
import { copyOf, opened, sourceOf } from './parts/snarkjs-files.js';
import { curveNamed, inputsOf, keyOf, proofOf, signalsOf } from './parts/snarkjs-json.js';

/** @import { CircuitInputs, Groth16, Proved, TaskOptions } from '../index.js' */
/** @import { CurveName } from './parts/snarkjs-json.js' */

/** @typedef {import('./parts/snarkjs-files.js').ZKArtifact} ZKArtifact */
/** @typedef {import('./parts/snarkjs-json.js').SnarkjsKey} SnarkjsKey */
/** @typedef {import('./parts/snarkjs-json.js').SnarkjsNumber} SnarkjsNumber */
/** @typedef {import('./parts/snarkjs-json.js').SnarkjsProof} SnarkjsProof */

/**
 * The last argument of a proof; snarkjs's own, a logger and options, may stand before it. Unknown
 * names are refused.
 * @typedef {TaskOptions & { logger?: unknown }} SnarkjsOptions
 */

/**
 * @typedef {object} SnarkjsGroth16
 * @property {(input: CircuitInputs, wasmFile: ZKArtifact, zkeyFileName: ZKArtifact,
 *   ...rest: [logger?: unknown, wtnsCalcOptions?: unknown, proverOptions?: unknown,
 *   options?: SnarkjsOptions])
 *   => Promise<Proved>} fullProve
 * @property {(zkeyFileName: ZKArtifact, witnessFileName: ZKArtifact,
 *   ...rest: [logger?: unknown, proverOptions?: unknown, options?: SnarkjsOptions])
 *   => Promise<Proved>} prove
 * @property {(vk_verifier: SnarkjsKey, publicSignals: readonly SnarkjsNumber[],
 *   proof: SnarkjsProof, logger?: unknown) => Promise<boolean>} verify
 * @property {(proof: SnarkjsProof, pub: readonly SnarkjsNumber[]) => Promise<string>}
 *   exportSolidityCallData
 */

/** @typedef {{ groth16: Groth16, dispose: () => void }} Own */

/** Instances since the last `terminate`, by curve. @type {Map<CurveName, Promise<Own>>} */
let made = new Map();

/** @param {CurveName} name @returns {Promise<Own>} */
async function create(name) {
  const instance =
    name === 'bn128'
      ? await (await import('../bn254.js')).createBn254({ threads: 'auto' })
      : await (await import('../bls12-381.js')).createBls12381({ threads: 'auto' });
  return { groth16: await instance.groth16(), dispose: () => instance.dispose() };
}

/**
 * @param {CurveName} name
 * @param {typeof made} instances those of the beginning of the call
 */
async function groth16Of(name, instances) {
  if (instances !== made) throw new InputError('expected no terminate() during the call, got one');
  const own = instances.get(name) ?? create(name);
  instances.set(name, own);
  // What has failed may succeed the next time.
  own.catch(() => instances.delete(name));
  return (await own).groth16;
}

/**
 * Ends the workers and frees the memory of the instances made so far; calls that need them reject.
 * Later calls make new ones.
 * @returns {Promise<void>}
 */
export async function terminate() {
  const all = [...made.values()];
  made = new Map();
  for (const own of await Promise.allSettled(all)) {
    if (own.status === 'fulfilled') own.value.dispose();
  }
}

/**
 * The options of a proof: the last argument, if it stands behind snarkjs's own or is none of these.
 * @param {any[]} rest arguments behind the files
 * @param {number} own number of snarkjs's: a logger, then options
 * @param {string} where the call, for messages
 */
function taskOf(rest, own, where) {
  const last = rest.at(-1);
  const isLogger = rest.length === 1 && typeof (last?.debug ?? last?.info) === 'function';
  const isNamed = ['signal', 'onProgress'].some((name) => Object.hasOwn(Object(last), name));
  const isOurs = last && !isLogger && (isNamed || rest.length === 1 || rest.length > own);
  const { signal, onProgress } = readOptions(
    isOurs ? last : undefined,
    ['signal', 'onProgress', 'logger'],
    where,
  );
  return readTask({ signal, onProgress });
}

/**
 * @type {SnarkjsGroth16}
 * @example
 * import { groth16 } from 'curvemill/adapters/snarkjs'; // it was: from 'snarkjs'
 */
export const groth16 = {
  async fullProve(input, wasmFile, zkeyFileName, ...rest) {
    const [instances, task] = [made, taskOf(rest, 3, 'fullProve')];
    const signals = inputsOf(input);
    const wasm = sourceOf(wasmFile, 'wasmFile', task.signal);
    const { curve, zkey, close } = await opened(sourceOf(zkeyFileName, 'zkey', task.signal));
    try {
      return await (await groth16Of(curve, instances)).fullProve(signals, wasm, zkey, task);
    } finally {
      close();
    }
  },
  async prove(zkeyFileName, witnessFileName, ...rest) {
    const [instances, task] = [made, taskOf(rest, 2, 'prove')];
    const key = sourceOf(zkeyFileName, 'zkey', task.signal);
    const wtns = await copyOf(sourceOf(witnessFileName, 'witness', task.signal));
    try {
      const { curve, zkey, close } = await opened(key);
      try {
        return await (await groth16Of(curve, instances)).prove(zkey, wtns, task);
      } finally {
        close();
      }
    } finally {
      wtns.fill(0);
    }
  },
  async verify(vk_verifier, publicSignals, proof) {
    const { curve, key } = keyOf(vk_verifier);
    const [signals, points] = [signalsOf(publicSignals), proofOf(proof)];
    return (await groth16Of(curve, made)).verify(key, signals, points);
  },
  async exportSolidityCallData(proof, pub) {
    const [curve, points, signals] = [curveNamed(proof?.curve), proofOf(proof), signalsOf(pub)];
    return (await groth16Of(curve ?? 'bn128', made)).toSolidity(points, signals);
  },
};
