/**
 * Functions that do the same n times. Their loop is the whole function, and what it does from its
 * head is what the claim says of all operands; where it begins again (specification, §4.4.8.6),
 * operands must be those that the claim may be made of once more, with n less 1, and it goes on so
 * long as that is not 0. So by induction over n the claim holds n times in a row.
 */
import { isWithin } from './elements.js';
import { areSame } from './operands.js';
import { Refused } from './kernel/refused.js';

/**
 * @import { Domain } from './kernel/number.js'
 * @import { Claim, Repeats } from './claims/claim.js'
 * @import { Loop, Machine, Operand } from './kernel/machine/machine.js'
 * @import { Instruction } from './kernel/wasm/decode.js'
 */

/**
 * All locals that code assigns are unknown from here on.
 * @param {Domain} domain @param {Instruction[]} code @param {Operand[]} locals
 */
function forgetAssigned(domain, code, locals) {
  for (const { op, index = -1 } of code) {
    if (op !== 'local.set' && op !== 'local.tee') continue;
    const { type } = locals[index];
    if (type !== 'i32') throw new Refused(`a loop over numbers of type ${type}`);
    locals[index] = { type, region: null, value: domain.input(0n, (1n << 32n) - 1n) };
  }
}

/** The param that counts. @param {Claim} claim */
export const countOf = ({ list, repeats }) => list?.count ?? repeats?.count;

/** Whether a param is by what a list moves. @param {Claim} claim @param {string} param */
export const areSteps = ({ list }, param) => [...(list?.by?.values() ?? [])].includes(param);

/**
 * The operands of the next time, but for the count.
 * @param {Claim} claim @param {Repeats} repeats @param {Operand[]} operands @returns {Operand[]}
 */
export const nextOperands = ({ params }, { next }, operands) =>
  params.map((param) => operands[params.indexOf(next.get(param) ?? param)]);

/**
 * There must be, the next time, what the claim is about.
 * @param {Claim} claim @param {Repeats} repeats
 */
function checkForm({ name, inputs, outputs, flags = [], isDisjoint, list }, { next }) {
  /** @param {{ name: string, param?: string }} place */
  const paramOf = ({ name, param = name }) => next.get(param) ?? param;
  const isLeft = inputs.every(({ offset = 0, layout, range, ...place }) => {
    const param = paramOf(place);
    const there = outputs.filter((one) => (one.param ?? one.name) === param);
    const same = there.find((one) => (one.offset ?? 0) === offset && one.layout === layout);
    return same ? isWithin(same.range, range) : there.length === 0 && param === place.param;
  });
  const isFlagLeft = flags.every(
    (flag) =>
      flag.isOutput ||
      flags.some(
        (one) => one.isOutput && one.param === paramOf(flag) && one.offset === flag.offset,
      ),
  );
  if (!isLeft || !isFlagLeft || list || (isDisjoint && next.size > 0))
    throw new Error(`${name}: what it leaves is not what it begins with`);
}

/**
 * The head of the loop.
 * @param {Claim} claim @param {Repeats} repeats @param {Operand[]} operands
 * @returns {(machine: Machine, body: Instruction[], locals: Operand[]) => Loop}
 */
export const loopAgain = (claim, repeats, operands) => (machine, body, locals) => {
  const { domain } = machine;
  checkForm(claim, repeats);
  // What is known from before would be of the first time only.
  if (machine.at.pc > 0) throw new Refused('something happens before the loop');
  forgetAssigned(domain, body, locals);
  operands.forEach((operand, k) => (locals[k] = operand));
  const at = claim.params.indexOf(repeats.count);
  const count = operands[at];
  if (count.type !== 'i32') throw new Refused('a count that is no integer');
  const next = nextOperands(claim, repeats, operands);
  next[at] = { ...count, value: count.value.plus(-1n) };
  /** @param {Operand[]} after */
  const check = (after) => {
    if (count.value.plus(-1n).refine().low < 1n) throw new Refused('may go on after the last time');
    next.forEach((wanted, k) => {
      if (!areSame(after[k], wanted)) throw new Refused(`local ${k} is not that of the next time`);
    });
  };
  return { left: count.value.plus(-1n), check };
};

/**
 * Where the function ends, it was the last time.
 * @param {Claim} claim @param {Operand[]} operands
 */
export function checkEnd(claim, operands) {
  const count = operands[claim.params.indexOf(countOf(claim) ?? '')];
  if (count.type !== 'i32' || count.value.refine().high > 1n)
    throw new Refused('may end before the last time');
}
