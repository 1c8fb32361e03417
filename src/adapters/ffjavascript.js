/**
 * Sums and transforms of this library in a curve object of ffjavascript, which snarkjs uses for all
 * of its protocols: PLONK and fflonk, too.
 */
import { InputError } from '../errors.js';
import { isBytes, readBytes } from '../input/bytes.js';
import { readInstance } from './parts/instances.js';

/** @import { Extension, Group, ScalarField } from '../index.js' */

/**
 * An instance with both groups: `createBn254()` for the curve `bn128`, `createBls12381()` for
 * `bls12381`.
 * @typedef {{ readonly G1: Group, readonly G2: Group<Extension> }} Instance
 */

const SCALAR_BYTES = 32;

/** Points, or values, from which the copies to and from another memory pay. */
const LEAST = 64;

/** Names of a group's sum and of the field's transforms in ffjavascript. */
const NAMES = /** @type {const} */ ({ sum: 'multiExpAffine', forward: 'fft', inverse: 'ifft' });

/**
 * Puts sums and transforms of an instance into a curve object: `multiExpAffine` of both groups,
 * `fft` and `ifft` of the scalar field. Calls that are short, or of another form (other lengths of
 * scalars, transforms of points, buffers beyond 1 GB), go on to what was there before. Points must
 * be in their groups, as those of keys and ceremonies are: it is not checked.
 * @template {object} Curve
 * @param {Curve} curve of ffjavascript, or of snarkjs's `curves.getCurveFromName('bn128')`
 * @param {Instance} bn it must live as long as the curve is used
 * @returns {Promise<() => void>} puts back what was there
 * @throws {InputError} another curve than the instance's
 * @example
 * const curve = await snarkjs.curves.getCurveFromName('bn128');
 * const restore = await accelerate(curve, await createBn254({ threads: 'auto' }));
 * await snarkjs.plonk.prove(zkey, wtns);
 */
export async function accelerate(curve, bn) {
  readInstance(bn, ['G1', 'G2'], 'createBn254 or createBls12381');
  const field = await bn.G1.scalarField();
  const { r, G1, G2, Fr } = /** @type {Record<string, any>} */ (curve ?? {});
  if (BigInt(r ?? 0) !== field.order || !G1 || !G2) {
    throw new InputError('curve: expected a curve of ffjavascript, that of the instance');
  }
  const restores = [
    replace(G1, NAMES.sum, (before) => sumOf(G1, bn.G1, before)),
    replace(G2, NAMES.sum, (before) => sumOf(G2, bn.G2, before)),
  ];
  // Curves whose roots of unity are others keep their transforms.
  const log = Fr.s;
  if (BigInt(Fr.toString(Fr.w[log])) === field.rootOfUnity(2 ** log)) {
    for (const [name, inverse] of /** @type {const} */ ([
      [NAMES.forward, false],
      [NAMES.inverse, true],
    ])) {
      restores.push(replace(Fr, name, (before) => transformOf(field, inverse, before)));
    }
  }
  return () => restores.forEach((restore) => restore());
}

/**
 * @param {any} object
 * @param {'multiExpAffine' | 'fft' | 'ifft'} name
 * @param {(before: (...args: any[]) => any) => (...args: any[]) => any} make
 */
function replace(object, name, make) {
  const before = object[name];
  object[name] = make(before.bind(object));
  return () => void (object[name] = before);
}

/**
 * The bytes of a buffer, or null for one that is none: beyond a size they are in several parts.
 * @param {any} buffer a Uint8Array, or ffjavascript's BigBuffer
 * @returns {Uint8Array | null}
 */
function bytesOf(buffer) {
  if (isBytes(buffer)) return readBytes(buffer, 'buffer');
  const isLarge = typeof buffer?.slice === 'function' && Array.isArray(buffer.buffers);
  const bytes = isLarge && buffer.buffers.length === 1 && buffer.slice(0, buffer.byteLength);
  return isBytes(bytes) ? bytes : null;
}

/**
 * @param {any} host a group of ffjavascript
 * @param {Group<any>} group
 * @param {(...args: any[]) => any} before
 */
const sumOf =
  (host, group, before) =>
  async (
    /** @type {unknown} */ bases,
    /** @type {unknown} */ scalars,
    /** @type {any[]} */ ...rest
  ) => {
    const [points, values] = [bytesOf(bases), bytesOf(scalars)];
    const size = 2 * host.F.n8;
    const count = points ? points.length / size : 0;
    if (!points || !values || count < LEAST || values.length !== count * SCALAR_BYTES) {
      return before(bases, scalars, ...rest);
    }
    const format = 'montgomery-le';
    const vector = group.points(points, { format, check: false });
    try {
      const sum = await group.msmAsync(vector, values, { endian: 'le' });
      if (sum.isIdentity()) return host.zero;
      // In Jacobian coordinates.
      const result = new Uint8Array(size + host.F.n8);
      result.set(sum.toBytes(format));
      result.set(host.F.one, size);
      return result;
    } finally {
      vector.dispose();
    }
  };

/**
 * @param {ScalarField} field
 * @param {boolean} inverse
 * @param {(...args: any[]) => any} before
 */
const transformOf =
  (field, inverse, before) =>
  async (/** @type {unknown} */ buffer, /** @type {any[]} */ ...rest) => {
    const values = bytesOf(buffer);
    const count = values ? values.length / SCALAR_BYTES : 0;
    if (!values || count < LEAST || (count & (count - 1)) !== 0) return before(buffer, ...rest);
    const format = 'montgomery-le';
    const vector = field.vector(values, { format });
    try {
      await field.nttAsync(vector, { inverse });
      return vector.toBytes(format);
    } finally {
      vector.dispose();
    }
  };
