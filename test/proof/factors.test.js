/**
 * Steps of transforms on fma at the ends of their ranges: of what their products by factors leave,
 * the proofs do not show how large it is, which the steps after them rely on.
 */
import { describe, expect, it } from 'vitest';
import { evaluated } from '../../proof/identities/rows.js';
import { quotientFor, readPlace, valueOf, writePlace } from '../../proof/identities/places.js';
import { Randomness } from '../../proof/identities/residue.js';
import { paramOf } from '../../proof/inputs.js';
import { claimsOf } from '../../proof/claims/modules.js';
import { GENERATED, lookupOf, modulesIn, readModule } from '../../proof/labels.js';
import { functionNamed, labOf, proofsOf } from './support.js';

const NAMES = modulesIn(GENERATED).filter((name) => name.endsWith('.polynomials-fma'));
const ROUNDS = 100;

/** Thousandths of p that a step takes at most, and leaves, by the function's name. */
const BOUNDS = new Map([
  ['step_quarters', { most: 8200n, left: 8200n }],
  ['step_first_quarters', { most: 1010n, left: 8200n }],
  ['step_forward', { most: 8200n, left: 12_000n }],
  ['step_forward_neighbours', { most: 12_000n, left: 15_900n }],
]);

/**
 * So many thousandths of p, less a little: the digits of a range's end need not be in theirs.
 * @param {bigint} bound @param {bigint} p
 */
const nearly = (bound, p) => (bound * p) / 1000n - (p >> 40n);

/** Functions with a claim of a kind. @param {(claim: any) => boolean} isOfKind */
const claimedAs = (isOfKind) =>
  modulesIn(GENERATED).flatMap((name) => {
    const read = readModule(GENERATED, name);
    const isOne = (one) => claimsOf(name)(one, lookupOf(read)).some(isOfKind);
    return read.names.filter(isOne).map((one) => `${name} ${one}`);
  });

it('only three functions test digits in branches', () => {
  const names = claimedAs(({ testsDigits }) => testsDigits).map((one) => one.split(' ')[1]);
  const three = ['classify_lane', 'jacobian_add_affine', 'jacobian_double'];
  expect([...new Set(names)].sort()).toEqual(three);
});

it('only these steps, and that which makes factors, are shown at inputs only', () => {
  const sampled = claimedAs(({ isSampled, list }) => isSampled && !list);
  const steps = ['step_factors', ...BOUNDS.keys()];
  expect(sampled.sort()).toEqual(
    NAMES.flatMap((name) => steps.map((step) => `${name} ${step}`)).sort(),
  );
});

describe.each(NAMES)('%s', (moduleName) => {
  it.each([...BOUNDS])('%s leaves what the next levels take', (name, { most, left }) => {
    const { index, at } = functionNamed(moduleName, name);
    const [claim] = proofsOf(moduleName).claimsAbout(at);
    const { engine } = labOf(moduleName);
    const { field, params, inputs, outputs } = claim;
    const { p } = field;
    const random = new Randomness(`${moduleName} ${name} ${process.env.SEED ?? ''}`);
    const address = new Map(params.map((param, i) => [param, (3 << 16) + 1024 * (i + 1)]));
    const addressOf = (place) => address.get(paramOf(place)) + (place.offset ?? 0);
    const numberFor = ({ range, quotientOf }, numbers) => {
      if (quotientOf) return numbers.get(quotientOf).map((w) => quotientFor(field, w, random));
      const end = range.most < p ? range.most - (p >> 40n) : nearly(most, p);
      return [0, 1].map(() => {
        const kind = random.below(8n);
        if (kind === 0n) return random.below(2n * end + 1n) - end;
        return kind & 1n ? end : -end;
      });
    };
    for (let round = 0; round < ROUNDS; round++) {
      const numbers = new Map();
      const elements = new Map();
      for (const place of inputs) {
        const found = numberFor(place, numbers).slice(0, place.layout.offsets?.length ?? 1);
        numbers.set(place.name, found);
        elements.set(
          place.name,
          found.map((one) => valueOf(field, place, one)),
        );
        writePlace(engine.view, place, addressOf(place), found);
      }
      engine.call(
        index,
        params.map((param) => address.get(param)),
      );
      for (const place of outputs) {
        const found = readPlace(engine.view, place, addressOf(place));
        for (const one of found) expect((1000n * (one < 0n ? -one : one)) / p).toBeLessThan(left);
        const values = found.map((one) => valueOf(field, place, one).value);
        const wanted = evaluated(place.formula, place.layout, elements, claim);
        expect(values).toEqual(wanted.map(({ value }) => value));
      }
    }
  });
});
