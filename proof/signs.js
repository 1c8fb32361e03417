/**
 * Params that say a sign: of a reference the last bit of an address; or 0 or the sign bit, of both
 * lanes of a vector (`mask`) or of a word (`flip`); or 1 or −1 (`factor`).
 */
import { Lane } from './kernel/double.js';
import { Refused } from './kernel/refused.js';

/**
 * @import { Claim, SignForm } from './claims/claim.js'
 * @import { Domain } from './kernel/number.js'
 * @import { Operand } from './kernel/machine/machine.js'
 */

const SIGN = 1n << 63n;

/** @param {Claim} claim the params */
export const signParams = ({ references = [], signs = new Map() }) => [
  ...references,
  ...signs.keys(),
];

/**
 * 1 or −1, as `signq` of q.
 * @template T
 * @param {Claim} claim
 * @param {Map<string, bigint>} words
 * @param {(c: bigint) => T} constant
 */
export const signsOf = (claim, words, constant) =>
  signParams(claim).map((param) => {
    const sign = constant(words.get(`${param} is negative`) ? -1n : 1n);
    return /** @type {[string, T[]]} */ ([`sign${param}`, [sign]]);
  });

/** @param {SignForm} form @param {bigint} isNegative @returns {bigint} */
export const wordOfSign = (form, isNegative) =>
  form === 'factor' ? 1n - 2n * isNegative : isNegative * SIGN;

/**
 * @param {Domain} domain
 * @param {SignForm} form
 * @param {bigint} isNegative
 * @returns {Operand}
 */
export function operandOfSign(domain, form, isNegative) {
  const word = domain.constant(wordOfSign(form, isNegative));
  if (form !== 'mask') return { type: 'i64', value: word };
  return { type: 'v128', lanes: [0, 1].map(() => new Lane(domain, { word })) };
}

/** Whether an operand says that it is negative. @param {SignForm} form @param {Operand} operand */
export function signIn(form, operand) {
  const words = constantsOf(operand);
  const found = [0n, 1n].find((isNegative) => {
    const wanted = BigInt.asUintN(64, wordOfSign(form, isNegative));
    return words.every((word) => word === wanted);
  });
  if (found === undefined || words.length !== (form === 'mask' ? 2 : 1))
    throw new Refused('a sign that is not known');
  return found;
}

/** @param {Operand} operand @returns {(bigint | null)[]} its words, null if they are unknown */
function constantsOf(operand) {
  /** @param {bigint | null | undefined} word */
  const unsigned = (word) =>
    word === null || word === undefined ? null : BigInt.asUintN(64, word);
  if (operand.type === 'i64') return [unsigned(operand.value.constant())];
  if (operand.type !== 'v128') return [];
  return operand.lanes.map((lane) =>
    lane instanceof Lane ? unsigned(lane.knownWord?.constant()) : null,
  );
}
