/** The form of a claim about a function that computes with numbers in memory. */

/**
 * @import { Field } from './fields.js'
 * @import { Layout, Range } from '../kernel/layouts.js'
 */

/**
 * Where an element is: at the address that a param is, plus an offset; or at an address of the
 * module's own memory, which may be one of which only is said that there is one, the same in all
 * claims. The param is that of the same name, unless another is given.
 * @typedef {object} Place
 * @property {string} name in formulas
 * @property {Layout} layout
 * @property {Range} range
 * @property {string} [param]
 * @property {number} [offset]
 * @property {number} [address]
 * @property {string} [own] the address is where this function leaves an element of that name
 * @property {string} [only] a flag; unless it is 1, nothing is there
 * @property {string | readonly string[]} [unless] flags; if one is 1, nothing is there
 * @property {string} [is] of inputs: the formula of those before that it is
 * @property {string} [quotientOf] the number is (wR − r)/p for that input or output's number w and
 *   any r of at most 1.01p, and no element
 * @property {bigint} [scale] the element is the number divided by this, if not by the field's R
 *
 * An i32 in memory, or one of so many `bytes`, that is 0 or 1, or one of `values`, of the inputs or
 * only of the outputs; or whether a double is NaN. Where `only` does not hold, or `unless` does, it
 * is nothing. `like`: of an element that is alone in its row, the same as that flag.
 * @typedef {{ name: string, param: string, offset: number, isOutput?: boolean, isNaN?: boolean,
 *   only?: string, unless?: string | readonly string[], values?: readonly bigint[],
 *   like?: string, bytes?: number }} Flag
 *
 * Lists, whose elements a function treats one after the other. `strides`: bytes from one to the
 * next by param (0 of what all have in common, which is an input and an output); `count`: the param
 * that counts them; `end`: the result after the last. From the last to the first if strides are
 * negative. `perRow`: how many are one, of which the last may lack some. `second`: by param, where
 * the second one of two begins; of a last one that is alone, what is said of the second is said of
 * itself. `codes`: by what the index is multiplied where a case stops, to say why. `by`: params
 * that move by what another param is, and not by their stride.
 * @typedef {{ strides: ReadonlyMap<string, bigint>, count: string, end?: bigint,
 *   isNonEmpty?: boolean, perRow?: bigint, second?: ReadonlyMap<string, number>,
 *   by?: ReadonlyMap<string, string>, codes?: bigint }} List
 *
 * How a param that is a sign says so: ../signs.js.
 * @typedef {'mask' | 'flip' | 'factor'} SignForm
 *
 * A function that does so often, in a row, what a claim says: as the param `count` says, 1 or more.
 * The next time a param is what another one was before, as `next` says.
 * @typedef {{ count: string, next: ReadonlyMap<string, string> }} Repeats
 *
 * Which of y and −y in [0, p) a number is: the odd one, or the larger one. Of an element of Fp²
 * that is said of its first coefficient, or `larger` of its second one; of the other if it is 0.
 * @typedef {'odd' | 'larger'} Sign
 *
 * A case of a claim: if all of some conditions hold, which are `flag`, `!flag`, `flag is 2`,
 * `formula = 0`, `formula is odd` or `larger`, `x < p` of the number of an input, `x y are blank`
 * if all their bytes are 0, or `goes on` of lists, if another element follows. The first case
 * counts.
 * Outputs and flags that it does not name are unknown; an output that is `?` is some element.
 * @typedef {object} Case
 * @property {readonly string[]} when
 * @property {ReadonlyMap<string, string>} [outputs] formulas by name
 * @property {ReadonlyMap<string, string>} [inverses] of a batch: names of inverses, and of what
 * @property {ReadonlyMap<string, bigint>} [flags]
 * @property {bigint | string} [result] an integer, or the address that a param is
 * @property {boolean | number} [stops] of a list: the result is the index of this element, if there
 *   is one, and more, as 1 if it is the second one of a row
 *
 * For all inputs in their ranges the function ends, writes nothing but its outputs (and memory of
 * the module that holds no data, where `usesScratch`), and each output is the formula's value in
 * the field and in its range. An output may be an input, unless `isDisjoint`.
 * @typedef {object} Claim
 * @property {string} name of the function
 * @property {Field} field
 * @property {string[]} params in the function's order
 * @property {Place[]} inputs
 * @property {(Place & { formula: string })[]} outputs `formula` where there are no cases
 * @property {ReadonlyMap<string, number>} [room] bytes at params, where they are more than is named
 * @property {string} [isZero] the formula of inputs of which the result says, as 1 or 0, whether
 *   it is 0
 * @property {boolean} [isLazy] most of what it compares words of 64 bits for does not matter
 * @property {boolean} [usesScratch]
 * @property {'digits' | 'elements'} [on] what it is run on, if that is not by its instructions:
 *   functions that it calls are run, too; or elements are known by their values only
 * @property {boolean} [isSampled] of `elements`: that its digits are polynomials of them follows
 *   from sizes, which are derived where it is generated, and is shown at inputs only
 * @property {boolean} [testsDigits] of `elements`: branches depend on digits, as they test whether
 *   one is 0; each outcome is seen, and only paths of the same branches are compared
 * @property {boolean} [isDisjoint]
 * @property {readonly string[]} [apart] params that no output is at, where others may be
 * @property {bigint | string} [result] as of a case
 * @property {readonly string[]} [nonZero] inputs that are not 0
 * @property {boolean} [mayTrap] what is claimed is so if it returns
 * @property {boolean} [isAssumed] its outputs are checked by its callers; that it writes nothing
 *   else is assumed (../assumed.js)
 * @property {List} [list]
 * @property {Sign} [sign] the result says, as 1 or 0, whether the input is that; the output, if
 *   there is one, is where it leaves a number that stands for the input itself
 * @property {Repeats} [repeats]
 * @property {Map<string, bigint>} [numbers] params that are integers, and their values
 * @property {readonly string[]} [references] params that are an address, or one plus 1, which is
 *   the flag `param is negative`
 * @property {ReadonlyMap<string, SignForm>} [signs] params that are other signs
 * @property {readonly Flag[]} [flags]
 * @property {string} [title] in short
 * @property {readonly Case[]} [cases] instead of the outputs' formulas
 * @property {ReadonlyMap<string, bigint[]>} [constants] of formulas: coefficients
 * @property {ReadonlyMap<string, bigint>} [exponents] of formulas
 * @property {ReadonlyMap<string, string>} [parts] of formulas: names of what is in several of them,
 *   each by those before
 */

/** @param {bigint} most @returns {Range} */
export const upTo = (most) => ({ least: 0n, most });

/**
 * c1·x + c2·y + … of small coefficients, as names say them: `field_sum_1_m2`, `tower_sum_1i1_m1`.
 * @param {string} name
 */
export function sumNamed(name) {
  const [, all] = /_sum_(m?\d+(?:im?\d+)?(?:_m?\d+(?:im?\d+)?)*)$/.exec(name) ?? [];
  if (!all) throw new Error(`${name} is no sum`);
  const terms = all.replaceAll('m', '-').split('_');
  const params = [...'xyuvw'].slice(0, terms.length);
  const formula = terms.map((c, i) => `(${c.replace(/i(.*)/, ' + ($1)*i')})*${params[i]}`);
  return `${name}(z, ${params.join(', ')}): z = ${formula.join(' + ')}`;
}
