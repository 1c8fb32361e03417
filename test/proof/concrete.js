/** Claims about functions that are made of calls, tried at concrete elements. */
import { caseOf, constantIn, signsOf } from '../../proof/calls.js';
import { Domain } from '../../proof/domain/domain.js';
import { FieldPolynomial, inverse } from '../../proof/domain/field-polynomial.js';
import { Machine } from '../../proof/machine/machine.js';
import { valuesOf } from '../../proof/values.js';
import { interpret } from './interpreter.js';
import { prepare } from './shadow.js';

/** Digits of the places of an element. @param {any} place */
function digitsOf({ layout, address, offset = address ?? 0 }) {
  const { base = layout, offsets = [0] } = layout;
  const [n, word, w] = base.shape.match(/\d+/g).map(Number);
  return offsets.map((o) => ({
    w: BigInt(w),
    digits: Array.from({ length: n }, (_, i) => ({ at: offset + o + word * i, word })),
  }));
}

/**
 * @param {Map<string, number>} base
 * @param {{ param?: string, name?: string, address?: number }} place
 * @returns {number}
 */
const addressOf = (base, { param, name, address }) =>
  address === undefined
    ? /** @type {number} */ (base.get(/** @type {string} */ (param ?? name)))
    : 0;

function readPlace(view, base, place) {
  return digitsOf(place).map(({ w, digits }) =>
    digits.reduceRight((sum, { at, word }) => {
      const address = addressOf(base, place) + at;
      const digit =
        word === 8 ? view.getBigUint64(address, true) : BigInt(view.getUint32(address, true));
      return (sum << w) + digit;
    }, 0n),
  );
}

function writePlace(view, base, place, numbers) {
  digitsOf(place).forEach(({ w, digits }, i) => {
    let rest = numbers[i];
    for (const { at, word } of digits) {
      const address = addressOf(base, place) + at;
      const digit = BigInt.asUintN(Number(w), rest);
      if (word === 8) view.setBigUint64(address, digit, true);
      else view.setUint32(address, Number(digit), true);
      rest >>= w;
    }
  });
}

/**
 * Whether what a function leaves is what the claim says, for inputs, flags and signs.
 * @param {any} module @param {number} index @param {any} claim
 * @param {(low: bigint, high: bigint) => bigint} pick digits
 * @param {Map<string, bigint>} words
 * @param {Map<string, bigint>} [given] values of some inputs, instead
 */
export function holds(module, index, claim, pick, words, given = new Map()) {
  const { p, R } = claim.field;
  const run = prepare(module, claim, pick);
  const { memory: view, base } = run;
  for (const flag of claim.flags ?? [])
    if (!flag.isOutput)
      view.setUint32(addressOf(base, flag) + flag.offset, Number(words.get(flag.name)), true);
  for (const { name, param, offset } of claim.pointers ?? []) {
    const sign = Number(words.get(`${name} is negative`) ?? 0n);
    view.setUint32(addressOf(base, { param }) + offset, addressOf(base, { name }) + sign, true);
  }
  for (const [name, value] of given) {
    const place = claim.inputs.find((one) => one.name === name);
    writePlace(view, base, place, [(value * R) % p, ...(place.layout.base ? [0n] : [])]);
  }
  const value = (number, { scale = R }) => FieldPolynomial.constant(p, number * inverse(scale, p));
  const machine = new Machine(module, new Domain());
  const elements = new Map(signsOf(claim, words, constantIn(claim)));
  for (const place of claim.inputs) {
    const numbers = readPlace(view, base, place);
    const isCarried = claim.list?.carried === place.name;
    const values = isCarried
      ? valuesOf('one', place.layout, new Map(), claim)
      : numbers.map((number) => value(number, place));
    elements.set(place.name, values);
    machine.belows.set(values[0], numbers[0] < p);
  }
  // Of lists, the first element.
  const operands = run.given.map((address, i) =>
    claim.params[i] === claim.list?.count
      ? 1n
      : (claim.list?.strides.get(claim.params[i]) < 0n
          ? BigInt(addressOf(base, { name: claim.params[i] }))
          : address) + (words.get(`${claim.params[i]} is negative`) ?? 0n),
  );
  const one = caseOf(machine, claim, elements, words, false);
  const results = interpret(module, index, operands, view, () => {});
  const isRight = claim.outputs.every((output) => {
    const formula = one.outputs?.get(output.name);
    if (formula === undefined) return true;
    const wanted = valuesOf(formula, output.layout, elements, claim);
    const numbers = readPlace(view, base, output);
    const { least, most } = output.range;
    return numbers.every(
      (number, i) => number >= least && number <= most && value(number, output).equals(wanted[i]),
    );
  });
  const flags = [...(one.flags ?? [])].every(([name, wanted]) => {
    const flag = claim.flags.find((any) => any.name === name && any.isOutput);
    return BigInt(view.getUint32(addressOf(base, flag) + flag.offset, true)) === wanted;
  });
  const end = one.stops ? 0n : claim.list?.end;
  const wanted = one.result ?? (end === undefined ? end : BigInt.asUintN(32, end));
  return isRight && flags && (wanted === undefined || results[0] === wanted);
}

/** All combinations of flags and signs of a claim. @returns {Map<string, bigint>[]} */
export function wordsOf({ flags = [], references = [] }) {
  const all = [
    ...references.map((param) => ({ name: `${param} is negative` })),
    ...flags.filter(({ isOutput }) => !isOutput),
  ];
  return all.reduce(
    (found, { name, values, only }) =>
      found.flatMap((words) =>
        (only && words.get(only) !== 1n ? [0n] : (values ?? [0n, 1n])).map((value) => {
          const known = (values ?? []).map((v) => [`${name} is ${v}`, v === value ? 1n : 0n]);
          return new Map([...words, [name, value], ...known]);
        }),
      ),
    [new Map()],
  );
}
