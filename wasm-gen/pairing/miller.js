/**
 * Miller's loop over many pairs, which share the squarings of f.
 *
 * The steps are the bits of the seed, in a register, or bytes in memory (schedule.js).
 *
 * Three lists: *stored* pairs (lines computed before), *projective* pairs (few, variable) and
 * *affine* pairs (many, variable: one inversion a step for all of them). lines.js has the steps.
 * Records are elements of Fp² back to back: a projective one P, Q, T; an affine one the same; a
 * stored one P, then a word, the address of its lines.
 */

import { ADD, DOUBLE } from '../../src/reference/pairing-families.js';
import { i32, i64 } from '../emit/instructions.js';
import { RECORD } from './lines.js';
import { TWELVE, elementsOf } from './tower.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { PairingConfig } from './config.js' */
/** @import { PairingField } from './field.js' */
/** @import { Lines } from './lines.js' */
/** @import { Tower } from './tower.js' */

/** Bytes of a stored pair's word, with those that keep records aligned. */
const WORD = 16;

/**
 * @type {(m: ModuleBuilder, field: PairingField, config: PairingConfig, tower: Tower,
 *   lines: Lines) => void}
 */
export function emitMiller(m, field, config, tower, lines) {
  const { elementBytes } = field;
  const { at, reserveElements } = elementsOf(field);
  const [first, second] = [0, 1].map(() => reserveElements(TWELVE)[0]);
  const one = field.constant({ c0: 1n, c1: 0n });
  const zero = field.constant({ c0: 0n, c1: 0n });
  const { isPlain, isNegative } = config;
  const { schedule } = lines;
  const loop = config.size;
  const sizes = {
    stored: 2 * elementBytes + WORD,
    projective: RECORD.projective * elementBytes,
    affine: RECORD.affine * elementBytes,
    line: 2 * elementBytes,
  };
  m.func(
    'pairing_miller',
    {
      params: {
        ...{ z: 'i32', stored: 'i32', storedCount: 'i32', projective: 'i32' },
        ...{ projectiveCount: 'i32', affine: 'i32', affineCount: 'i32', work: 'i32' },
      },
      exported: true,
      doc: 'z = Π f_Q(P) up to factors in Fp². work: 4 elements of Fp² for each affine pair.',
    },
    (f, locals) => {
      const { z, stored, storedCount, projective, projectiveCount, affine, affineCount } = locals;
      const { work } = locals;
      const [x, y, swap] = ['x', 'y', 'swap'].map((name) => f.local(name, 'i32'));
      const bits = isPlain ? f.local('bits', 'i64', BigInt.asIntN(64, afterTopBit(loop))) : null;
      const [offset, record] = [f.local('offset', 'i32', 0), f.local('record', 'i32')];
      const [left, line] = [f.local('left', 'i32'), f.local('line', 'i32')];
      const inverses = i32.add(work, i32.mul(affineCount, sizes.line));
      const exchange = () => {
        f.set(swap, x);
        f.set(x, y);
        f.set(y, swap);
      };
      const each = (
        /** @type {Local} */ list,
        /** @type {Local} */ count,
        /** @type {number} */ size,
        /** @type {() => void} */ body,
      ) => {
        f.if(count, () => {
          f.set(record, list);
          f.set(left, count);
          f.loop((again) => {
            body();
            exchange();
            f.set(record, i32.add(record, size));
            f.brIf(again, f.tee(left, i32.sub(left, 1)));
          });
        });
      };
      /** @type {(kind: number | Local) => void} */
      const step = (kind) => {
        const advance = schedule
          ? schedule.one.call(record, kind)
          : (kind === ADD ? lines.add : lines.double).call(record);
        each(stored, storedCount, sizes.stored, () => {
          const at1 = i32.add(i32.load(record, sizes.line), offset);
          f.emit(lines.monic.call(y, x, at1, record));
        });
        f.set(offset, i32.add(offset, sizes.line));
        each(projective, projectiveCount, sizes.projective, () => {
          f.emit(advance, lines.general.call(y, x));
        });
        f.if(affineCount, () => {
          const { steps } = schedule ?? lines;
          f.emit(steps.call(work, sizes.line, affine, affineCount, inverses, kind));
        });
        f.set(line, work);
        each(affine, affineCount, sizes.affine, () => {
          f.emit(lines.monic.call(y, x, line, record));
          f.set(line, i32.add(line, sizes.line));
        });
      };
      f.set(x, first);
      f.set(y, second);
      for (let i = 0; i < TWELVE; i++) f.emit(field.copy.call(at(x, i), i === 0 ? one : zero));
      const square = () => f.if(offset, () => f.emit(tower.square.call(x, x)));
      if (bits) {
        forEachBit(f, loop, bits, () => {
          square();
          step(DOUBLE);
          f.if(i64.lt_s(bits, 0), () => step(ADD));
        });
      } else if (schedule) {
        forEachKind(f, schedule.table, config.steps.length, (kind) => {
          f.if(i32.eqz(kind), square);
          step(kind);
        });
      }
      f.emit((isNegative ? tower.conjugate : tower.copy).call(z, x));
    },
  );
  m.exportConstant('bytes', field.bytes);
  m.exportConstant('element_bytes', elementBytes);
  m.exportConstant('stored_bytes', sizes.stored);
  if (isPlain) {
    m.exportConstant('loop_low', Number(BigInt.asIntN(32, loop)));
    m.exportConstant('loop_high', Number(BigInt.asIntN(32, loop >> 32n)));
  }
}

/**
 * Repeats a body for the kinds of steps in memory.
 * @type {(f: FunctionBuilder, table: number, count: number, body: (kind: Local) => void) => void}
 */
function forEachKind(f, table, count, body) {
  const at = f.local('at', 'i32', table);
  const kind = f.local('kind', 'i32');
  f.loop((again) => {
    f.set(kind, i32.load8_u(at));
    body(kind);
    f.set(at, i32.add(at, 1));
    f.brIf(again, i32.lt_u(at, table + count));
  });
}

/** The bits below the top one, moved to the top of a word. @type {(loop: bigint) => bigint} */
function afterTopBit(loop) {
  const count = BigInt(loop.toString(2).length - 1);
  return (loop - (1n << count)) << (64n - count);
}

/**
 * Repeats a body for the bits of the loop below the top one; the bit is the sign of `bits`.
 * @param {FunctionBuilder} f
 * @param {bigint} loop
 * @param {Local} bits starts as afterTopBit
 * @param {() => void} body
 */
function forEachBit(f, loop, bits, body) {
  const left = f.local('left', 'i32', loop.toString(2).length - 1);
  f.loop((again) => {
    body();
    f.set(bits, i64.shl(bits, 1));
    f.brIf(again, f.tee(left, i32.sub(left, 1)));
  });
}
