/**
 * Sums of table entries in extended coordinates, one point at a time: (X : Y : T : Z), x = X/Z, y = Y/Z, T = XY/Z.
 *
 * A table entry is (x, y, dxy) of an affine point. The addition, 8M (Hisil, Wong, Carter, Dawson, "Twisted Edwards curves
 * revisited", ASIACRYPT 2008, unified; EFD madd-2008-hwcd), and the doubling, 4M + 4S as 5M + 3S (dbl-2008-hwcd):
 *   A = X·x, B = Y·y, C = T·dxy, E = (X + Y)(x + y) − A − B, F = Z − C, G = Z + C, H = B − aA
 *   A = X², B = Y², C = 2Z², E = 2XY, G = aA + B, F = G − C, H = aA − B
 *   X' = EF, Y' = GH, T' = EH, Z' = FG.
 *
 * Complete in the group {P, P + T of order dividing 2r}: FG = 0 needs P + Q or P − Q without affine coordinates (Bernstein,
 * Lange, "A complete set of addition laws for incomplete Edwards curves", Theorem 7.1), and the two such points are of order 2 and not (0, −1), so
 * outside it. The doubling is the addition of P to itself. No branches, then: equal, opposite and neutral points are like others.
 */

import { i32 } from '../../emit/instructions.js';
import { forEach } from '../points.js';
import { emitExtendedSum } from './extended-sum.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { PrimeField } from '../../field/limbs30/index.js' */
/** @import { PointLayout } from '../layout.js' */
/** @import { EdwardsParameters } from './config.js' */

/**
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @param {PointLayout} layout
 * @param {EdwardsParameters} config
 */
export function emitExtended(m, field, layout, { edwards, p }) {
  const { slotBytes } = layout;
  // The limbs of an element, without the spare words behind them.
  const elementBytes = field.parameters.flagOffset;
  const entryBytes = 16 * Math.ceil((3 * elementBytes) / 16);
  const part = (/** @type {number} */ i, /** @type {number} */ size) => {
    return (/** @type {Operand} */ at) => (i ? i32.add(at, i * size) : at);
  };
  const [X, Y, T, Z] = [0, 1, 2, 3].map((i) => part(i, slotBytes));
  const entry = [0, 1, 2].map((i) => part(i, elementBytes));
  // a is −5, not p − 5, in sums.
  const a = Number(edwards.a > p / 2n ? edwards.a - p : edwards.a);
  const context = { field, layout, X, Y, T, Z, entry, a, elementBytes, entryBytes };
  emitEntries(m, context, edwards.d);
  const steps = emitSteps(m, context);
  emitExtendedSum(m, steps);
  emitToAffine(m, context);
  m.exportConstant('entry_bytes', entryBytes);
  m.exportConstant('extended_bytes', 4 * slotBytes);
}

/**
 * Where coordinates of a point and of an entry stand, and a as a small integer.
 * @typedef {(at: Operand) => Expression | Operand} Part
 * @typedef {{ field: PrimeField, layout: PointLayout, X: Part, Y: Part, T: Part, Z: Part, entry: Part[], a: number,
 *   elementBytes: number, entryBytes: number }} Context
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
    { params: { z: 'i32' }, doc: '(EF : GH : EH : FG). E and H lazy, F and G loose.' },
    (f, { z }) => {
      f.emit(multiply.call(X(z), E, F), multiply.call(Y(z), G, H));
      f.emit(multiply.call(T(z), E, H), multiply.call(Z(z), F, G));
    },
  );
  /** The addresses of x and dxy of a reference, whose sign is taken. @param {FunctionBuilder} f @param {Local} q */
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
  const params = /** @type {const} */ ({ z: 'i32', q: 'i32' });
  const start = m.func(
    'extended_start',
    { params, doc: 'z = the point of a reference to an entry: of 0 + q, A = C = 0.' },
    (f, { z, q }) => {
      const { x, y } = signed(f, q);
      const one = constants.address('1');
      f.emit(copy.call(E, x), copy.call(H, y), copy.call(F, one), copy.call(G, one));
      f.emit(finish.call(z));
    },
  );
  const addEntries = m.func('extended_add', { params, doc: 'z = z + q.' }, (f, { z, q }) => {
    const { x, y, t } = signed(f, q);
    f.emit(multiply.call(A, X(z), x), multiply.call(B, Y(z), y));
    f.emit(looseSum.call(E, X(z), Y(z)), looseSum.call(F, x, y), multiply.call(E, E, F));
    f.emit(subtractTwo.call(E, E, A, B), combination(1, -a).call(H, B, A));
    f.emit(multiply.call(A, T(z), t));
    f.emit(difference.call(F, Z(z), A), looseSum.call(G, Z(z), A), finish.call(z));
  });
  const double = m.func('extended_double', { params: { z: 'i32' }, doc: 'z = 2z.' }, (f, { z }) => {
    f.emit(square.call(A, X(z)), square.call(B, Y(z)), square.call(F, Z(z)));
    f.emit(multiply.call(E, X(z), Y(z)), add.call(E, E, E));
    f.emit(combination(a, 1).call(G, A, B), combination(a, -1).call(H, A, B));
    f.emit(combination(1, -2).call(F, G, F), finish.call(z));
  });
  /** @type {import('./extended-sum.js').Steps['shift']} */
  const shift = (f, z, bits) =>
    f.loop((again) => {
      f.emit(double.call(z));
      f.brIf(again, f.tee(bits, i32.sub(bits, 1)));
    });
  return { start, addEntries, shift };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitToAffine(m, { field, layout, X, Y, Z }) {
  const { copy, inverse, isZero, multiply } = field;
  const { pointBytes, setInfinity, y } = layout;
  m.func(
    'extended_to_projective',
    {
      params: { target: 'i32', point: 'i32' },
      result: 'i32',
      exported: true,
      doc: [
        'The coordinates of an extended point but T, as two records: (X, Y) and (Z, Z).',
        '0 if it is no element, as Z = 0: something outside the group was added; else 1.',
      ].join('\n'),
    },
    (f, { target, point }) => {
      f.if(isZero.call(Z(point)), () => f.return(0));
      f.emit(setInfinity(target, 0), copy.call(target, X(point)), copy.call(y(target), Y(point)));
      f.set(target, i32.add(target, pointBytes));
      f.emit(setInfinity(target, 0), copy.call(target, Z(point)), copy.call(y(target), Z(point)));
      f.result(1);
    },
  );
  const factor = field.reserve(layout.slotBytes);
  m.func(
    'projective_to_affine',
    {
      params: { target: 'i32', source: 'i32' },
      exported: true,
      doc: 'The element of two records as extended_to_projective writes them. target may be the first of them.',
    },
    (f, { target, source }) => {
      f.emit(setInfinity(target, 0), inverse.call(factor, i32.add(source, pointBytes)));
      f.emit(multiply.call(target, source, factor));
      f.emit(multiply.call(y(target), y(source), factor));
    },
  );
}
