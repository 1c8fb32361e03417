/**
 * snarkjs's `groth16`, by its names, arguments and results, for an import that changes and nothing
 * else: keys of BN254 and BLS12-381, modules of circom 2. Nothing of snarkjs is needed; loggers and
 * its options are taken and left aside.
 *
 * An instance is made on first use, with a worker for each processor. Errors are this library's: a
 * witness that does not satisfy its circuit rejects, where snarkjs returns a proof that is invalid.
 */
import { InputError } from '../errors.js';
import { isBytes, readBytes } from '../input/bytes.js';
import { readUrl } from '../input/urls.js';

/** @import { CircuitInputs, Groth16, Proved } from '../index.js' */
/** @import { JsonNumber, ProofLike, VerificationKey } from '../protocols/groth16/json.js' */
/** @import { FileSource } from '../protocols/groth16/source.js' */

/**
 * A file: its bytes, or `{ type: 'mem', data }` with them; an URL; text, which is an URL in pages,
 * elsewhere a path, or an URL with its scheme.
 * @typedef {string | URL | Uint8Array | { type: 'mem', data?: Uint8Array }} ZKArtifact
 */

/**
 * @typedef {object} SnarkjsGroth16
 * @property {(input: CircuitInputs, wasmFile: ZKArtifact, zkeyFileName: ZKArtifact, logger?: any,
 *   wtnsCalcOptions?: any, proverOptions?: any) => Promise<Proved>} fullProve
 * @property {(zkeyFileName: ZKArtifact, witnessFileName: ZKArtifact, logger?: any, options?: any)
 *   => Promise<Proved>} prove
 * @property {(vk_verifier: VerificationKey, publicSignals: readonly JsonNumber[], proof: ProofLike,
 *   logger?: any) => Promise<boolean>} verify
 * @property {(proof: ProofLike, pub: readonly JsonNumber[]) => Promise<string>}
 *   exportSolidityCallData
 */

/** @type {Map<string, Promise<Groth16>>} */
const made = new Map();

/** @param {unknown} curve snarkjs's name; `'bn128'` for any other */
function groth16Of(curve) {
  const name = curve === 'bls12381' ? curve : 'bn128';
  const create = async () =>
    name === 'bn128'
      ? (await import('../bn254.js')).createBn254({ threads: 'auto' })
      : (await import('../bls12-381.js')).createBls12381({ threads: 'auto' });
  const own = made.get(name) ?? create().then((instance) => instance.groth16());
  made.set(name, own);
  // What has failed may succeed the next time.
  own.catch(() => made.delete(name));
  return own;
}

/** @param {ZKArtifact} file @returns {FileSource} what the library reads */
function sourceOf(file) {
  const place = readUrl(file, 'file');
  if (place !== undefined) return piecesOf(place);
  const { type, data } = /** @type {{ type?: string, data?: Uint8Array }} */ (Object(file));
  return type === 'mem' ? /** @type {Uint8Array} */ (data) : /** @type {Uint8Array} */ (file);
}

/** @param {string} place @returns {AsyncGenerator<Uint8Array, void, void>} */
async function* piecesOf(place) {
  const { process } = /** @type {any} */ (globalThis);
  const fs = process?.getBuiltinModule?.('node:fs');
  if (fs && !/^[a-z][a-z0-9+.-]+:/i.test(place)) {
    yield* fs.createReadStream(place);
    return;
  }
  const response = await fetch(place);
  if (!response.ok || !response.body) {
    throw new InputError(`${place}: expected a file, got status ${response.status}`);
  }
  const reader = response.body.getReader();
  try {
    for (let next; !(next = await reader.read()).done;) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/**
 * Opens a key as far as its curve is known.
 * @param {ZKArtifact} file
 * @returns {Promise<{ curve: string, zkey: FileSource, close: () => unknown }>}
 */
async function opened(file) {
  const zkey = sourceOf(file);
  if (!(Symbol.asyncIterator in Object(zkey))) {
    return { curve: curveIn(/** @type {Uint8Array} */ (zkey)), zkey, close() {} };
  }
  const pieces = /** @type {AsyncGenerator<Uint8Array, void, void>} */ (zkey);
  const { value } = await pieces.next();
  const all = async function* () {
    if (value) yield value;
    yield* pieces;
  };
  return { curve: curveIn(value), zkey: all(), close: () => pieces.return() };
}

/**
 * The curve of a key by the length of its coordinates, which stands in its header.
 * @param {unknown} bytes the beginning of a key
 */
function curveIn(bytes) {
  if (!isBytes(bytes)) return 'bn128';
  const { buffer, byteOffset, length } = readBytes(bytes, 'zkey');
  const view = new DataView(buffer, byteOffset, length);
  for (let at = 12; at + 16 <= length;) {
    if (view.getUint32(at, true) === 2) {
      return view.getUint32(at + 12, true) === 48 ? 'bls12381' : 'bn128';
    }
    at += 12 + Number(view.getBigUint64(at + 4, true));
  }
  return 'bn128';
}

/** @param {FileSource} source @returns {Promise<Uint8Array>} */
async function bytesOf(source) {
  if (!(Symbol.asyncIterator in Object(source))) return /** @type {Uint8Array} */ (source);
  const pieces = [];
  for await (const piece of /** @type {AsyncIterable<any>} */ (source)) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/**
 * @type {SnarkjsGroth16}
 * @example
 * import { groth16 } from 'curvemill/adapters/snarkjs'; // it was: from 'snarkjs'
 */
export const groth16 = {
  async fullProve(input, wasmFile, zkeyFileName) {
    const { curve, zkey, close } = await opened(zkeyFileName);
    try {
      return await (await groth16Of(curve)).fullProve(input, sourceOf(wasmFile), zkey);
    } finally {
      close();
    }
  },
  async prove(zkeyFileName, witnessFileName) {
    const { curve, zkey, close } = await opened(zkeyFileName);
    try {
      const wtns = await bytesOf(sourceOf(witnessFileName));
      return await (await groth16Of(curve)).prove(zkey, wtns);
    } finally {
      close();
    }
  },
  async verify(vk_verifier, publicSignals, proof) {
    return (await groth16Of(vk_verifier?.curve)).verify(vk_verifier, publicSignals, proof);
  },
  async exportSolidityCallData(proof, pub) {
    return (await groth16Of(proof?.curve)).toSolidity(proof, pub);
  },
};
