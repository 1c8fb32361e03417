/** Functions that are made of calls, and operands of these. */
import { bytesOfFlag } from './flags.js';
import { STATIC } from './kernel/machine/memory.js';
import { Refused } from './kernel/refused.js';
import { areSteps, countOf } from './repeats.js';
import { signIn } from './signs.js';

/**
 * @import { Case, Claim, Place } from './claims/claim.js'
 * @import { Machine, Operand } from './kernel/machine/machine.js'
 * @import { Region } from './kernel/machine/memory.js'
 * @import { Proof } from './prove.js'
 * @import { Instruction } from './kernel/wasm/decode.js'
 *
 * @typedef {{ region: Region, at: number }} Location
 */

/** The formula of an output that is some element in its range. */
export const ANY = '?';

/**
 * Whether a function calls others and computes with no digits itself.
 * @param {Instruction[]} code
 */
export const isMadeOfCalls = (code) =>
  code.some(({ op }) => op === 'call') &&
  !code.some(({ op }) => /^(f64|v128|i64)[.x].*(load|store)/.test(op));

/** @param {Claim} claim @returns {readonly Case[]} */
export function casesOf({ cases, isZero, outputs, result }) {
  if (cases) return cases;
  if (isZero)
    return [
      { when: [`${isZero} = 0`], result: 1n },
      { when: [], result: 0n },
    ];
  const formulas = new Map(outputs.map(({ name, formula }) => [name, formula]));
  return [{ when: [], outputs: formulas, result }];
}

/**
 * Where the operands of a call are, and the signs of those that are references.
 * @param {Machine} machine
 * @param {Claim} claim
 * @param {Operand[]} operands
 */
export function operandsOf(machine, claim, operands) {
  /** @type {Map<string, Location>} */
  const starts = new Map();
  /** @type {Map<string, bigint>} */
  const words = new Map();
  claim.params.forEach((param, i) => {
    const operand = operands[i];
    const form = claim.signs?.get(param);
    if (form) return void words.set(`${param} is negative`, signIn(form, operand));
    if (operand?.type !== 'i32') throw new Refused(`${param} is no address`);
    if (claim.numbers?.has(param) || countOf(claim) === param || areSteps(claim, param)) return;
    const isReference = claim.references?.includes(param);
    const { region, at } = machine.locate(operand, 0);
    const sign = isReference ? at & 1 : 0;
    if (isReference) words.set(`${param} is negative`, BigInt(sign));
    starts.set(param, { region, at: at - sign });
  });
  return { starts, words };
}

/** How many bytes are at each param. @param {Claim} claim @returns {Map<string, number>} */
export function sizesOf(claim) {
  const ends = [
    ...[...claim.inputs, ...claim.outputs]
      .filter(({ address }) => address === undefined)
      .map(({ param, name, offset = 0, layout }) => ({
        at: param ?? name,
        end: offset + layout.bytes,
      })),
    ...[...(claim.flags ?? [])].map((one) => ({
      at: one.param,
      end: one.offset + bytesOfFlag(one),
    })),
  ];
  return new Map(
    claim.params.map((param) => [
      param,
      Math.max(
        claim.room?.get(param) ?? 0,
        ...ends.filter(({ at }) => at === param).map(({ end }) => end),
      ),
    ]),
  );
}

/** Whether a function writes at a param. @param {Claim} claim @param {string} param */
export const isWritten = ({ outputs, flags }, param) =>
  outputs.some((one) => one.address === undefined && (one.param ?? one.name) === param) ||
  (flags ?? []).some((flag) => flag.isOutput && flag.param === param);

/**
 * An output is one of the others or overlaps none of them; none is where the function computes.
 * @param {Claim} claim
 * @param {Map<string, Location>} starts
 * @param {Map<string, number>} sizes
 * @param {Proof['scratch']} scratch
 */
export function checkOverlaps(claim, starts, sizes, scratch) {
  for (const [param, { region, at }] of starts) {
    const size = sizes.get(param) ?? 0;
    for (const [other, start] of starts) {
      if (other === param || start.region !== region || !isWritten(claim, other)) continue;
      const isApart = start.at + (sizes.get(other) ?? 0) <= at || at + size <= start.at;
      const mustBe = claim.isDisjoint || claim.apart?.includes(param) || start.at !== at;
      if (!isApart && mustBe) throw new Refused(`${claim.name}: ${param} overlaps ${other}`);
    }
    if (region.name !== STATIC) continue;
    const isOn = (/** @type {Place} */ { address, layout }) =>
      address !== undefined && address < at + size && at < address + layout.bytes;
    if (isWritten(claim, param) && claim.inputs.some(isOn))
      throw new Refused(`${claim.name}: ${param} is what it reads`);
    if (scratch.some((one) => one.at < at + size && at < one.at + one.size))
      throw new Refused(`${claim.name}: ${param} is where it computes`);
  }
}
