/**
 * A curve of one's own: opens what `curvemill generate` wrote. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { EnvironmentError, InputError } from './errors.js';
import { createPairEncoding } from './group/encodings/pair.js';
import { createSec1Encoding } from './group/encodings/sec1.js';
import { inWords } from './group/encodings/widths.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { createGroup } from './group/group.js';
import { checkSample } from './group/sample.js';
import { ownOption } from './input/options.js';
import { readEncoding, readOwnCurve } from './input/own-curve.js';
import { Instance, createParts } from './instance.js';
import { coordinatesOf, encodedCoordinatesOf } from './math/coordinates.js';
import { sourcesOf } from './own-field.js';

export { createField } from './own-field.js';

/** @import { Encoding } from './group/encodings/encoding.js' */
/** @import { Group } from './group/group.js' */
/** @import { OwnParts } from './input/own-curve.js' */
/** @import { CurvePage, InstanceOptions, InstanceParts } from './instance.js' */

/** @typedef {import('./own-field.js').OwnFieldPage} OwnFieldPage */
/** @typedef {import('./own-field.js').FieldInstance} FieldInstance */
/** @typedef {import('./group/scalars/own-field.js').OwnField} OwnField */
/** @typedef {import('./group/point.js').Extension} Extension */
/**
 * @template [E=bigint]
 * @typedef {import('./input/own-curve.js').EncodingPair<E>} EncodingPair
 */

/**
 * The default export of a file that `generate` wrote. `Coordinate`: of its points.
 * @template [Coordinate=bigint]
 * @typedef {{ readonly format: number, readonly data: object, readonly config: object,
 *   readonly sample: object, readonly kernels: object, readonly scalars?: object,
 *   readonly coordinate?: Coordinate }} OwnCurve
 */

/**
 * `encoding`: of points as bytes: `'sec1'`, `'zcash'`, or two functions, whose format is
 * `'compressed'`. By default that of the config's `rootSign`: SEC 1 for `'odd'`, zcash's for
 * `'larger'`.
 * @typedef {InstanceOptions & { encoding?:
 *   'sec1' | 'zcash' | EncodingPair | EncodingPair<Extension> }} OwnCurveOptions
 */

/** Bits of flags in the first byte of zcash's encoding. */
const FLAG_BITS = 3;

/**
 * An instance of a curve of one's own.
 * @template [Coordinate=bigint]
 */
export class OwnInstance extends Instance {
  /**
   * Internal: see `createCurve`.
   * @param {InstanceParts} parts
   * @param {CurvePage['data']} config
   * @param {Encoding} encoding
   */
  constructor(parts, config, encoding) {
    super(parts);
    const { lifetime, engines } = parts;
    const [engine] = engines;
    /**
     * The group of the config's order.
     * @type {Group<Coordinate>}
     * @readonly
     */
    this.group = createGroup({ engine, config, encoding, lifetime });
  }
}

/**
 * Opens a curve of one's own: selects kernels, compiles and self-tests them, reserves memory, and
 * compares sums of a few points with numbers that `generate` computed without the kernels. Dispose
 * of it when done.
 * @template [Coordinate=bigint]
 * @param {OwnCurve<Coordinate> | { readonly default: OwnCurve<Coordinate> }} curve the default
 *   export of a file that `npx curvemill generate` wrote, or its namespace
 * @param {OwnCurveOptions} [options]
 * @returns {Promise<OwnInstance<Coordinate>>}
 * @throws {InputError} no such file, one of another version, or wrong options; or the file's
 *   modules compute other points than its numbers say
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const { group } = await createCurve(p256);   // the default export of the generated p256.js
 * const sum = group.msm(points, scalars);
 */
export async function createCurve(curve, options) {
  const own = readOwnCurve(curve);
  const given = readEncoding(ownOption(options, 'encoding'));
  const [encoded, ofEngine] = [encodedCoordinatesOf(own.data), coordinatesOf(own.data)];
  /** @type {Encoding} */
  const encoding = {
    ...encodingOf(own, given),
    forEngine: (format) => inWords(format, encoded, ofEngine),
  };
  const page = pageOf(own, ownOption(options, 'backend'));
  const parts = await createParts(options, 'createCurve', [page], ['encoding']);
  const instance = new OwnInstance(parts, own.data, encoding);
  // Functions of the user's are called for the user's points alone.
  const format = typeof given === 'object' ? 'little-endian' : 'compressed';
  try {
    checkSample(/** @type {any} */ (instance.group), own.sample, format);
  } catch (error) {
    instance.dispose();
    throw error;
  }
  return /** @type {any} */ (instance);
}

/** The kernel that a backend insists on. @type {ReadonlyMap<unknown, string>} */
const DEMANDED = new Map([
  ['fma', 'fma'],
  ['wide', 'wide64'],
]);

/**
 * The curve as the library's own pages have it.
 * @param {OwnParts} own
 * @param {unknown} backend of the options
 * @returns {CurvePage}
 * @throws {EnvironmentError} it was generated without the kernel of this backend
 */
function pageOf({ data, config, kernels, scalars }, backend) {
  const demanded = DEMANDED.get(backend);
  if (demanded && !Object.hasOwn(kernels, demanded))
    throw new EnvironmentError(
      `backend '${backend}': expected a curve generated with that kernel, got ${Object.keys(kernels)}`,
    );
  const sources = Object.entries(kernels).map(([name, texts]) => [
    name,
    name === 'limbs30' ? async () => texts : async () => ({ ...texts, ...(await besides()) }),
  ]);
  return {
    data,
    kernels: Object.fromEntries(sources),
    config: async () => config,
    ...(scalars && { scalars: async () => ({ sources: sourcesOf(scalars) }) }),
  };
}

/** The code that tests a kernel beside the portable one, and that of chains. */
async function besides() {
  const [{ chooseKernels }, { chains }] = await Promise.all([
    import('./engines/wasm/kernels/known-answers.js'),
    import('./engines/wasm/msm/interleaved-wnaf.js'),
  ]);
  return { chooseKernels, chains };
}

/**
 * @type {(own: OwnParts, given: 'sec1' | 'zcash' | EncodingPair<any> | undefined) => Encoding}
 * @throws {InputError} one that the prime has no room for, or that names another root
 */
function encodingOf({ data, config }, given) {
  const field = encodedCoordinatesOf(data);
  const { degree, bytes: fieldBytes } = field;
  if (typeof given === 'object') return createPairEncoding(field, given);
  const name = given ?? (config.rootSign === 'odd' ? 'sec1' : 'zcash');
  const refuse = (/** @type {string} */ what) => {
    throw new InputError(`encoding: expected ${what}, got '${name}'`);
  };
  const isOdd = config.rootSign === 'odd';
  if (isOdd !== (name === 'sec1'))
    refuse(
      `${isOdd ? "'sec1'" : "'zcash'"} or two functions for the rootSign '${config.rootSign}'`,
    );
  if (name === 'sec1') return createSec1Encoding({ fieldBytes });
  const spare = (8 * fieldBytes) / degree - data.p.toString(2).length;
  if (spare < FLAG_BITS) refuse('two functions for a prime without three bits to spare');
  return createZcashEncoding({ prime: data.p, fieldBytes, degree });
}
