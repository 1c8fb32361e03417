/**
 * Inversion and square roots in Fp² = Fp[u]/(u² + 1), p ≡ 3 mod 4, each by operations of Fp.
 *
 * Inversion: 1/(a_0 + a_1·u) = (a_0 − a_1·u)/(a_0² + a_1²).
 *
 * Square root, by the complex method. Let n² = a_0² + a_1² (the norm; no root in Fp means no root
 * of a) and δ = (a_0 + n)/2, or δ = a_0 if that is zero. With g = δ^e of ../addition-chain.js and
 * s = δ·g, s² = χδ and s·g = χ for χ = ±1:
 *   χ = 1:  (s + t·u)² = a for t = a_1·g/2, as 2st = a_1 and s² − t² = δ − a_1²/(4δ) = a_0;
 *   χ = −1: (t + s·u)² = a for t = −a_1·g/2, as 2ts = a_1 and t² − s² = −a_1²/(4δ) + δ = a_0.
 * a_1²/4 = (n² − a_0²)/4 = δ(n − a_0)/2. Where δ was zero, n = −a_0 and a_1 = 0: the cases read s²
 * = ±a_0, t = 0. So one power suffices beside the norm's root, without an inversion (a method of
 * the family in Adj, Rodríguez-Henríquez, ePrint 2012/685). The candidate is squared and compared.
 */

import { i32 } from '../../emit/instructions.js';

/** @import { Operand } from '../../emit/expression.js' */
/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { BaseField } from './index.js' */

/**
 * @param {ModuleBuilder} m
 * @param {BaseField} base
 */
export function emitExtensionInverse(m, base) {
  const { multiply, square, add, negate, reserve, parameters } = base;
  const { slotBytes } = parameters;
  const [norm, s] = [reserve(slotBytes), reserve(slotBytes)];
  const emitNorm = m.func(
    'extension_norm',
    { params: { z: 'i32', x: 'i32' }, doc: 'z = x_0² + x_1², in Fp. x lazy.' },
    (f, { z, x }) => {
      f.emit(square.call(s, x), square.call(z, i32.add(x, slotBytes)), add.call(z, z, s));
    },
  );
  const inverse = m.func(
    'extension_inv',
    {
      params: { z: 'i32', x: 'i32' },
      exported: true,
      doc: 'z = 1/x, x not zero; z may be x. Coefficients lazy.',
    },
    (f, { z, x }) => {
      const second = i32.add(z, slotBytes);
      f.emit(emitNorm.call(norm, x), base.inverse.call(norm, norm));
      f.emit(multiply.call(z, x, norm), multiply.call(second, i32.add(x, slotBytes), norm));
      f.emit(negate.call(second, second));
    },
  );
  return { norm: emitNorm, inverse };
}

/** @param {Operand} element @param {number} slotBytes the second coefficient */
const secondOf = (element, slotBytes) =>
  typeof element === 'number' ? element + slotBytes : i32.add(element, slotBytes);

/**
 * δ of the square root of x, in place of n.
 * @param {FunctionBuilder} f
 * @param {BaseField} base
 * @param {{ x: Operand, delta: Operand, half: number }} places `half`: 1/2
 */
export function emitDelta(f, base, { x, delta, half }) {
  f.emit(base.add.call(delta, delta, x), base.multiply.call(delta, delta, half));
  f.if(base.isZero.call(delta), () => f.emit(base.copy.call(delta, x)));
}

/**
 * A root of x from δ and g, if x has one.
 * @param {FunctionBuilder} f
 * @param {BaseField} base
 * @param {{ root: Operand, x: Operand, delta: Operand, g: Operand, s: number, t: number,
 *   half: number }} places g is overwritten; `s`, `t`: scratch
 */
export function emitRootFromDelta(f, base, { root, x, delta, g, s, t, half }) {
  const { multiply, square, negate, copy, isEqual, parameters } = base;
  const [x1, root1] = [x, root].map((element) => secondOf(element, parameters.slotBytes));
  f.emit(multiply.call(s, delta, g));
  f.emit(multiply.call(t, x1, g), multiply.call(t, t, half));
  f.emit(square.call(g, s));
  f.if(
    isEqual.call(g, delta),
    () => f.emit(copy.call(root, s), copy.call(root1, t)),
    () => f.emit(negate.call(root, t), copy.call(root1, s)),
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {BaseField} base
 * @param {{ norm: Callable, square: Callable, isEqual: Callable, copy: Callable }} extension
 */
export function emitExtensionSquareRoot(m, base, extension) {
  const { reserve, parameters, squareRoot, inverseRootPower, constants } = base;
  const { p, slotBytes } = parameters;
  if (!squareRoot || !inverseRootPower) throw new RangeError('expected a prime ≡ 3 (mod 4)');
  const half = constants.add('1/2', (p + 1n) / 2n);
  const power = inverseRootPower();
  const [delta, g, s, t] = Array.from({ length: 4 }, () => reserve(slotBytes));
  const [root, check] = [reserve(2 * slotBytes), reserve(2 * slotBytes)];
  return m.func(
    'extension_sqrt',
    {
      params: { z: 'i32', x: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 and z = a square root of x; 0 if x has none, with z unchanged. Coefficients lazy.',
    },
    (f, { z, x }) => {
      f.emit(extension.norm.call(delta, x));
      f.if(i32.eqz(squareRoot.call(delta, delta)), () => f.return(0));
      emitDelta(f, base, { x, delta, half });
      f.emit(power.call(g, delta));
      emitRootFromDelta(f, base, { root, x, delta, g, s, t, half });
      f.emit(extension.square.call(check, root));
      f.if(extension.isEqual.call(check, x), () => {
        f.emit(extension.copy.call(z, root));
        f.return(1);
      });
      f.result(0);
    },
  );
}
