/**
 * The static part of identities: on every path, for operands anywhere, each call of a proven
 * function gets operands in the ranges and places that were proven, and each output is in its
 * range. Of what a call leaves only is known that it is in the range of its claim: digits that are
 * unknown. So nothing depends on values, and all branches on what a call returns are taken.
 */
import { casesOf, checkOverlaps, isWritten, operandsOf, sizesOf } from '../calls.js';
import { checkPlace, isCanonical, isThere, partsOf, placeUnknown } from '../elements.js';
import { bytesOfFlag, contentOf, holdsOf, setFlag } from '../flags.js';
import { Lane } from '../kernel/double.js';
import { STATIC } from '../kernel/machine/memory.js';
import { Value } from '../kernel/number.js';
import { constantOf } from '../operands.js';
import { countOf } from '../repeats.js';
import { Refused } from '../kernel/refused.js';
import { nameDigits, TAKEN, wordOf } from '../passed.js';

/**
 * @import { Case, Claim, Flag } from '../claims/claim.js'
 * @import { CallRule, Machine, Operand } from '../kernel/machine/machine.js'
 * @import { Proof } from '../prove.js'
 * @import { Location } from '../calls.js'
 * @import { Run } from '../inputs.js'
 */

/**
 * A flag, if it is known or is decided.
 * @param {Machine} machine
 * @param {Flag} flag
 * @param {Location} location
 */
function flagAt({ domain, memory }, flag, { region, at }) {
  const content = region.cells.get(at)?.content;
  if (flag.isNaN) {
    memory.noteRead(region, at, 8);
    return content instanceof Lane && content.isNaN ? 1n : 0n;
  }
  return domain.decide(memory.read(region, at, bytesOfFlag(flag)));
}

/** @param {ReadonlyMap<string, bigint>} words @param {string} condition */
const isFalse = (words, condition) => {
  const word = words.get(condition.replace('!', ''));
  return word !== undefined && (word === 1n) === condition.startsWith('!');
};

/**
 * The cases that flags allow, up to the first of which all is known.
 * @param {Claim} claim
 * @param {ReadonlyMap<string, bigint>} words
 */
export function casesThatMay(claim, words) {
  const all = casesOf(claim);
  const isKnown = (/** @type {string} */ one) => words.has(one.replace('!', ''));
  const last = all.findIndex(({ when }) =>
    when.every((one) => isKnown(one) && !isFalse(words, one)),
  );
  return all
    .slice(0, last < 0 ? all.length : last + 1)
    .filter(({ when }) => !when.some((one) => isFalse(words, one)));
}

/** The effects of cases, each once. @param {readonly Case[]} cases */
const effectsOf = (cases) => {
  const found = new Map(
    cases.map((one) => {
      const outputs = [...(one.outputs?.keys() ?? [])].sort();
      const flags = [...(one.flags ?? [])].map(String).sort();
      return /** @type {const} */ ([`${outputs}|${flags}|${one.result}`, one]);
    }),
  );
  return [...found.values()];
};

/**
 * Rules for calls of a function that is made of such.
 * @param {ReadonlyMap<number, Proof[]>} proven
 * @returns {CallRule}
 */
export const checkCalls = (proven) => (machine, index, operands) => {
  const all = (proven.get(index) ?? []).filter(({ claim }) =>
    claim.params.every((param, i) => {
      const number = claim.numbers?.get(param);
      return number === undefined || number === constantOf(operands[i]);
    }),
  );
  const { module } = machine;
  const { results } = module.functions[index - module.imports.length].type;
  /** @type {Refused | null} */
  let reason = null;
  for (const proof of all)
    try {
      return check(machine, index, proof, operands, results.length > 0);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      reason = error;
    }
  if (reason) throw reason;
  return null;
};

/**
 * @param {Machine} machine
 * @param {number} index
 * @param {Proof} proof
 * @param {Operand[]} operands
 * @param {boolean} returns @returns {Operand[]}
 */
function check(machine, index, { claim, scratch }, operands, returns) {
  const { memory, domain } = machine;
  if (claim.list) throw new Refused('a list');
  const { starts, words } = operandsOf(machine, claim, operands);
  const sizes = sizesOf(claim);
  checkOverlaps(claim, starts, sizes, scratch);
  /** @param {{ param?: string, name: string, offset?: number, address?: number }} place */
  const locate = ({ param, name, offset = 0, address }) => {
    if (address !== undefined) return { region: memory.named(STATIC), at: address };
    const start = starts.get(param ?? name);
    if (!start) throw new Error(`${claim.name}: no operand ${param ?? name}`);
    return { region: start.region, at: start.at + offset };
  };
  for (const flag of claim.flags ?? [])
    if (!flag.isOutput && holdsOf(flag, words)) {
      const value = flagAt(machine, flag, locate(flag));
      if (!(flag.values ?? [0n, 1n]).includes(value)) throw new Refused(`${flag.name} is ${value}`);
      setFlag(words, flag, value);
    }
  const inputs = claim.inputs.filter((place) => holdsOf(place, words));
  for (const place of inputs) {
    checkPlace(machine, place, locate(place), claim.field.p);
    if (isCanonical(machine, place, locate(place), claim)) words.set(`${place.name} < p`, 1n);
  }
  const effects = effectsOf(casesThatMay(claim, words));
  const chosen = domain.choose(
    effects.map((_, i) => BigInt(i)),
    () => 0n,
  );
  const one = effects[Number(chosen)];
  machine.passed.push(`${index} ${[...words]} ${counted(machine, claim, operands)}`);
  machine.passed.push(`${TAKEN}${chosen}`);
  for (const { at, size } of scratch) memory.forget(memory.named(STATIC), at, size);
  for (const output of claim.outputs) {
    const { region, at } = locate(output);
    const { base, offsets } = partsOf(output.layout);
    for (const offset of offsets)
      for (const [o, size] of base.writes ?? [[0, base.bytes]])
        memory.forget(region, at + offset + o, size);
    if (one.outputs?.has(output.name)) placeUnknown(machine, output, { region, at });
  }
  for (const flag of (claim.flags ?? []).filter(
    (any) => any.isOutput || one.flags?.has(any.name),
  )) {
    const { region, at } = locate(flag);
    const value = one.flags?.get(flag.name);
    const content = value === undefined ? null : contentOf(machine, flag, value);
    if (content) memory.write(region, at, bytesOfFlag(flag), content);
    else if (value === undefined) memory.forget(region, at, bytesOfFlag(flag));
  }
  // Inputs that must be elsewhere than the output count as read in the end.
  for (const place of inputs) {
    const param = place.param ?? place.name;
    const start = starts.get(param)?.at;
    const isShifted = [...starts].some(([any, { at }]) => isWritten(claim, any) && at !== start);
    if (!claim.isDisjoint && !claim.apart?.includes(param) && !isShifted) continue;
    const { region, at } = locate(place);
    memory.noteRead(region, at, place.layout.bytes);
  }
  if (!returns) return [];
  if (typeof one.result === 'string') return [operands[claim.params.indexOf(one.result)]];
  const value =
    one.result === undefined ? domain.input(0n, (1n << 32n) - 1n) : domain.constant(one.result);
  nameDigits(machine, value.polynomial);
  return [{ type: 'i32', region: null, value }];
}

/**
 * How often a call does what it does: at least once.
 * @param {Machine} machine @param {Claim} claim @param {Operand[]} operands
 */
function counted(machine, claim, operands) {
  const count = operands[claim.params.indexOf(countOf(claim) ?? '')];
  if (count === undefined) return '';
  if (count.type !== 'i32' || count.region !== null)
    throw new Refused('a count that is no integer');
  if (count.value.low < 1n && count.value.refine().low < 1n) throw new Refused('a count of 0');
  return wordOf(machine, count.value);
}

/**
 * On each path all outputs that any case names are in their ranges, if flags and result may be
 * those of the case.
 * @param {Run} run
 * @param {Claim} claim
 * @param {Operand[]} results
 */
export function checkLeft({ machine, words, locate }, claim, [result]) {
  const value = result?.type === 'i32' && result.region === null ? result.value.constant() : null;
  const isResult = (/** @type {Case['result']} */ wanted) => {
    if (typeof wanted !== 'string')
      return wanted === undefined || value === null || value === BigInt.asUintN(32, wanted);
    const { region, at } = locate({ name: wanted });
    const isIn = result?.type === 'i32' && (result.region ?? STATIC) === region.name;
    return isIn && result.value.constant() === BigInt(at);
  };
  const mayBe = (/** @type {Case} */ one) =>
    [...(one.flags ?? [])].every(([name, wanted]) => {
      const flag = claim.flags?.find((any) => any.name === name && any.isOutput);
      if (!flag) throw new Error(`${claim.name}: there is no flag ${name}`);
      return flagAt(machine, flag, locate(flag)) === wanted;
    }) && isResult(one.result);
  const those = casesThatMay(claim, words).filter(mayBe);
  if (those.length === 0) throw new Refused('none of the cases of the claim');
  for (const output of claim.outputs) {
    const saying = those.filter(({ outputs }) => outputs?.has(output.name)).length;
    // If it is of some of these cases only, nothing may be there: then it is none of them.
    const mayBeAbsent = saying < those.length && !isThere(output, locate(output));
    if (saying > 0 && !mayBeAbsent) checkPlace(machine, output, locate(output), claim.field.p);
  }
}

/**
 * Flags and results that are left, as text: what is no constant must be what a call leaves.
 * @param {Run} run @param {Claim} claim @param {Operand[]} results
 */
export function wordsLeft({ machine, locate }, { flags = [] }, results) {
  const left = flags.flatMap((flag) => {
    const { region, at } = locate(flag);
    const content = region.cells.get(at)?.content;
    if (!flag.isOutput || !content) return [];
    if (content instanceof Lane) return `${content.isNaN}`;
    if (!(content instanceof Value)) throw new Refused('a flag of unknown bytes');
    return wordOf(machine, content);
  });
  const found = results.map((one) => {
    if (one.type !== 'i32') throw new Refused('a result that is no word');
    return `${one.region} ${wordOf(machine, one.value)}`;
  });
  return [...left, ...found];
}
