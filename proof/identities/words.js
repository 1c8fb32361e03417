/** Flags and signs of inputs. */
import { holdsOf, setFlag } from '../flags.js';
import { signParams } from '../signs.js';

/** @import { Claim, Flag } from '../claims/claim.js' */

/**
 * All combinations of flags and signs of inputs.
 * @param {Claim} claim
 * @param {(flag: Flag) => string} keyOf
 * @returns {Map<string, bigint>[]}
 */
export function wordsOf(claim, keyOf) {
  /** @type {Map<string, bigint>[]} */
  let all = [new Map()];
  for (const param of signParams(claim))
    all = all.flatMap((words) =>
      [0n, 1n].map((bit) => new Map(words).set(`${param} is negative`, bit)),
    );
  const inputs = (claim.flags ?? []).filter(({ isOutput }) => !isOutput);
  for (const flag of inputs)
    all = all.flatMap((words) => {
      if (!holdsOf(flag, words)) return [words];
      const twin = inputs.find((one) => words.has(` ${one.name}`) && keyOf(one) === keyOf(flag));
      const known = twin && words.get(` ${twin.name}`);
      return (known !== undefined ? [known] : (flag.values ?? [0n, 1n])).map((value) => {
        const more = new Map(words).set(` ${flag.name}`, value);
        setFlag(more, flag, value);
        return more;
      });
    });
  return all;
}
