/** Debug builds of the modules that hash, against the reference: rare elements and sums. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { invert, mod, squareRoot, toBytesBE } from '../../src/math/modular.js';
import { mapToCurve } from '../../src/reference/hash-to-curve.js';
import { add, curveOf, multiply, negate } from '../../src/reference/weierstrass.js';
import { emitMapModule } from '../../wasm-gen/map/index.js';
import { isFused } from '../support/built-modules.js';
import { instantiate } from '../support/instantiate.js';
import { canonical } from '../wasm/kernels.js';

/** Uniform bytes of a coefficient. */
const UNIFORM = 64;

const range = { staticBase: 1024, staticEnd: 64 * 1024, debug: true };

/** @type {Array<'limbs30' | 'wide64' | 'fma'>} */
const kernels = ['limbs30', 'wide64'];
if (await isFused()) kernels.push('fma');

const hashed = curves.filter((curve) => 'hashing' in curve);

for (const config of /** @type {any[]} */ (hashed)) {
  const curve = curveOf(config);
  const { field, p } = /** @type {any} */ (curve);
  const map = mapToCurve(curve, config.hashing);
  const isPrime = field.degree === 1;
  const element = (c0, c1 = 0n) => (isPrime ? mod(c0, p) : { c0: mod(c0, p), c1: mod(c1, p) });

  /** Uniform bytes that reduce to these elements. */
  const uniform = (elements) => {
    const coefficients = elements.flatMap((u) => (isPrime ? [u] : [u.c0, u.c1]));
    const bytes = new Uint8Array(UNIFORM * coefficients.length);
    coefficients.forEach((c, i) => bytes.set(toBytesBE(c, UNIFORM), UNIFORM * i));
    return bytes;
  };
  const random = (seed) => element(5n ** BigInt(400 + seed), 7n ** BigInt(300 + seed));
  // Z·u² = −1, where there is such a u.
  const z = isPrime ? squareRoot(mod(-invert(config.hashing.z, p), p), p) : 0n;
  const rare = [
    element(0n),
    element(1n),
    element(-1n),
    element(2n ** 380n),
    element(z ?? 0n),
    ...(isPrime ? [] : [element(0n, 1n), element(0n, -1n), element(1n, 1n)]),
  ];

  describe.each(kernels)(`${config.name}.map.%s`, (kernel) => {
    const ready = instantiateMap(config, kernel);

    /** The image of uniform bytes. */
    const image = async (bytes) => {
      const { arena, exports } = await ready;
      const size = 2 * field.bytes;
      return arena.borrow(size + bytes.length, (target) => {
        arena.u8.fill(0xff, target, target + size);
        arena.u8.set(bytes, target + size);
        exports.map_uniform(target, target + size, bytes.length / (UNIFORM * field.degree));
        return arena.u8.slice(target, target + size);
      });
    };

    it('maps rare and random elements', async () => {
      for (const u of [...rare, random(0), random(1)]) {
        expect(await image(uniform([u]))).toEqual(canonical(map([u]), field.bytes));
      }
    });

    it('adds images: different, equal, opposite', async () => {
      const [u, v] = [random(2), random(3)];
      for (const pair of [
        [u, v],
        [u, u],
        [u, field.negate(u)],
        [rare[0], u],
        [rare[0], rare[0]],
      ]) {
        expect(await image(uniform(pair))).toEqual(canonical(map(pair), field.bytes));
      }
    });

    it('tells points of the group from others, where it has the check', async () => {
      const { arena, exports } = await ready;
      if (kernel !== 'fma' || isPrime) {
        expect(exports).not.toHaveProperty('map_is_member');
        return;
      }
      const isMember = (point) =>
        arena.borrow(2 * field.bytes, (source) => {
          arena.u8.set(canonical(point, field.bytes), source);
          return exports.map_is_member(source);
        });
      const P = map([random(4)]);
      const { Fp2 } = bls12_381.fields;
      const side = (x) => Fp2.add(Fp2.mul(Fp2.sqr(x), x), config.b);
      let x = { c0: 3n, c1: 1n };
      while (Fp2.pow(side(x), (p ** 2n - 1n) / 2n).c0 !== 1n) x = Fp2.add(x, Fp2.ONE);
      const outside = { x, y: Fp2.sqrt(side(x)) };
      const cofactorPart = multiply(curve, outside, config.order);
      for (const point of [P, negate(curve, P), config.generator]) expect(isMember(point)).toBe(1);
      for (const point of [outside, cofactorPart, add(curve, P, cofactorPart)])
        expect(isMember(point)).toBe(0);
      // Points of order 13, the smallest that there are.
      const small = multiply(curve, cofactorPart, config.cofactor / 169n);
      for (let Q = small; Q !== null; Q = multiply(curve, Q, 13n)) {
        expect(isMember(Q)).toBe(0);
        expect(isMember(add(curve, P, Q))).toBe(0);
      }
      expect(small).not.toBe(null);
    });

    it('reduces uniform bytes', async () => {
      const bytes = new Uint8Array(UNIFORM * field.degree).fill(0xff);
      const all = 2n ** BigInt(8 * UNIFORM) - 1n;
      const expected = canonical(map([element(all, all)]), field.bytes);
      expect(await image(bytes)).toEqual(expected);
    });
  });
}

/** @param {any} config @param {'limbs30' | 'wide64' | 'fma'} kernel */
async function instantiateMap(config, kernel) {
  const arena = new Arena();
  return {
    arena,
    exports: await instantiate(emitMapModule(config, kernel, range), arena.memory),
  };
}
