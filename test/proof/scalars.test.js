import { describe, expect, it } from 'vitest';
import { domainOf } from '../../proof/inputs.js';
import { Machine } from '../../proof/kernel/machine/machine.js';
import { SPLITTINGS, scalarClaims } from '../../proof/claims/scalars.js';
import { shortVectors } from '../../proof/search/lattice.js';
import { Refused } from '../../proof/kernel/refused.js';
import { attempt, constant, proveNamed } from './support.js';

/** A claim about other numbers. @param {string} group @param {string} name @param {object} more */
const of = (group, name, more) => () =>
  scalarClaims(group, { ...SPLITTINGS.get(group), ...more })(name)[0];
const claimOf = (group, name) => of(group, name, {});

describe('splits of scalars', () => {
  it.each([...SPLITTINGS])('of %s hold', (group, { bits }) => {
    expect(proveNamed(`${group}.scalar`, 'split').paths).toBeGreaterThan(3);
    const tighter = of(group, 'split', { bits: bits - 1 });
    expect(() => proveNamed(`${group}.scalar`, 'split', tighter)).toThrow(/bits/);
  });

  it.each([...SPLITTINGS])('of %s do not hold of another λ or order', (group, { lambda, r }) => {
    const prove = (change) => () => proveNamed(`${group}.scalar`, 'split', change);
    for (const change of [{ lambda: -lambda }, { lambda: lambda + 1n }, { r: r + 2n }])
      expect(prove(of(group, 'split', change)), JSON.stringify(Object.keys(change))).toThrow(
        Refused,
      );
  });

  it('hold whatever short vectors are given', () => {
    const { r, lambda } = /** @type {any} */ (SPLITTINGS.get('vesta'));
    const [[a, b], [c, d]] = shortVectors(r, lambda);
    const prove = (basis) => proveNamed('vesta.scalar', 'split', of('vesta', 'split', { basis }));
    const swapped = [
      [c + a, d + b],
      [-a, -b],
    ];
    expect(prove(swapped).bound).toEqual([0n, 0n]);
    // Not of the lattice.
    expect(() =>
      prove([
        [a, b + 1n],
        [c, d],
      ]),
    ).toThrow(Refused);
  });

  it('with another rounding are refused', () => {
    const half = 1024n;
    const change = claimOf('bls12-381-g1', 'split');
    const proveWith = (to) =>
      attempt('bls12-381-g1.scalar', 'split', { change, code: constant(half, to, 'i64') });
    expect(proveWith(half).paths).toBeGreaterThan(3);
    expect(() => proveWith(512n)).toThrow(/bits/);
  });
});

describe('digits of scalars', () => {
  it.each([...SPLITTINGS.keys()])('of %s hold for all sizes of windows', (group) => {
    const claims = scalarClaims(group)('digits');
    expect(claims.length).toBe(23);
    for (const claim of claims)
      expect(proveNamed(`${group}.scalar`, 'digits', () => claim).paths).toBe(1);
  });

  it('of one window less, or longer numbers, are refused', () => {
    for (const claim of scalarClaims('pallas')('digits')) {
      const { numbers = new Map(), outputs } = claim;
      const fewer = new Map(numbers).set('windows', numbers.get('windows') - 1n);
      const change = () => ({ ...claim, numbers: fewer, outputs });
      expect(() => proveNamed('pallas.scalar', 'digits', change)).toThrow(Refused);
    }
    const longer = of('pallas', 'digits', { bits: 130 });
    expect(() =>
      proveNamed('pallas.scalar', 'digits', () => ({
        ...longer(),
        numbers: claimOf('pallas', 'digits')().numbers,
      })),
    ).toThrow(Refused);
  });
});

describe('leading zeros', () => {
  const code = [{ op: 'local.get', index: 0 }, { op: 'i64.clz' }, { op: 'end' }];
  const type = { params: ['i64'], results: ['i64'] };
  const module = /** @type {any} */ ({
    ...{ functions: [{ type, locals: [], code }], imports: [], data: [] },
  });
  const call = (domain, value) => {
    const [result] = new Machine(module, domain).call(0, [{ type: 'i64', value }]);
    return /** @type {any} */ (result).value;
  };

  it.each([
    [0n, 64n],
    [1n, 63n],
    [-1n, 0n],
  ])('of %s are %s', (number, wanted) => {
    const domain = domainOf();
    expect(call(domain, domain.constant(number)).constant()).toBe(wanted);
  });

  it('of an unknown word are any', () => {
    const domain = domainOf();
    const { low, high } = call(domain, domain.input(0n, 1n << 40n));
    expect([low, high]).toEqual([0n, 64n]);
  });
});
