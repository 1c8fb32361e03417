/** Claims about functions that are made of calls, tried at concrete elements. */
import { ANY, caseOf, constantIn } from '../../proof/calls.js';
import { Domain } from '../../proof/domain/domain.js';
import { FieldPolynomial, inverse } from '../../proof/domain/field-polynomial.js';
import { codeOf } from '../../proof/outcome.js';
import { holdsOf } from '../../proof/flags.js';
import { signParams, signsOf, wordOfSign } from '../../proof/signs.js';
import { Machine } from '../../proof/machine/machine.js';
import { valuesOf } from '../../proof/values.js';
import { interpret } from './interpreter.js';
import { prepare } from './shadow.js';

/**
 * Digits of the places of an element. @param {any} place
 * @returns {{ w: bigint, digits: any[] }[]}
 */
function digitsOf({ layout, address, offset = address ?? 0 }) {
  const { base = layout, offsets = [0] } = layout;
  const [n, word, bits] = base.shape.match(/\d+/g).map(Number);
  if (base.shape.endsWith('big-endian'))
    return offsets.map((o) => ({
      w: 8n,
      digits: Array.from({ length: n }, (_, i) => ({ at: offset + o + n - 1 - i, word: 1 })),
    }));
  return offsets.map((o) => ({
    w: BigInt(base.w ?? bits),
    digits: Array.from({ length: n }, (_, i) =>
      base.places
        ? { at: offset + o + base.places[i], isSigned: true }
        : { at: offset + o + word * i, word },
    ),
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
    digits.reduceRight((sum, { at, word, isSigned }) => {
      const address = addressOf(base, place) + at;
      if (isSigned) return (sum << w) + BigInt(view.getFloat64(address, true));
      const digit =
        word === 8
          ? view.getBigUint64(address, true)
          : BigInt(word === 1 ? view.getUint8(address) : view.getUint32(address, true));
      return (sum << w) + digit;
    }, 0n),
  );
}

/**
 * @param {any} view
 * @param {any} base
 * @param {any} place
 * @param {bigint[]} numbers
 * @param {bigint} p
 */
function writePlace(view, base, place, numbers, p) {
  digitsOf(place).forEach(({ w, digits }, i) => {
    const isSigned = digits[0].isSigned && numbers[i] > p / 2n;
    let rest = isSigned ? numbers[i] - p : numbers[i];
    digits.forEach(({ at, word, isSigned }, j) => {
      const address = addressOf(base, place) + at;
      const isLast = j === digits.length - 1;
      const digit =
        isSigned && !isLast
          ? BigInt.asIntN(Number(w), rest)
          : isSigned
            ? rest
            : BigInt.asUintN(Number(w), rest);
      if (isSigned) view.setFloat64(address, Number(digit), true);
      else if (word === 8) view.setBigUint64(address, digit, true);
      else view.setUint32(address, Number(digit), true);
      rest = (rest - digit) >> w;
    });
  });
}

/** The first of the addresses that are stored there. @param {any} claim @param {any} pointer */
const twinOf = ({ pointers }, { param, offset }) =>
  pointers.find((one) => one.param === param && one.offset === offset).name;

/** A flag as it stands. @param {DataView} view @param {number} at @param {any} flag */
const readFlag = (view, at, { isNaN }) =>
  isNaN ? BigInt(Number.isNaN(view.getFloat64(at, true))) : BigInt(view.getUint32(at, true));

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
  for (const one of claim.pointers ?? [])
    if (!base.has(one.name)) base.set(one.name, Number(base.get(twinOf(claim, one))));
  for (const flag of claim.flags ?? [])
    if (!flag.isOutput && !flag.isNaN && holdsOf(flag, words)) {
      const [at, value] = [addressOf(base, flag) + flag.offset, Number(words.get(flag.name))];
      if (flag.bytes === 1) view.setUint8(at, value);
      else view.setUint32(at, value, true);
    }
  for (const { name, param, offset } of claim.pointers ?? []) {
    const sign = Number(words.get(`${name} is negative`) ?? 0n);
    view.setUint32(addressOf(base, { param }) + offset, addressOf(base, { name }) + sign, true);
  }
  for (const [name, value] of given) {
    const place = claim.inputs.find((one) => one.name === name);
    writePlace(view, base, place, [(value * R) % p, ...(place.layout.base ? [0n] : [])], p);
  }
  const value = (number, { scale = R }) => FieldPolynomial.constant(p, number * inverse(scale, p));
  const machine = new Machine(module, new Domain());
  const elements = new Map(signsOf(claim, words, constantIn(claim)));
  for (const place of claim.inputs) {
    if (place.is && holdsOf(place, words)) {
      const [is] = valuesOf(place.is, place.layout, elements, claim);
      writePlace(view, base, place, [(BigInt(is.terms.get('') ?? 0) * R) % p], p);
    }
    const numbers = readPlace(view, base, place);
    const isCarried = claim.list?.carried?.includes(place.name);
    const values = isCarried
      ? valuesOf(claim.list.first?.get(place.name) ?? 'one', place.layout, elements, claim)
      : numbers.map((number) => value(number, place));
    elements.set(place.name, values);
    numbers.forEach((number, i) => {
      machine.belows.set(values[i], number < p);
      const digits = [machine.domain.constant(number)];
      const opened = /** @type {any} */ ({ element: { value: values[i] }, digits });
      machine.opened.set(/** @type {any} */ (opened), opened);
    });
  }
  for (const flag of claim.flags ?? [])
    if (flag.isNaN && words.get(flag.name) === 1n)
      view.setFloat64(addressOf(base, flag) + flag.offset, NaN, true);
  // Of lists, the first row.
  const operands = run.given.map((address, i) =>
    claim.signs?.has(claim.params[i])
      ? signOperand(
          claim.signs.get(claim.params[i]),
          words.get(`${claim.params[i]} is negative`) ?? 0n,
        )
      : claim.params[i] === claim.list?.count
        ? (claim.list?.perRow ?? 1n)
        : (claim.list?.strides.get(claim.params[i]) < 0n
            ? BigInt(addressOf(base, { name: claim.params[i] }))
            : address) + (words.get(`${claim.params[i]} is negative`) ?? 0n),
  );
  const one = caseOf(machine, claim, elements, words, false);
  for (const [name, formula] of one.inverses ?? [])
    elements.set(name, valuesOf(`1/(${formula})`, claim.outputs[0].layout, elements, claim));
  const results = interpret(module, index, operands, view, () => {});
  const isRight = claim.outputs.every((output) => {
    const formula = one.outputs?.get(output.name);
    if (formula === undefined) return true;
    const wanted = formula === ANY ? null : valuesOf(formula, output.layout, elements, claim);
    const numbers = readPlace(view, base, output);
    const { least, most, isEven } = output.range;
    return numbers.every(
      (number, i) =>
        number >= least &&
        number <= most &&
        !(isEven && number & 1n) &&
        (!wanted || value(number, output).equals(wanted[i])),
    );
  });
  const flags = [...(one.flags ?? [])].every(([name, wanted]) => {
    const flag = claim.flags.find((any) => any.name === name && any.isOutput);
    // Of a second entry that is none.
    if (!flag) return true;
    return readFlag(view, addressOf(base, flag) + flag.offset, flag) === wanted;
  });
  const end = one.stops ? codeOf(one) : claim.list?.end;
  const last = end === undefined ? end : BigInt.asUintN(32, end);
  const wanted =
    typeof one.result === 'string'
      ? BigInt(addressOf(base, { name: one.result }))
      : (one.result ?? last);
  return isRight && flags && (wanted === undefined || results[0] === wanted);
}

function signOperand(form, isNegative) {
  const word = BigInt.asUintN(64, wordOfSign(form, isNegative));
  return form === 'mask' ? [word, word] : word;
}

/** All combinations of flags and signs. @param {any} claim @returns {Map<string, bigint>[]} */
export function wordsOf(claim) {
  const { flags = [] } = claim;
  const all = [
    ...signParams(claim).map((param) => ({ name: `${param} is negative` })),
    ...flags.filter(({ isOutput }) => !isOutput),
  ];
  const found = all.reduce(
    (found, { name, values, only }) =>
      found.flatMap((words) =>
        (only && words.get(only) !== 1n ? [0n] : (values ?? [0n, 1n])).map((value) => {
          const known = (values ?? []).map((v) => [`${name} is ${v}`, v === value ? 1n : 0n]);
          return new Map([...words, [name, value], ...known]);
        }),
      ),
    [new Map()],
  );
  // Flags at one place are one, and some of an element that is alone in its row.
  const isAlone = claim.list?.second && claim.list.perRow === 1n;
  const placeOf = ({ param, offset }) => {
    const pointer = claim.pointers?.find(({ name }) => name === param);
    return `${pointer ? twinOf(claim, pointer) : param} ${offset}`;
  };
  const areTwins = (words) =>
    (claim.pointers ?? []).every(
      (one) =>
        words.get(`${one.name} is negative`) === words.get(`${twinOf(claim, one)} is negative`),
    );
  return found
    .filter(areTwins)
    .filter((words) =>
      flags.every(
        (flag) =>
          ((isAlone && flag.like && flag.values) || []).every(
            (v) => words.get(`${flag.name} is ${v}`) === words.get(`${flag.like} is ${v}`),
          ) &&
          flags.every(
            (one) => placeOf(one) !== placeOf(flag) || words.get(one.name) === words.get(flag.name),
          ),
      ),
    );
}
