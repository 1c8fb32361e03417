/** Deep equality and consoles: objects whose fields are private are told apart. */
import assert from 'node:assert';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { forEachBackend, forEachGroup } from '../support/backends.js';
import { expectInputError, thrownBy } from '../support/errors.js';

/** Whether all three comparisons find the values equal; they must agree. */
function areEqual(a, b) {
  const asserted = [
    () => expect(a).toEqual(b),
    () => expect(a).toStrictEqual(b),
    () => expect([{ a }]).toEqual([{ a: b }]),
    () => assert.deepStrictEqual(a, b),
    () => assert.deepEqual({ a }, { a: b }),
  ].map((compare) => {
    try {
      compare();
      return true;
    } catch {
      return false;
    }
  });
  expect(new Set(asserted).size, `${asserted}`).toBe(1);
  return asserted[0];
}

forEachGroup('deep equality', (context) => {
  it('tells points apart, however they were made', () => {
    const { group } = context;
    const G = group.generator;
    const twice = G.double();
    for (const same of [G.add(G), group.msm([G], [2n]), group.point(twice.toBytes())]) {
      expect(areEqual(same, twice)).toBe(true);
    }
    for (const other of [G, twice.negate(), group.identity, twice.add(G)]) {
      expect(areEqual(other, twice)).toBe(false);
    }
    expect(areEqual(group.identity, G.subtract(G))).toBe(true);
  });

  it('tells vectors apart', () => {
    const { group } = context;
    const vector = group.randomPoints(3, 1);
    const other = group.randomPoints(3, 2);
    expect(areEqual(vector, group.points(vector.toBytes()))).toBe(true);
    expect(areEqual(vector, other)).toBe(false);
    expect(areEqual(vector, vector.slice(0, 2))).toBe(false);
    expect(areEqual(vector.slice(1, 2), vector.slice(1, 2))).toBe(true);
    expect(areEqual(vector.slice(1, 2), vector.slice(2, 3))).toBe(false);
    expect(areEqual(vector.at(0), vector)).toBe(false);
    vector.dispose();
    other.dispose();
  });

  it('leaves a prototype readable', () => {
    const { group } = context;
    const { constructor } = group.generator;
    expect(Object.prototype.toString.call(constructor.prototype)).toBe('[object Point]');
    expect(`${inspect(constructor.prototype, { depth: 0 })}`).toMatch(/Point/);
  });
});

forEachBackend('deep equality and consoles', (context) => {
  it('tell values of the pairing apart', () => {
    const { bls } = context;
    const { G1, G2 } = bls;
    const value = bls.pairing(G1.generator, G2.generator);
    expect(areEqual(value.pow(2n), value.multiply(value))).toBe(true);
    expect(areEqual(value, value.multiply(value))).toBe(false);
    expect(areEqual(value, value.inverse())).toBe(false);
    expect(inspect(value)).toBe(`Gt(${Buffer.from(value.toBytes()).toString('hex')})`);
    expect(thrownBy(() => structuredClone(value)).name).toBe('DataCloneError');
  });

  it('show an instance: its groups, kernels and threads', () => {
    const { bls } = context;
    const text = inspect({ bls }, { breakLength: Infinity, depth: 4 });
    const { single, batch } = bls.backend;
    expect(text).toBe(
      `{ bls: curvemill(bls12-381-g1,bls12-381-g2; single: ${single}, batch: ${batch}; threads: 1) }`,
    );
  });

  it('refuse to clone an instance, with a sentence', () => {
    const error = thrownBy(() => structuredClone({ instance: context.bls }));
    expect(error.name).toBe('DataCloneError');
    expect(error.message).toContain('not cloned: create an instance in each thread');
  });

  it('work no more with vectors of a disposed instance', async () => {
    const other = await context.createOther();
    const [first, second] = [1, 2].map((seed) => context.groupOf(other).randomPoints(3, seed));
    other.dispose();
    expectInputError(() => assert.deepStrictEqual(first, second));
  });
});
