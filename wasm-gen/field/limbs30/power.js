/**
 * Powers with an exponent known to the generator, by a sliding window of odd powers; square roots for p ≡ 3 mod 4.
 * At 381 bits the root takes 379 squarings and about 75 multiplications.
 */

import { i32 } from '../../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { FieldParameters } from './parameters.js' */

/**
 * The steps of a left-to-right sliding window: square `squarings` times, then multiply by x^odd (0: by nothing).
 * @param {bigint} exponent positive
 * @param {number} width bits of a window
 */
export function slidingWindow(exponent, width) {
  const bits = exponent.toString(2);
  /** @type {Array<{ squarings: number, odd: number }>} */
  const steps = [];
  let squarings = 0;
  for (let i = 0; i < bits.length;) {
    if (bits[i] === '0') {
      squarings++;
      i++;
      continue;
    }
    let end = Math.min(i + width, bits.length);
    while (bits[end - 1] === '0') end--;
    steps.push({ squarings: squarings + (end - i), odd: parseInt(bits.slice(i, end), 2) });
    squarings = 0;
    i = end;
  }
  if (squarings) steps.push({ squarings, odd: 0 });
  return steps;
}

/** Bits of a window: 2^4 odd powers, the fewest multiplications for exponents of 200 to 400 bits. */
export const WINDOW = 5;

/**
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {string} doc
 * @param {bigint} exponent
 * @param {{ parameters: FieldParameters, multiply: Callable, square: Callable, copy: Callable,
 *   reserve: (bytes: number) => number }} field
 */
export function emitPower(m, name, doc, exponent, { parameters, multiply, square, copy, reserve }) {
  const steps = slidingWindow(exponent, WINDOW);
  const largest = Math.max(...steps.map(({ odd }) => odd));
  const { slotBytes } = parameters;
  const table = reserve(slotBytes * ((largest + 1) / 2));
  const [x2, result] = [reserve(slotBytes), reserve(slotBytes)];
  const power = (/** @type {number} */ odd) => table + ((odd - 1) / 2) * slotBytes;
  const squareTimes = m.func(
    `${name}_square_times`,
    { params: { z: 'i32', count: 'i32' } },
    (f, { z, count }) => {
      f.loop((again) => {
        f.emit(square.call(z, z));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
  return m.func(name, { params: { z: 'i32', x: 'i32' }, exported: true, doc }, (f, { z, x }) => {
    f.emit(copy.call(power(1), x));
    f.emit(square.call(x2, x));
    for (let odd = 3; odd <= largest; odd += 2)
      f.emit(multiply.call(power(odd), power(odd - 2), x2));
    f.emit(copy.call(result, power(steps[0].odd)));
    for (const { squarings, odd } of steps.slice(1)) {
      f.emit(squareTimes.call(result, squarings));
      if (odd) f.emit(multiply.call(result, result, power(odd)));
    }
    f.emit(copy.call(z, result));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {{ parameters: FieldParameters, multiply: Callable, square: Callable, copy: Callable, isEqual: Callable,
 *   reserve: (bytes: number) => number }} field
 */
export function emitSquareRoot(m, field) {
  const { p, slotBytes } = field.parameters;
  if (p % 4n !== 3n) return null;
  const doc = 'z = x^((p+1)/4), x in [0, 2p): a square root of x if x has one.';
  const power = emitPower(m, 'field_sqrt_power', doc, (p + 1n) / 4n, field);
  const [root, check] = [field.reserve(slotBytes), field.reserve(slotBytes)];
  return m.func(
    'field_sqrt',
    {
      params: { z: 'i32', x: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 and z = a square root of x, in [0, 2p); 0 if x has none, and z is not touched. x in [0, 2p).',
    },
    (f, { z, x }) => {
      f.emit(power.call(root, x));
      f.emit(field.square.call(check, root));
      f.if(field.isEqual.call(check, x), () => {
        f.emit(field.copy.call(z, root));
        f.return(1);
      });
      f.result(0);
    },
  );
}
