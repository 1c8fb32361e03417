/**
 * Curves of users' own over random primes of every size, on every kernel that their primes have
 * room for and without WebAssembly, against BigInt.
 */
import { openable, onEach } from '../../own-curves/opened.js';
import { expectAgreement, expectedOf } from '../../own-curves/agreement.js';
import { randomCurve } from '../../own-curves/random-curve.js';

/** Bits of primes: tiny ones are enumerated (test/own-curves/tiny.test.js). */
const [LEAST, MOST] = [24, 576];

/** @type {import('../fuzz.js').Area} */
export const ownCurves = {
  name: 'own-curves',
  // One case takes all backends: its modules are made once.
  backends: ['portable'],
  generate: (random) => ({
    config: randomCurve(random, {
      bits: LEAST + random.int(MOST - LEAST + 1),
      a: random.pick(/** @type {const} */ (['zero', 'minus3', 'any'])),
      isExtension: random.chance(0.25),
      hasEndomorphism: random.chance(0.5),
    }),
    scalars: Array.from({ length: 5 }, () => random.bits(random.pick([1, 64, 256, 256]))),
  }),
  async check({ config, scalars }) {
    const expected = expectedOf(config, scalars);
    await onEach(await openable(config), (group) => expectAgreement(group, expected));
  },
};
