/**
 * Sums of table entries in extended coordinates, one point at a time: (X : Y : T : Z), x = X/Z,
 * y = Y/Z, T = XY/Z.
 *
 * A table entry is (x, y, dxy) of an affine point. The addition, 8M (Hisil, Wong, Carter, Dawson,
 * "Twisted Edwards curves revisited", ASIACRYPT 2008, unified; EFD madd-2008-hwcd), and the
 * doubling, 4M + 4S as 5M + 3S (dbl-2008-hwcd):
 *   A = X·x, B = Y·y, C = T·dxy, E = (X + Y)(x + y) − A − B, F = Z − C, G = Z + C, H = B − aA
 *   A = X², B = Y², C = 2Z², E = 2XY, G = aA + B, F = G − C, H = aA − B
 *   X' = EF, Y' = GH, T' = EH, Z' = FG.
 *
 * Complete in the group {P, P + T of order dividing 2r}: FG = 0 requires that P + Q or P − Q has no
 * affine coordinates (Bernstein, Lange, "A complete set of addition laws for incomplete Edwards
 * curves"). The two such points have order 2 and differ from (0, −1), so they are outside the
 * group. The doubling is the addition of P to itself. There are no branches: equal, opposite and
 * neutral points need no special case.
 */

import { i32 } from '../emit/instructions.js';
import { forEach, isAllZero } from '../curve/points.js';
import { emitExtendedSum } from './extended-sum.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression, Operand } from '../emit/expression.js' */
/** @import { PrimeField } from '../field/limbs30/index.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { EdwardsParameters } from './config.js' */

/**
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @param {PointLayout} layout
 * @param {EdwardsParameters} config
 */
export function emitExtended(m, field, layout, { edwards, p }) {
  const { slotBytes } = layout;
  // The limbs of an element, without the spare words that follow.
  const elementBytes = field.parameters.flagOffset;
  const entryBytes = 16 * Math.ceil((3 * elementBytes) / 16);
  const entry = [0, 1, 2].map(
    (i) => (/** @type {Operand} */ at) => (i ? i32.add(at, i * elementBytes) : at),
  );
  const [X, Y, T, Z] = Array.from({ length: 4 }, () => field.reserve(slotBytes));
  // In sums, a is −5, not p − 5.
  const a = Number(edwards.a > p / 2n ? edwards.a - p : edwards.a);
  const context = { field, layout, X, Y, T, Z, entry, a, elementBytes, entryBytes };
  emitEntries(m, context, edwards.d);
  emitExtendedSum(m, emitSteps(m, context));
  emitToAffine(m, context);
  m.exportConstant('entry_bytes', entryBytes);
  m.exportConstant('projective_digits', (3 * field.parameters.bytes) / 4);
  m.exportConstant('digit_bits', 32);
}

/**
 * Addresses of the coordinates of the sum and of an entry, and a as a small integer.
 * @typedef {(at: Operand) => Expression | Operand} Part
 * @typedef {{ field: PrimeField, layout: PointLayout, X: number, Y: number, T: number, Z: number,
 *   entry: Part[], a: number, elementBytes: number, entryBytes: number }} Context
 */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {bigint} d
 */
function emitEntries(m, { field, layout, entry, elementBytes, entryBytes }, d) {
  const { multiply, copy, constants, reserve } = field;
  const coordinates = [
    reserve(layout.slotBytes),
    reserve(layout.slotBytes),
    reserve(layout.slotBytes),
  ];
  const [x, y, t] = coordinates;
  const factor = constants.add('d', d);
  m.func(
    'extended_entries',
    {
      params: { target: 'i32', source: 'i32', count: 'i32' },
      exported: true,
      doc: 'Table entries of count elements. target and source do not overlap.',
    },
    (f, { target, source, count }) => {
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, entryBytes],
        [source, layout.pointBytes],
      ]);
      forEach(f, count, steps, () => {
        f.emit(copy.call(x, source), copy.call(y, layout.y(source)));
        f.if(layout.isInfinity(source), () => {
          f.emit(copy.call(y, constants.address('1')), field.subtract.call(x, y, y));
        });
        f.emit(multiply.call(t, x, y), multiply.call(t, t, factor));
        coordinates.forEach((from, i) => {
          for (let at = 0; at < elementBytes; at += 4)
            f.emit(i32.store(entry[i](target), i32.load(from, at), at));
        });
      });
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitSteps(m, { field, layout, X, Y, T, Z, entry, a }) {
  const { multiply, square, add, negate, difference, looseSum, subtractTwo, combination } = field;
  const { constants, copy } = field;
  const [A, B, E, F, G, H, negX, negT] = Array.from({ length: 8 }, () =>
    field.reserve(layout.slotBytes),
  );
  const finish = m.func(
    'extended_finish',
    { doc: '(EF : GH : EH : FG). E and H lazy, F and G loose.' },
    (f) => {
      f.emit(multiply.call(X, E, F), multiply.call(Y, G, H));
      f.emit(multiply.call(T, E, H), multiply.call(Z, F, G));
    },
  );
  /**
   * The addresses of x and dxy of a reference, with its sign applied.
   * @param {FunctionBuilder} f
   * @param {Local} q
   */
  const signed = (f, q) => {
    const sign = f.local('sign', 'i32', i32.and(q, 1));
    f.set(q, i32.and(q, -2));
    const [x, t] = [f.local('x', 'i32', q), f.local('t', 'i32', entry[2](q))];
    f.if(sign, () => {
      f.emit(negate.call(negX, x), negate.call(negT, t));
      f.set(x, negX);
      f.set(t, negT);
    });
    return { x, y: entry[1](q), t };
  };
  const params = /** @type {const} */ ({ q: 'i32' });
  const start = m.func(
    'extended_start',
    { params, doc: 'The point of a reference to an entry, as the sum 0 + q, in which A = C = 0.' },
    (f, { q }) => {
      const { x, y } = signed(f, q);
      const one = constants.address('1');
      f.emit(copy.call(E, x), copy.call(H, y), copy.call(F, one), copy.call(G, one));
      f.emit(finish.call());
    },
  );
  const addEntries = m.func('extended_add', { params, doc: 'Adds q.' }, (f, { q }) => {
    const { x, y, t } = signed(f, q);
    f.emit(multiply.call(A, X, x), multiply.call(B, Y, y));
    f.emit(looseSum.call(E, X, Y), looseSum.call(F, x, y), multiply.call(E, E, F));
    f.emit(subtractTwo.call(E, E, A, B), combination(1, -a).call(H, B, A));
    f.emit(multiply.call(A, T, t));
    f.emit(difference.call(F, Z, A), looseSum.call(G, Z, A), finish.call());
  });
  const double = m.func('extended_double', { doc: 'Doubles.' }, (f) => {
    f.emit(square.call(A, X), square.call(B, Y), square.call(F, Z));
    f.emit(multiply.call(E, X, Y), add.call(E, E, E));
    f.emit(combination(a, 1).call(G, A, B), combination(a, -1).call(H, A, B));
    f.emit(combination(1, -2).call(F, G, F), finish.call());
  });
  /** @type {import('./extended-sum.js').Steps['shift']} */
  const shift = (f, bits) =>
    f.loop((again) => {
      f.emit(double.call());
      f.brIf(again, f.tee(bits, i32.sub(bits, 1)));
    });
  /** @type {import('./extended-sum.js').Steps['end']} */
  const end = (f, [last], { target }) => {
    const { bytes } = field.parameters;
    f.if(last, () => f.emit(addEntries.call(last)));
    [X, Y, Z].forEach((row, i) => f.emit(field.toBytes.call(i32.add(target, i * bytes), row)));
    return i32.eqz(isAllZero(i32.add(target, 2 * bytes), bytes));
  };
  return { start, addEntries, shift, end };
}

/** @type {(m: ModuleBuilder, context: Context) => void} */
function emitToAffine(m, { field, layout, X, Y, Z }) {
  const { fromBytes, inverse, multiply, parameters } = field;
  m.func(
    'projective_to_affine',
    {
      params: { target: 'i32', source: 'i32' },
      exported: true,
      doc: 'The element with X, Y, Z in the form that extended_sum writes.',
    },
    (f, { target, source }) => {
      const inRange = f.local('in_range', 'i32');
      [X, Y, Z].forEach((row, i) =>
        f.set(inRange, fromBytes.call(row, i32.add(source, i * parameters.bytes))),
      );
      f.emit(layout.setInfinity(target, 0), inverse.call(Z, Z));
      f.emit(multiply.call(target, X, Z), multiply.call(layout.y(target), Y, Z));
    },
  );
}
