/**
 * A whole batch of additions, from its steps. The function must call the loop forward, an inversion
 * and the loop backward, of the same list and memory. Then, of any entry i: forward leaves a
 * denominator d and the product c·d of all so far; with rest = 1/(c·d), which the inversion gives
 * for the last entry, backward makes rest·c = 1/d of it, the sum, and rest·d = 1/c, as the entry
 * before needs it. All of this is checked case by case, as polynomials.
 */
import { FieldPolynomial } from './domain/field-polynomial.js';
import { Domain } from './domain/domain.js';
import { isWithin } from './elements.js';
import { begin } from './inputs.js';
import { mostElements } from './loops.js';
import { areSame, constantOf } from './operands.js';
import { allPaths } from './paths.js';
import { Refused } from './refused.js';
import { valuesOf } from './values.js';

/**
 * @import { Case, Claim, Place } from './claims/claim.js'
 * @import { Elements } from './elements.js'
 * @import { Run } from './inputs.js'
 * @import { I32, Operand } from './machine/machine.js'
 * @import { Proof } from './prove.js'
 * @import { Module } from './wasm/decode.js'
 *
 * `result`: the address of what a loop has kept, `count` entries of the list's end; else a number.
 * @typedef {{ index: number, operands: Operand[], count: I32, result: I32 }} Call
 */

/**
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {ReadonlyMap<number, Proof[]>} proven
 * @returns {Proof}
 */
export function proveBatch(module, index, claim, proven) {
  const { results, impossible } = allPaths((path) => {
    /** @type {Call[]} */
    const calls = [];
    const bare = { ...claim, pointers: [], flags: [], inputs: [], outputs: [], references: [] };
    const run = begin(module, bare, new Domain(path), [], ({ domain }, called, operands) => {
      const { results } = module.functions[called - module.imports.length].type;
      const { list } = proofOf(proven, { index: called, operands })?.claim ?? {};
      const value = domain.input(0n, list?.keeps ? mostElements(claim) : (1n << 32n) - 1n);
      /** @type {I32} */
      const number = { type: 'i32', region: null, value };
      const { rows } = run.extent;
      const stride = list?.strides.get(list.keeps?.of ?? '') ?? 0n;
      if (list?.keeps) domain.constrain(rows.sub(value).polynomial, 0n, mostElements(claim));
      const kept = { ...run.operands[0], value: value.sub(rows).times(stride) };
      const result = list?.keeps ? /** @type {I32} */ (kept) : number;
      calls.push({ index: called, operands, count: number, result });
      return results.map(() => result);
    });
    run.machine.call(index, run.operands);
    if ([...run.machine.memory.regions.values()].some(({ written }) => written.size > 0))
      throw new Refused('writes beside its calls');
    const count = run.operands[claim.params.indexOf(claim.list?.count ?? '')];
    if (count.type === 'i32' && count.value.constant() === 0n) {
      if (calls.length > 0) throw new Refused('calls without elements');
    } else compose(claim, calls, proven, run);
    return { steps: run.machine.steps };
  });
  const steps = Math.max(...results.map((one) => one.steps));
  const shape = { paths: results.length, impossible, steps, terms: 1 };
  const { least, most } = claim.outputs[0].range;
  return { claim, ...shape, bound: [least, most], aliases: [], scratch: [] };
}

/**
 * @param {Claim} claim
 * @param {Call[]} calls
 * @param {ReadonlyMap<number, Proof[]>} proven
 * @param {Run} run
 */
function compose(claim, calls, proven, { operands: [list, count, work], extent }) {
  const { keeps } = claim.list ?? {};
  if (calls.length !== (keeps ? 4 : 3)) throw new Refused(`${calls.length} calls`);
  const [begun, inversion, last, again] = calls;
  const { claim: forward } = stepOf(proven, begun, 'batch_add_forward');
  const { claim: backward, scratch } = stepOf(proven, last, 'batch_add_backward');
  const lanes = lanesOf(claim);
  const inverts = proven.get(inversion.index)?.[0].claim;
  const inverses = inverts?.outputs.map(({ formula }) => formula);
  if (
    inversion.index !== claim.inversion &&
    inverses?.join() !== lanes.map((i) => `1/x${i}`).join()
  )
    throw new Refused('the second call is no inversion');
  const fits = lanes.every(
    (i, at) =>
      !inverts ||
      (isWithin(placeOf(forward.outputs, `next${i}`).range, inverts.inputs[at].range) &&
        isWithin(inverts.outputs[at].range, placeOf(backward.inputs, `rest${i}`).range)),
  );
  if (!fits) throw new Refused('numbers that are not those of the inversion');
  const stride = forward.list?.strides.get('work') ?? 0n;
  const isNext = (/** @type {string} */ i) => {
    const at = placeOf(backward.inputs, `prefix${i}`).offset ?? 0;
    return Number(stride) + at === placeOf(forward.outputs, `next${i}`).offset;
  };
  if (!lanes.every(isNext) || count.type !== 'i32')
    throw new Refused('the product is not where the next entry takes it');
  const [result, argument] = inversion.operands;
  const first = placeOf(backward.inputs, `prefix${lanes[0]}`).offset ?? 0;
  const end = { ...work, value: extent.rows.times(stride).plus(BigInt(first)) };
  const isMatch =
    areAllSame(begun.operands, [list, count, work]) &&
    areAllSame(last.operands.slice(0, 4), [list, count, work, result]) &&
    areAllSame([argument], [/** @type {Operand} */ (end)]) &&
    keptText(backward) === keptText(claim);
  if (!isMatch) throw new Refused('calls of other operands');
  // The inverse is in the module's memory, but not where the loop computes.
  const at = Number(constantOf(result));
  const bytes = Math.max(
    ...lanes.map((i) => {
      const { offset = 0, layout } = placeOf(backward.inputs, `rest${i}`);
      return offset + layout.bytes;
    }),
  );
  if (!at || scratch.some((one) => one.at < at + bytes && at < one.at + one.size))
    throw new Refused('the inverse is where the loop computes');
  if (keeps) checkAgain(stepOf(proven, again, 'batch_add').claim, claim, last, again, work);
  checkPlaces(forward, backward);
  const found = (forward.cases ?? []).flatMap((one) => compositions(claim, one, forward, backward));
  const wanted = claim.cases ?? [];
  if (found.length !== wanted.length) throw new Refused(`${found.length} cases`);
  found.forEach((one, i) => checkCase(claim, one, wanted[i]));
}

/**
 * The proof about a call with such numbers.
 * @param {ReadonlyMap<number, Proof[]>} proven @param {Pick<Call, 'index' | 'operands'>} call
 */
const proofOf = (proven, { index, operands }) =>
  proven
    .get(index)
    ?.find(({ claim: { params, numbers = [] } }) =>
      [...numbers].every(([param, value]) => constantOf(operands[params.indexOf(param)]) === value),
    );

/** @param {ReadonlyMap<number, Proof[]>} proven @param {Call} call @param {string} name */
function stepOf(proven, call, name) {
  const found = proofOf(proven, call);
  if (found?.claim.name !== name) throw new Refused(`${name} is not what is called`);
  return found;
}

/** The words of an entry that is kept. @param {Claim} claim */
const keptText = ({ list }) =>
  list?.keeps?.words
    .map(({ name, plus = 0n, isNegative = false }) => `${name} ${plus} ${isNegative}`)
    .join();

/**
 * A batch of the entries that were kept, in the same memory.
 * @param {Claim} whole @param {Claim} claim @param {Call} last @param {Call} again
 * @param {Operand} work
 */
function checkAgain({ pointers = [] }, { list }, { result, count }, { operands }, work) {
  const isEntry = list?.keeps?.words.every(({ name }, i) =>
    pointers.some((one) => one.name === name && one.offset === 4 * i),
  );
  if (!isEntry || !areAllSame(operands, [result, count, work]))
    throw new Refused('what is kept is another batch');
}

/** Both endings of the names of a row; an empty one if it has one entry. @param {Claim} claim */
const lanesOf = ({ list }) => (list?.second ? ['0', '1'] : ['']);

/** @param {readonly Place[]} places @param {string} name */
function placeOf(places, name) {
  const found = places.find((place) => place.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** @param {(Operand | undefined)[]} found @param {Operand[]} wanted */
const areAllSame = (found, wanted) => wanted.every((one, i) => areSame(one, found[i]));

/** Backward reads what forward has left, and the same points. @param {Claim} f @param {Claim} b */
function checkPlaces(f, b) {
  /** @param {Claim} claim */
  const shapeOf = ({ pointers = [], flags = [], list, inputs, outputs, ...claim }) => {
    const one = [...outputs, ...inputs].filter(({ param }) => param === 'work');
    const names = lanesOf({ ...claim, list, inputs, outputs }).flatMap((i) => [
      `d${i}`,
      `prefix${i}`,
    ]);
    return JSON.stringify({
      pointers: pointers.filter(({ name }) => /^[AB]/.test(name)),
      states: flags.flatMap(({ name, offset, like }) =>
        name.startsWith('state') ? [name, offset, like] : [],
      ),
      second: [...(list?.second ?? [])],
      strides: ['list', 'work'].map((name) => String(list?.strides.get(name)).replace('-', '')),
      places: names.map((name) => {
        const { param, offset, range, layout } = placeOf(one, name);
        return [param, offset ?? 0, String([range.least, range.most]), layout.shape];
      }),
      points: inputs.flatMap(({ name, param, offset }) =>
        /^[AB]/.test(param ?? '') ? [name, param, offset] : [],
      ),
    });
  };
  if (shapeOf(f) !== shapeOf(b)) throw new Refused('the steps have other places');
}

/**
 * A case forward, and each of the cases backward that has its states; of these the first counts.
 * @param {Claim} claim @param {Case} one @param {Claim} forward @param {Claim} backward
 */
function compositions(claim, one, forward, backward) {
  const isState = (/** @type {string} */ condition) => condition.startsWith('state');
  const states = [...(one.flags ?? [])].map(([name, state]) => `${name} is ${state}`);
  /** Besides states. @param {Case} one */
  const othersOf = ({ when }) => when.filter((condition) => !isState(condition));
  /** @type {Case[]} */
  const cases = [];
  for (const other of backward.cases ?? []) {
    const isOf = other.when.every((one) => !isState(one) || states.includes(one));
    // Not where an earlier one counts.
    const others = othersOf(other);
    if (isOf && !cases.some((any) => othersOf(any).every((one) => others.includes(one))))
      cases.push(other);
  }
  if (cases.length === 0 || othersOf(cases[cases.length - 1]).length > 0)
    throw new Refused(`${states.join()} is not in all cases`);
  const lanes = lanesOf(claim);
  return cases.map((other) => {
    /** @type {Elements} */
    const elements = new Map(
      lanes.flatMap((i) => NAMES.map((name) => [name + i, unknownOf(claim, name + i)])),
    );
    const value = (/** @type {string} */ text) =>
      valuesOf(text, claim.inputs[0].layout, elements, backward);
    for (const i of lanes) {
      const denominator = one.outputs?.get(`d${i}`);
      if (denominator) elements.set(`d${i}`, value(denominator));
      const by = denominator ? `*d${i}` : '';
      const isInvariant =
        areEqual(value(one.outputs?.get(`next${i}`) ?? `rest${i}`), value(`prefix${i}${by}`)) &&
        areEqual(value(other.outputs?.get(`rest${i}`) ?? `prefix${i}`), value(`rest${i}${by}`));
      if (!isInvariant) throw new Refused(`${states.join()}: not the product that it takes`);
    }
    const when = [...one.when, ...othersOf(other)];
    return {
      when,
      elements,
      value,
      outputs: other.outputs,
      flags: other.flags,
      keeps: other.keeps,
    };
  });
}

const NAMES = ['xA', 'yA', 'xB', 'yB', 'prefix', 'rest', 'signA', 'signB'];

/** An element, with its coefficients; a sign has one. @param {Claim} claim @param {string} name */
function unknownOf({ field, inputs: [{ layout }] }, name) {
  const parts = name.startsWith('sign') ? [0] : (layout.offsets ?? [0]);
  return parts.map((_, i) => FieldPolynomial.variable(field.p, `${name}.${i}`));
}

/** @param {FieldPolynomial[]} a @param {FieldPolynomial[]} b */
const areEqual = (a, b) => a.every((one, i) => one.equals(b[i]));

/**
 * @param {Claim} claim
 * @param {ReturnType<typeof compositions>[0]} found
 * @param {Case} wanted
 */
function checkCase(claim, { when, elements, value, outputs, flags, keeps }, wanted) {
  if (when.join() !== wanted.when.join()) throw new Refused(`another case: ${when.join(' and ')}`);
  const because = ` if ${when.join(' and ')}`;
  for (const [name, formula] of wanted.inverses ?? []) {
    const i = name.replace('inverse', '');
    const denominator = elements.get(`d${i}`);
    if (!denominator || !areEqual(denominator, value(formula)))
      throw new Refused(`${formula} is not the denominator${because}`);
    elements.set(name, value(`rest${i}*prefix${i}`));
  }
  for (const [name, formula] of wanted.outputs ?? []) {
    const text = outputs?.get(name);
    if (text === undefined || !areEqual(value(text), value(formula)))
      throw new Refused(`${name} is not ${formula}${because}`);
  }
  if (keeps !== wanted.keeps)
    throw new Refused(`${keeps ? 'keeps' : 'does not keep'} it${because}`);
  for (const [name, flag] of wanted.flags ?? [])
    if (flags?.get(name) !== flag) throw new Refused(`${name} is not ${flag}${because}`);
}
