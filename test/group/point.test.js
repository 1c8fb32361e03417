/** The methods of Point, against @noble/curves. */
import { expect, it } from 'vitest';
import { forEachGroup } from '../support/backends.js';
import { expectInputError } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { assertProperty, fc } from '../support/property.js';

forEachGroup('Point', (context) => {
  const { name, order, p, compressedMultiple, nobleMultiple } = context.oracle;
  const scalar = fc.bigInt({ min: 0n, max: order - 1n });

  /** @param {bigint} k */
  const multiple = (k) => context.group.generator.multiply(k);

  /**
   * @param {any} point
   * @param {bigint} k
   */
  const isMultiple = (point, k) =>
    expect(toHex(point.toBytes())).toBe(toHex(compressedMultiple(k)));

  it('multiply reduces integers of any size and sign', () => {
    const edges = [0n, 1n, 2n, -1n, order - 1n, order, order + 1n, -order, 2n ** 256n - 1n];
    edges.push(2n ** 255n, 2n ** 1000n, -(2n ** 1000n), 2n ** 128n, 2n ** 127n - 1n);
    for (const k of edges) isMultiple(multiple(k), k);
    assertProperty(
      fc.property(scalar, (k) => void isMultiple(multiple(k), k)),
      20,
    );
  });

  it('multiply takes 32 bytes, big-endian', () => {
    for (const k of [0n, 1n, 12345n, 2n ** 255n + 3n, 2n ** 256n - 1n]) {
      const bytes = fromHex(k.toString(16).padStart(64, '0'));
      expect(context.group.generator.multiply(bytes).equals(multiple(k))).toBe(true);
    }
    for (const length of [0, 31, 33]) {
      expectInputError(() => context.group.generator.multiply(new Uint8Array(length)));
    }
  });

  it('multiply of any point, not only the generator', () => {
    assertProperty(
      fc.property(scalar, scalar, (k, l) => void isMultiple(multiple(k).multiply(l), k * l)),
      10,
    );
    expect(context.group.identity.multiply(5n).isIdentity()).toBe(true);
  });

  it('add, subtract, double and negate agree', () => {
    assertProperty(
      fc.property(scalar, scalar, (k, l) => {
        const [P, Q] = [multiple(k), multiple(l)];
        isMultiple(P.add(Q), k + l);
        isMultiple(P.subtract(Q), k - l);
        isMultiple(P.double(), 2n * k);
        isMultiple(P.negate(), -k);
      }),
      10,
    );
  });

  it('the special cases of addition', () => {
    const { group } = context;
    const P = multiple(5n);
    isMultiple(P.add(P), 10n);
    expect(P.add(P.negate()).isIdentity()).toBe(true);
    expect(P.subtract(P).isIdentity()).toBe(true);
    expect(P.add(group.identity).equals(P)).toBe(true);
    expect(group.identity.add(P).equals(P)).toBe(true);
    expect(group.identity.subtract(P).equals(P.negate())).toBe(true);
    for (const identity of [
      group.identity.add(group.identity),
      group.identity.double(),
      group.identity.negate(),
    ]) {
      expect(identity.isIdentity()).toBe(true);
    }
  });

  it('equals compares values, not objects', () => {
    expect(multiple(7n).equals(multiple(7n))).toBe(true);
    expect(multiple(7n).equals(multiple(-7n))).toBe(false);
    expect(multiple(7n).equals(context.group.identity)).toBe(false);
    expect(context.group.identity.equals(multiple(order))).toBe(true);
  });

  it('toAffine gives bigints below p, and null for the identity', () => {
    expect(multiple(11n).toAffine()).toEqual(nobleMultiple(11n).toAffine());
    const { x, y } = multiple(12n).toAffine();
    const coefficients = [x, y].flatMap((coordinate) =>
      typeof coordinate === 'bigint' ? coordinate : [coordinate.c0, coordinate.c1],
    );
    expect(coefficients.every((value) => value >= 0n && value < p)).toBe(true);
    expect(context.group.identity.toAffine()).toBeNull();
    expect(context.group.point({ x, y }).equals(multiple(12n))).toBe(true);
  });

  it('isInSubgroup holds for every checked point', () => {
    expect(multiple(13n).isInSubgroup()).toBe(true);
    expect(context.group.identity.isInSubgroup()).toBe(true);
  });

  it('is immutable and returns copies', () => {
    const P = multiple(3n);
    const bytes = P.toBytes();
    bytes.fill(0);
    isMultiple(P, 3n);
    expect(Object.isFrozen(P)).toBe(true);
  });

  it('wrong arguments are InputErrors, and the point remains usable', () => {
    const P = multiple(3n);
    for (const bad of [undefined, null, 3n, new Uint8Array(48), {}, { x: 1n, y: 2n }]) {
      for (const method of ['add', 'subtract', 'equals']) {
        expectInputError(() => P[method](bad));
      }
    }
    for (const bad of [undefined, 3, '3', null, new Uint8Array(31), NaN]) {
      expectInputError(() => P.multiply(bad));
    }
    for (const bad of ['compact', '', null, 1, 'COMPRESSED']) {
      expectInputError(() => P.toBytes(bad));
    }
    isMultiple(P.double(), 6n);
  });

  it('a point of another instance is refused', async () => {
    const other = await context.createOther();
    const { generator } = context.groupOf(other);
    try {
      for (const method of ['add', 'subtract', 'equals']) {
        expectInputError(() => context.group.generator[method](generator));
      }
    } finally {
      other.dispose();
    }
  });

  it('the group has name, order, generator and identity', () => {
    const { group } = context;
    expect(group.name).toBe(name);
    expect(group.order).toBe(order);
    isMultiple(group.generator, 1n);
    expect(group.identity.isIdentity()).toBe(true);
    expect(group.generator.isIdentity()).toBe(false);
  });
});
