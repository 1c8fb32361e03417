/**
 * Points that become affine on first use: as results of sums over fixed points, through the public
 * interface, and after the instance is disposed.
 */
import { describe, expect, it } from 'vitest';
import { ResourceError } from '../../src/errors.js';
import { coordinatesOf } from '../../src/math/coordinates.js';
import { normalize } from '../../src/verkle/engine/normalize.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { forEachGroup } from '../support/backends.js';
import { expectInputError } from '../support/errors.js';
import { toHex } from '../support/hex.js';

const { p } = banderwagon;

forEachGroup('sums over fixed points', (context) => {
  const logs = [1n, 2n, -3n, 2n ** 200n, 1n, -1n];
  const scalars = [5n, 3n, 2n ** 251n, 12345n, 7n, 9n];
  const { expectedMsm, pointsWithLogs } = context.oracle;
  const wanted = toHex(expectedMsm(logs, scalars));

  /** Fresh sums, none of which has been looked at. @param {number} count @param {any} [group] */
  const sums = async (count, group = context.group) => {
    const basis = await group.fixedBasis(pointsWithLogs(logs), { memory: 2 ** 17 });
    const found = Array.from({ length: count }, () => basis.msm(scalars));
    const none = basis.msm([4n, 4n], { indices: [0, 5] });
    basis.dispose();
    return { found, none };
  };

  it('are points like others, whichever method is called first', async () => {
    const { group } = context;
    const same = group.generator.multiply(logs.reduce((sum, log, i) => sum + log * scalars[i], 0n));
    const uses = [
      (sum) => expect(toHex(sum.toBytes())).toBe(wanted),
      (sum) => expect(sum.toAffine()).toEqual(same.toAffine()),
      (sum) => expect(Object.isFrozen(sum.add(sum)) && Object.isFrozen(sum)).toBe(true),
      (sum) => expect(sum.equals(same)).toBe(true),
      (sum) => expect(same.equals(sum)).toBe(true),
      (sum) => expect(sum.equals(group.generator)).toBe(false),
      (sum) => expect(sum.isIdentity()).toBe(false),
      (sum) => expect(sum.isInSubgroup()).toBe(true),
      (sum) => expect(sum.add(same).equals(same.double())).toBe(true),
      (sum) => expect(same.subtract(sum).isIdentity()).toBe(true),
      (sum) => expect(sum.negate().equals(same.negate())).toBe(true),
      (sum) => expect(sum.double().equals(same.double())).toBe(true),
      (sum) => expect(sum.multiply(3n).equals(same.multiply(3n))).toBe(true),
      (sum) => expect(group.msm([sum, sum], [2n, -1n]).equals(same)).toBe(true),
      (sum) => expect(toHex(group.points([sum]).toBytes())).toBe(toHex(same.toBytes())),
    ];
    const { found, none } = await sums(uses.length);
    uses.forEach((use, i) => {
      use(found[i]);
      // Again, from what is remembered.
      use(found[i]);
    });
    expect(none.isIdentity()).toBe(true);
    expect(none.toAffine()).toBeNull();
    expect(none.equals(group.identity)).toBe(true);
  });

  it('outlive the instance', async () => {
    const instance = await context.createOther();
    const group = context.groupOf(instance);
    const { found, none } = await sums(4, group);
    const [, second, third, fourth] = found;
    const { identity } = group;
    const affine = found[0].toAffine();
    instance.dispose();
    expect(toHex(second.toBytes())).toBe(wanted);
    expect(second.equals(third)).toBe(true);
    expect(third.toAffine()).toEqual(affine);
    expect(none.equals(identity)).toBe(true);
    expect(toHex(none.toBytes())).toBe(toHex(identity.toBytes()));
    expectInputError(() => fourth.add(found[0]));
    expect(toHex(fourth.negate().negate().toBytes())).toBe(wanted);
  });
});

describe('by the definition', () => {
  const group = {
    config: banderwagon,
    field: coordinatesOf(banderwagon),
    fieldBytes: 32,
  };
  const { x, y } = banderwagon.generator;
  const bytes = (...values) =>
    Uint8Array.from(values.flatMap((value) => [...toBytesLE(mod(value, p), 32)]));

  const failing = (/** @type {Error} */ error) => ({
    borrow: () => {
      throw error;
    },
  });
  const engineWith = (/** @type {Error} */ error) => ({
    elements: { parts: { arena: failing(error), batch: { model: {} } } },
  });
  const cases = [
    { name: 'without memory', error: new ResourceError('no memory'), ended: false },
    { name: 'after the instance', error: new TypeError('a freed arena'), ended: true },
  ];

  it.each(cases)('the same for all factors, $name', ({ error, ended }) => {
    const engine = engineWith(error);
    const context = /** @type {any} */ ({ ...group, engine, lifetime: { ended } });
    const normalized = (/** @type {number[]} */ limbs) => normalize(context, limbs);
    const wanted = [bytes(x, y), bytes(-x, -y)][2n * y > p ? 0 : 1];
    const words = (...values) => [...new Int32Array(bytes(...values).buffer)];
    /** Five signed digits of 52 bits, of values that need not be below p. */
    const digits = (...values) =>
      values.flatMap((value) => {
        let rest = mod(value, p) - p;
        return Array.from({ length: 5 }, (_, i) => {
          const digit = i < 4 ? BigInt.asIntN(52, rest) : rest;
          rest = (rest - digit) >> 52n;
          return Number(digit);
        });
      });
    for (const Z of [1n, 2n, p - 1n, 3n ** 150n]) {
      expect(normalized(digits(x * Z, y * Z, Z))).toEqual(wanted);
      expect(normalized(digits(-x * Z, -y * Z, Z))).toEqual(wanted);
      expect(normalized(digits(0n, -Z, Z))).toEqual(new Uint8Array(64));
      expect(normalized(words(x * Z, y * Z, Z))).toEqual(wanted);
      expect(normalized(words(-x * Z, -y * Z, Z))).toEqual(wanted);
      for (const sign of [1n, -1n]) {
        expect(normalized(words(0n, sign * Z, Z))).toEqual(new Uint8Array(64));
      }
    }
  });

  it('other failures are not hidden', () => {
    const engine = engineWith(new TypeError('a bug'));
    const context = /** @type {any} */ ({ ...group, engine, lifetime: { ended: false } });
    expect(() => normalize(context, [])).toThrow(TypeError);
  });
});
