/**
 * Functions that are made of calls: a call of a proven function checks that its operands are in the
 * ranges that were proven, and applies its claim to elements of which only the value is known. What
 * is not proven runs as it stands.
 */
import { conditionOf, fieldOf, nonZeroOf } from './coordinates.js';
import { FieldPolynomial } from './domain/field-polynomial.js';
import { cellsOf, elementOf, partsOf, readElement, unknowns } from './elements.js';
import { bytesOfFlag, flagAt, holdsOf, isNaNAt, setFlag, writeFlag } from './flags.js';
import { STATIC } from './machine/memory.js';
import { constantOf } from './operands.js';
import { Refused } from './refused.js';
import { areSteps, countOf, nextOperands } from './repeats.js';
import { signIn, signsOf } from './signs.js';
import { valuesOf } from './values.js';

/** An operand is NaN where a claim is about a number: the function is run. */
class NotNumber extends Refused {}

/** The formula of an output that is some element in its range. */
export const ANY = '?';

/**
 * @import { Case, Claim, List, Place } from './claims/claim.js'
 * @import { Elements, Location } from './elements.js'
 * @import { Value } from './domain/value.js'
 * @import { CallRule, I32, Machine, Operand } from './machine/machine.js'
 * @import { Proof } from './prove.js'
 * @import { Instruction } from './wasm/decode.js'
 */

/**
 * Whether a function calls others and computes with no digits itself.
 * @param {Instruction[]} code
 */
export const isMadeOfCalls = (code) =>
  code.some(({ op }) => op === 'call') &&
  !code.some(({ op }) => /^(f64|v128|i64)[.x].*(load|store)/.test(op));

/**
 * The case of a claim that holds on this path.
 * @param {Machine} machine
 * @param {Claim} claim
 * @param {Elements} elements
 * @param {Map<string, bigint>} words the flags and signs of inputs
 * @param {boolean} mayChoose a test that has no answer yet; else it is refused
 * @returns {Case}
 */
export function caseOf(machine, claim, elements, words, mayChoose) {
  /** @param {string} condition as those of a Case */
  const holds = (condition) => {
    const word = words.get(condition.replace('!', ''));
    if (word !== undefined) return (word === 1n) !== condition.startsWith('!');
    if (condition === 'goes on') return machine.hasNext;
    const below = /^(\w+) < p$/.exec(condition)?.[1];
    if (below) {
      const parts = elements.get(below);
      if (!parts) throw new Refused(`${below} is not there`);
      return parts.every((part) => {
        const isBelow = machine.isBelow(part, mayChoose);
        if (isBelow === null) throw new Refused(`${below} is not compared with p`);
        return isBelow;
      });
    }
    const blank = /^(.*) are blank$/.exec(condition)?.[1].split(' ');
    if (blank) {
      const areBlank = machine.areBlank(blank.flatMap((name) => elements.get(name) ?? [null]));
      if (areBlank === null) throw new Refused(`${condition} is not tested`);
      return areBlank;
    }
    const [, formula, what] = /^(.*?) (= 0|is odd|is larger)$/.exec(condition) ?? [];
    if (!formula) throw new Error(`${claim.name}: ${condition} is no condition`);
    const values = conditionOf(formula, elements, claim);
    const answer =
      what === '= 0'
        ? machine.isZero(values, mayChoose)
        : machine.hasSign(values, what === 'is odd' ? 'odd' : 'larger', mayChoose);
    if (answer === null) throw new Refused(`${formula} is not tested`);
    return answer;
  };
  const found = casesOf(claim).find(({ when }) => when.every(holds));
  if (!found) throw new Refused('none of the cases of the claim');
  return found;
}

/**
 * @param {ReadonlyMap<number, Proof[]>} proven claims by function
 * @param {Claim} about the function that calls: of points, those about points come first
 * @returns {CallRule}
 */
export const applyClaims =
  (proven, { field, inputs, coordinates }) =>
  (machine, index, operands) => {
    const fields = [field.p, (coordinates && inputs[0].layout.coordinates?.field.p) ?? field.p];
    const all = (proven.get(index) ?? []).filter(({ claim }) => fields.includes(claim.field.p));
    if (coordinates)
      all.sort((a, b) => fields.indexOf(a.claim.field.p) - fields.indexOf(b.claim.field.p));
    const proofs = all.filter(
      ({ claim }) =>
        (!claim.list || (claim.halves && !claim.cases?.some(({ stops }) => stops))) &&
        claim.params.every((param, i) => {
          const number = claim.numbers?.get(param);
          return number === undefined || number === constantOf(operands[i]);
        }),
    );
    const { module } = machine;
    const { results } = module.functions[index - module.imports.length].type;
    /** @type {Refused | null} */
    let reason = null;
    for (const proof of proofs)
      try {
        return applyOften(machine, proof, operands, results.length > 0);
      } catch (error) {
        if (error instanceof NotNumber) return null;
        if (!(error instanceof Refused)) throw error;
        // Nothing has changed: a claim of other ranges may fit.
        reason = error;
      }
    if (proofs.some((proof) => applyInOne(machine, proof, operands))) return [];
    if (reason) throw reason;
    return null;
  };

/**
 * Applies what is said of one lane, where there is no element in the other one; nothing is known
 * then of what is left there.
 * @param {Machine} machine @param {Proof} proof @param {Operand[]} operands
 */
function applyInOne(machine, { lanes = [], scratch }, operands) {
  const unknown = lanes.filter((claim) => {
    try {
      apply(machine, { claim, scratch }, operands);
    } catch (error) {
      if (error instanceof Refused) return true;
      throw error;
    }
    return false;
  });
  for (const claim of unknown)
    apply(machine, { claim: { ...claim, inputs: [], cases: [{ when: [] }] }, scratch }, operands);
  return lanes.length > 0;
}

/**
 * As often as a claim's count says.
 * @param {Machine} machine
 * @param {Proof} proof
 * @param {Operand[]} operands
 * @param {boolean} returns a result
 */
function applyOften(machine, proof, operands, returns) {
  const { claim } = proof;
  if (claim.list) return applyToEach(machine, proof, claim.list, operands);
  if (!claim.repeats) return apply(machine, proof, operands, returns);
  const times = constantOf(operands[claim.params.indexOf(claim.repeats.count)]);
  if (times === null || times < 1n)
    throw new Refused('repeats something an unknown number of times');
  let next = operands;
  for (let i = 0n; i < times; i++) {
    apply(machine, proof, next, returns);
    next = nextOperands(claim, claim.repeats, next);
  }
  return [];
}

/**
 * To each element of lists, whose number is constant, and which do not overlap.
 * @param {Machine} machine @param {Proof} proof @param {List} list @param {Operand[]} operands
 */
function applyToEach(machine, proof, { strides, count, isNonEmpty }, operands) {
  const { params } = proof.claim;
  const times = constantOf(operands[params.indexOf(count)]);
  if (times === null || times < (isNonEmpty ? 1n : 0n) || times > 64n)
    throw new Refused('a list of unknown length');
  if ([...strides.values()].some((stride) => stride < 0n)) throw new Refused('a list backward');
  const spans = [...strides].map(([param, stride]) => {
    const { region, at } = machine.locate(/** @type {I32} */ (operands[params.indexOf(param)]), 0);
    return { region, at, end: at + Number(stride * times) };
  });
  for (const [i, a] of spans.entries())
    if (spans.slice(0, i).some((b) => a.region === b.region && a.at < b.end && b.at < a.end))
      throw new Refused(`${proof.claim.name}: lists that overlap`);
  for (let i = 0n; i < times; i++) {
    const moved = operands.map((one, k) => {
      const by = i * (strides.get(params[k]) ?? 0n);
      return one.type === 'i32' && by ? { ...one, value: one.value.plus(by) } : one;
    });
    apply(machine, proof, moved, false);
  }
  return [];
}

/**
 * @param {Machine} machine
 * @param {Pick<Proof, 'claim' | 'scratch'>} proof
 * @param {Operand[]} operands
 * @param {boolean} [returns] a result, which is 0 or 1 where the claim does not say
 * @returns {Operand[]}
 */
export function apply(machine, { claim, scratch }, operands, returns = false) {
  const { memory } = machine;
  const { starts, words, signs } = operandsOf(machine, claim, operands);
  const sizes = sizesOf(claim);
  checkOverlaps(claim, starts, sizes, scratch);
  /** @param {{ param?: string, name: string, offset?: number, address?: number }} place */
  const locate = ({ param, name, offset = 0, address }) => {
    if (address !== undefined) return { region: memory.named(STATIC), at: address };
    const start = starts.get(param ?? name);
    if (!start) throw new Error(`${claim.name}: no operand ${param ?? name}`);
    return { region: start.region, at: start.at + offset };
  };
  for (const flag of claim.flags ?? []) {
    if (flag.isOutput || !holdsOf(flag, words)) continue;
    const value = flagAt(machine, flag, locate(flag));
    if (value === null || !(flag.values ?? [0n, 1n]).includes(value))
      throw new Refused(`${flag.name} is not known`);
    setFlag(words, flag, value);
  }
  const inputs = claim.inputs.filter((place) => holdsOf(place, words));
  if (inputs.some((place) => isNaNAt(machine, locate(place)))) throw new NotNumber('NaN');
  /** @type {Elements} */
  const elements = new Map([
    ...inputs.map((place) => {
      const found = readElement(machine, fieldOf(claim, place), place, locate(place));
      return /** @type {[string, any[]]} */ ([place.name, found]);
    }),
    ...signsOf(claim, words, constantIn(claim)),
    ...signs,
  ]);
  for (const { name, is, multipleOf = 1n } of inputs) {
    const factors = (elements.get(name) ?? []).flatMap(({ terms }) => [...terms.values()]);
    if (multipleOf > 1n && factors.some((c) => c % multipleOf !== 0n))
      throw new Refused(`${name} may be no such multiple`);
    const wanted = is ? conditionOf(is, elements, claim) : [];
    if (wanted.some((value, i) => !value.equals(elements.get(name)?.[i])))
      throw new Refused(`${name} is not ${is}`);
  }
  for (const [formula, values] of nonZeroOf(claim, elements))
    if (machine.isZero(values, false) !== false) throw new Refused(`${formula} may be 0`);
  const one = caseOf(machine, claim, elements, words, true);
  for (const [name, formula] of one.inverses ?? [])
    elements.set(name, valuesOf(`1/(${formula})`, claim.outputs[0].layout, elements, claim));
  for (const { at, size } of scratch) memory.forget(memory.named(STATIC), at, size);
  const results = claim.outputs.map((output) => {
    const formula = one.outputs?.get(output.name);
    if (formula === undefined) return null;
    if (formula === ANY) return unknowns(claim.field, output, `any${machine.unknowns++}`);
    return valuesOf(formula, output.layout, elements, claim);
  });
  claim.outputs.forEach((output, i) => {
    const { region, at } = locate(output);
    const { base, offsets } = partsOf(output.layout);
    for (const [part, offset] of offsets.entries()) {
      const value = results[i]?.[part];
      for (const [o, size] of base.writes ?? [[0, base.bytes]])
        memory.forget(region, at + offset + o, size);
      if (!value) continue;
      const element = elementOf(claim.field, base, value, output.range, output.scale);
      for (const [o, size, content] of cellsOf(element))
        memory.write(region, at + offset + o, size, content);
    }
  });
  for (const flag of (claim.flags ?? []).filter((any) => any.isOutput || one.flags?.has(any.name)))
    writeFlag(machine, flag, locate(flag), one.flags?.get(flag.name));
  // Inputs that must be elsewhere than the output count as read in the end, and so do those that
  // would overlap it in part, if an operand of the caller were its output.
  for (const place of inputs) {
    const param = place.param ?? place.name;
    const start = starts.get(param)?.at;
    const isShifted = [...starts].some(([one, { at }]) => isWritten(claim, one) && at !== start);
    if (!claim.isDisjoint && !claim.apart?.includes(param) && !isShifted) continue;
    const { region, at } = locate(place);
    memory.noteRead(region, at, place.layout.bytes);
  }
  if (!returns) return [];
  if (typeof one.result === 'string') return [operands[claim.params.indexOf(one.result)]];
  const value =
    one.result === undefined
      ? machine.domain.input(0n, (1n << 32n) - 1n)
      : machine.domain.constant(one.result);
  return [{ type: 'i32', region: null, value }];
}

/** @param {Claim} claim @returns {readonly Case[]} */
function casesOf({ cases, isZero, outputs, result }) {
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
function operandsOf(machine, claim, operands) {
  /** @type {Map<string, Location>} */
  const starts = new Map();
  /** @type {Map<string, bigint>} */
  const words = new Map();
  /** @type {Elements} */
  const signs = new Map();
  claim.params.forEach((param, i) => {
    const operand = operands[i];
    const form = claim.signs?.get(param);
    if (form) return void words.set(`${param} is negative`, signIn(form, operand));
    if (operand?.type !== 'i32') throw new Refused(`${param} is no address`);
    if (claim.numbers?.has(param) || countOf(claim) === param || areSteps(claim, param)) return;
    const isReference = claim.references?.includes(param);
    const { region, at } = machine.locate(operand, 0, isReference);
    const isOpen = isReference && operand.value.constant() === null;
    const sign = isReference && !isOpen ? at & 1 : 0;
    if (isOpen) signs.set(`sign${param}`, [unknownSign(claim, operand.value)]);
    else if (isReference) words.set(`${param} is negative`, BigInt(sign));
    starts.set(param, { region, at: at - sign });
  });
  return { starts, words, signs };
}

/**
 * 1 or −1, by the last bit of a reference. @param {Claim} claim @param {Value} bit
 * @returns {FieldPolynomial}
 */
export function unknownSign({ field }, bit) {
  const { low, high, domain, polynomial } = bit.refine();
  if (low === high) return FieldPolynomial.constant(field.p, 1n - 2n * low);
  return FieldPolynomial.variable(field.p, `sign${domain.single(polynomial)?.id}`);
}

/** @param {Claim} claim @returns {(c: bigint) => FieldPolynomial} */
export const constantIn =
  ({ field }) =>
  (c) =>
    FieldPolynomial.constant(field.p, c);

/** How many bytes are at each param. @param {Claim} claim @returns {Map<string, number>} */
export function sizesOf(claim) {
  const ends = [
    ...[...claim.inputs, ...claim.outputs]
      .filter(({ address }) => address === undefined)
      .map(({ param, name, offset = 0, layout }) => ({
        at: param ?? name,
        end: offset + layout.bytes,
      })),
    ...[...(claim.flags ?? []), ...(claim.pointers ?? [])].map((one) => ({
      at: one.param,
      end: one.offset + bytesOfFlag(one),
    })),
  ];
  return new Map(
    [...claim.params, ...(claim.pointers ?? []).map(({ name }) => name)].map((param) => [
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
function checkOverlaps(claim, starts, sizes, scratch) {
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
