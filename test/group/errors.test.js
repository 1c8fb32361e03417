/**
 * Wrong arguments of every call: typed errors that say what was expected and what came, the same
 * on every backend.
 */
import { expect, it } from 'vitest';
import { CurvemillError } from '../../src/errors.js';
import { forEachGroup } from '../support/backends.js';
import { thrownBy } from '../support/errors.js';

/** Messages of the first backend, by group and call: the others must give the same. */
const said = new Map();

/** An object that throws when its constructor is read. */
const withoutClass = {
  get constructor() {
    throw new RangeError('no class');
  },
};

/** @param {Uint8Array} bytes */
function detached(bytes) {
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

forEachGroup('errors', (context) => {
  const { name, order, p } = context.oracle;

  /** Coordinates of G with another x. */
  const withX = ({ x, y }, change) =>
    typeof x === 'bigint' ? { x: change(x), y } : { x: { c0: change(x.c0), c1: x.c1 }, y };

  it('have class, code and details, and leave the instance usable', async () => {
    const { group } = context;
    const other = await context.createOther();
    const foreign = context.groupOf(other).generator;
    const G = group.generator;
    const bytes = G.toBytes();
    const size = bytes.length;
    const affine = G.toAffine();
    const vector = group.points([G, G.double()]);
    const dead = group.points([G]);
    const view = dead.slice(0, 1);
    dead.dispose();
    const basis = await group.fixedBasis(vector, { memory: 2 ** 18 });
    const bare = await group.fixedBasis(vector, { memory: 0 });
    const ofOther = context.groupOf(other).points([foreign]);
    const all255 = (/** @type {number} */ n) => new Uint8Array(n).fill(255);
    const strict = { strict: true };

    /** @type {Record<string, Record<string, () => unknown>>} by the code, `reason` and `index` */
    const calls = {
      ERR_INPUT: {
        'point of nothing': () => group.point(),
        'point of a number': () => group.point(5),
        'point of a hexadecimal text': () => group.point('00'),
        'point of an ArrayBuffer': () => group.point(bytes.buffer),
        'point of other bytes': () => group.point(new Uint8ClampedArray(bytes)),
        'point of a detached array': () => group.point(detached(new Uint8Array(bytes))),
        'point without y': () => group.point({ x: affine.x }),
        'point of texts': () => group.point({ x: '1', y: '2' }),
        'point of another instance': () => group.point(foreign),
        'point in an unknown format': () => group.point(bytes, { format: 'hex' }),
        'point in a format of a nameless class': () =>
          group.point(bytes, { format: Object.create({ constructor: { name: Symbol('x') } }) }),
        'point in a format that does not say what it is': () =>
          group.point(bytes, { format: Object.create(withoutClass) }),
        'point with a check that is no boolean': () => group.point(bytes, { check: 0 }),
        'point with an unknown option': () => group.point(bytes, { Check: false }),
        'point with null for options': () => group.point(bytes, null),
        'points of nothing': () => group.points(),
        'points of a Point': () => group.points(G),
        'points of a vector': () => group.points(vector),
        'points of encodings and points': () => group.points([bytes, G]),
        'points with a hole': () => group.points([G, , G]), // eslint-disable-line no-sparse-arrays
        'points of another instance': () => group.points([G, foreign]),
        'msm of nothing': () => group.msm(),
        'msm with few scalars': () => group.msm(vector, [1n]),
        'msm with many bytes': () => group.msm(vector, new Uint8Array(96)),
        'msm with odd bytes': () => group.msm(vector, new Uint8Array(65)),
        'msm with a number': () => group.msm(vector, [1n, 2]),
        'msm with a hole': () => group.msm(vector, [1n, ,]), // eslint-disable-line no-sparse-arrays
        'msm with detached scalars': () => group.msm(vector, detached(new Uint8Array(64))),
        'msm with an unknown byte order': () => group.msm(vector, [1n, 1n], { endian: 'BE' }),
        'msm with a signal': () => group.msm(vector, [1n, 1n], { signal: undefined }),
        'msm of a disposed vector': () => group.msm(dead, [1n]),
        'msm of a view of one': () => group.msm(view, [1n]),
        'msm of a vector of another instance': () => group.msm(ofOther, [1n]),
        'msm of a basis': () => group.msm(basis, [1n, 1n]),
        'msmAsync with few scalars': () => group.msmAsync(vector, [1n]),
        'msmAsync with a wrong signal': () => group.msmAsync(vector, [1n, 1n], { signal: {} }),
        'msmAsync with a wrong onProgress': () => group.msmAsync(vector, [], { onProgress: 1 }),
        'fixedBasis of nothing': () => group.fixedBasis(),
        'fixedBasis of a disposed vector': () => group.fixedBasis(dead),
        'fixedBasis with negative memory': () => group.fixedBasis(vector, { memory: -1 }),
        'fixedBasis with half a byte': () => group.fixedBasis(vector, { memory: 0.5 }),
        'fixedBasis with an unknown option': () => group.fixedBasis(vector, { bytes: 1 }),
        'basis: many scalars': () => basis.msm([1n, 1n, 1n]),
        'basis without a table: many scalars': () => bare.msm([1n, 1n, 1n]),
        'basis: no scalars': () => basis.msm(),
        'basis: an index twice': () => basis.msm([1n, 1n], { indices: [1, 1] }),
        'basis: an index too large': () => basis.msm([1n], { indices: [2] }),
        'basis without a table: an index too large': () => bare.msm([1n], { indices: [2] }),
        'basis: a negative index': () => basis.msm([1n], { indices: [-1] }),
        'basis: an index as text': () => basis.msm([1n], { indices: ['0'] }),
        'basis: an index as a bigint': () => basis.msm([1n], { indices: [0n] }),
        'basis: more indices than scalars': () => basis.msm([1n], { indices: [0, 1] }),
        'basis: indices that are no list': () => basis.msm([1n], { indices: 0 }),
        'basis: an unknown option': () => basis.msm([1n], { index: [0] }),
        'vector: at beyond the end': () => vector.at(2),
        'vector: slice without an end': () => vector.slice(0),
        'vector: an unknown format': () => vector.toBytes('hex'),
        'a disposed vector': () => dead.at(0),
        'a view of a disposed vector': () => view.toBytes(),
        'add nothing': () => G.add(),
        'add a point of another instance': () => G.add(foreign),
        'multiply by a number': () => G.multiply(2),
        'toBytes in an unknown format': () => G.toBytes('hex'),
        'randomPoints: a negative number': () => group.randomPoints(-1, 1),
        'randomPoints: no seed': () => group.randomPoints(1),
        'randomScalars: a negative seed': () => group.randomScalars(1, -1),
      },
      'ERR_POINT length': {
        'point of no bytes': () => group.point(new Uint8Array()),
        'point with a byte too few': () => group.point(bytes.subarray(1), { format: 'compressed' }),
        'point with a byte too many': () => group.point(new Uint8Array([...bytes, 0])),
        'point of the other format': () => group.point(bytes, { format: 'little-endian' }),
        'points with a byte too few': () => group.points(bytes.subarray(0, size - 1)),
        'msm with points with a byte too few': () => group.msm(bytes.subarray(0, size - 1), [1n]),
      },
      'ERR_POINT not-on-curve': {
        'point off the curve': () => group.point(withX(affine, (x) => x - 1n)),
      },
      'ERR_POINT range': {
        'point with x = p + x': () => group.point(withX(affine, (x) => x + p)),
        'point with a negative x': () => group.point(withX(affine, (x) => x - p)),
        'point with a huge x': () => group.point(withX(affine, () => 1n << 2000n)),
      },
      'ERR_POINT not-on-curve 1': {
        'points off the curve': () => group.points([G, withX(affine, (x) => x - 1n)]),
        'msm of points off the curve': () => group.msm([G, withX(affine, (x) => x - 1n)], [1n, 1n]),
      },
      'ERR_POINT range 2': {
        'points with coordinates too large': () => group.points([G, G, withX(affine, () => p)]),
      },
      'ERR_SCALAR 0': {
        'strict: bytes': () => group.msm(vector, all255(64), strict),
        'strict: little-endian': () => group.msm(vector, all255(64), { ...strict, endian: 'le' }),
        'strict: a basis': () => basis.msm(all255(32), strict),
      },
      'ERR_SCALAR 1': {
        'strict: negative': () => group.msm(vector, [1n, -1n], strict),
        'strict: the order': () => group.msm(vector, [1n, order], strict),
        'strict: the order, later': () => group.msmAsync(vector, [1n, order], strict),
        'strict: the order, in a basis': () => basis.msm([1n, order], strict),
      },
    };

    for (const [expected, list] of Object.entries(calls)) {
      for (const [title, call] of Object.entries(list)) {
        const where = `${name}: ${title}`;
        const error = await (async () => call())().then(
          () => null,
          (reason) => reason,
        );
        expect(error, where).toBeInstanceOf(CurvemillError);
        const { code, reason, index, message } = error;
        // An InputError has the index that its message names.
        const [, named] = /at index (\d+):/.exec(message) ?? [];
        if (code === 'ERR_INPUT') expect(index, where).toBe(named && Number(named));
        const item = code === 'ERR_INPUT' ? undefined : index;
        expect([code, reason, item].filter((part) => part !== undefined).join(' '), where).toBe(
          expected,
        );
        expect(message, where).toMatch(/expected .+, got .+/);
        if (index !== undefined) expect(message, where).toMatch(`index ${index}:`);
        if (title.startsWith('point ')) expect(message, where).not.toMatch('index');
        expect(message, where).toBe(said.get(where) ?? message);
        said.set(where, message);
      }
    }

    expect(group.msm(vector, [1n, 2n]).equals(G.multiply(5n))).toBe(true);
    expect(basis.msm([2n], { indices: [1] }).equals(G.multiply(4n))).toBe(true);
    [basis, bare, vector].forEach((object) => object.dispose());
    other.dispose();
  });

  it('name the value found and its proper place', async () => {
    const { group } = context;
    const G = group.generator;
    const vector = group.points([G, G.double()]);
    const bytes = G.toBytes();
    const other = await context.createOther();
    const foreign = context.groupOf(other).generator;
    /** @type {[() => unknown, RegExp][]} */
    const calls = [
      [() => group.points([G, bytes]), /^point at index 1: expected a Point or \{ x, y \} of .+, got an object \(Uint8Array\)$/], // prettier-ignore
      [() => group.points([bytes, G]), /^point at index 1: expected a Uint8Array, got an object \(Point\)$/], // prettier-ignore
      [() => group.points([bytes, bytes.subarray(1)]), /^point at index 1: expected \d+ bytes \(compressed\), got \d+$/], // prettier-ignore
      [() => group.points([G, '00']), /^point at index 1: expected a Point or \{ x, y \} of .+, got '00'$/], // prettier-ignore
      [() => group.point({ x: 1, y: 2 }), /^point: expected bytes, a Point or .+, got an object \(Object\)$/], // prettier-ignore
      [() => group.points(vector), /^points: expected a Uint8Array or an array of points, got an object \(PointVector\)$/], // prettier-ignore
      [() => group.msm(G, [1n]), /^points: expected a Uint8Array or an array of points, got an object \(Point\)$/], // prettier-ignore
      [() => group.msm(vector), /^scalars: expected an array of bigints or a Uint8Array, got undefined$/], // prettier-ignore
      [() => group.msm(vector, [bytes, bytes]), /^scalar at index 0: expected a bigint \(bytes stand back to back in one Uint8Array\), got an object \(Uint8Array\)$/], // prettier-ignore
      [() => G.add(foreign), /^point: expected a Point of this \S+, got one of another instance$/],
    ];
    for (const [call, message] of calls) expect(thrownBy(call).message).toMatch(message);
    other.dispose();
    vector.dispose();
  });

  it.skipIf(context.backend === 'bigint')(
    'more points than memory are refused before any work',
    () => {
      // Drawing the discrete logarithms alone would take minutes.
      for (const n of [2 ** 24, 2 ** 31 - 1]) {
        expect(() => context.group.randomPoints(n, 1)).toThrow(
          expect.objectContaining({ code: 'ERR_RESOURCE' }),
        );
      }
    },
  );
});
