/**
 * Transforms between the coefficients of a polynomial and its values at roots of unity.
 *
 * The tree of remainders: X^n − a² = (X^(n/2) − a)·(X^(n/2) + a), so a level takes a block of n
 * coefficients, remainders modulo X^n − a², to two blocks of n/2: low ± a·high. Down to n = 1 the
 * blocks are values, in bit-reversed order, as blobs and cells are. Let ω be a root of unity of
 * order N = 2^k and t_b = ω^(bit reversal of b in k − 1 bits): block b of its level has a = t_b,
 * whatever the level, so one table serves all; t_2b² = t_b. A list may stand for any block:
 * block 1 of the first level is the coset of the points with X^n = −1, and block i of size 64 is
 * cell i. Backward, the same blocks come from the leaves up, with the inverses of the table, and
 * the result is n times the polynomial.
 *
 * Source: Bernstein, "Multidigit multiplication for mathematicians", 2001, section 3.
 */

import { i32 } from '../emit/instructions.js';
import { countRows, loopsOf } from './lists.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { Factors, Steps } from './lists.js' */

/** @type {(m: ModuleBuilder, steps: Steps) => void} */
export function emitTransforms(m, steps) {
  const params = /** @type {const} */ ({
    list: 'i32',
    count: 'i32',
    least: 'i32',
    block: 'i32',
    roots: 'i32',
  });
  const forward = `Levels of blocks of count coefficients down to 2·least. The list is the given block of its level; roots: the table.`;
  m.func('list_forward', { params, exported: true, doc: forward }, (f, p) => {
    const half = f.local('half', 'i32', i32.shr_u(p.count, 1));
    const blocks = f.local('blocks', 'i32', 1);
    const advance = () => {
      f.set(blocks, i32.shl(blocks, 1));
      f.set(p.block, i32.shl(p.block, 1));
      f.set(half, i32.shr_u(half, 1));
    };
    emitDoubleLevels(f, steps, { ...operandsOf(p), least: p.least, half, blocks }, advance);
    f.block((done) => {
      f.brIf(done, i32.lt_u(half, p.least));
      f.loop((again) => {
        emitLevel(f, steps, 'forward', { ...operandsOf(p), half, blocks });
        advance();
        f.brIf(again, i32.ge_u(half, p.least));
      });
    });
    const { factors } = steps;
    if (!factors) return;
    countRows(f, p.count, steps.elements, () => {
      f.emit(factors.settle.call(p.list));
      f.set(p.list, i32.add(p.list, steps.rowBytes));
    });
  });
  const backward =
    'The same levels backward, without the division by count/least. roots: the inverses of the table.';
  m.func('list_backward', { params, exported: true, doc: backward }, (f, p) => {
    const half = f.local('half', 'i32', p.least);
    const blocks = f.local('blocks', 'i32', i32.div_u(p.count, i32.shl(half, 1)));
    f.set(p.block, i32.mul(p.block, blocks));
    f.loop((again) => {
      emitLevel(f, steps, 'backward', { ...operandsOf(p), half, blocks });
      f.set(blocks, i32.shr_u(blocks, 1));
      f.set(p.block, i32.shr_u(p.block, 1));
      f.brIf(again, i32.lt_u(f.tee(half, i32.shl(half, 1)), p.count));
    });
  });
  emitColumns(m, steps);
}

/** Levels of a part of a list's columns. @type {(m: ModuleBuilder, steps: Steps) => void} */
function emitColumns(m, steps) {
  const { factors, forward } = steps;
  const loop = loopsOf(m, steps);
  if (factors) emitTwoLevels(loop, factors);
  else loop('level', forward, 'low ± c·high, c a constant.', { low: 1, high: 1, c: 0 });
  m.exportConstant('has_two_levels', factors ? 1 : 0);
}

/**
 * Two levels of columns of four quarters.
 * @param {(name: string, step: Callable, doc: string, rows: Record<string, number>,
 *   prepare: (f: FunctionBuilder, operands: Record<string, Local>) => void) => void} emitLoop
 * @param {Factors} factors
 */
function emitTwoLevels(emitLoop, { quarters, firstQuarters, hold, held }) {
  const four = { a: 1, b: 1, c: 1, d: 1 };
  /** @type {(names: string[]) => (f: FunctionBuilder, operands: Record<string, Local>) => void} */
  const holding = (names) => (f, operands) =>
    names.forEach((name, i) => {
      f.emit(hold.call(held[i], operands[name]));
      f.set(operands[name], held[i]);
    });
  const doc = 'Two levels at once: columns of four quarters, with three factors.';
  emitLoop('two_levels', quarters, doc, { ...four, t: 0, s: 0, u: 0 }, holding(['t', 's', 'u']));
  const first = 'The same of block 0, where two factors are 1.';
  emitLoop('first_levels', firstQuarters, first, { ...four, u: 0 }, holding(['u']));
}

/** @param {Record<string, Local>} params */
const operandsOf = ({ list, block, roots }) => ({ list, block, roots });

/**
 * Levels forward, two at a time, as long as two are left and the rows of each are whole.
 * @param {FunctionBuilder} f
 * @param {Steps} steps
 * @param {Record<'list' | 'half' | 'blocks' | 'block' | 'roots' | 'least', Local>} level
 * @param {() => void} advance to the next level
 */
function emitDoubleLevels(f, steps, { list, half, blocks, block, roots, least }, advance) {
  const { elements, rowBytes, factors } = steps;
  if (!factors) return;
  const { quarters, firstQuarters } = factors;
  const locals = (/** @type {string[]} */ names) => names.map((name) => f.local(name, 'i32'));
  const [a, b, c, d] = locals(['a', 'b', 'c', 'd']);
  const [t, s, u] = factors.held;
  const [index, below, left, end] = locals(['entry', 'below', 'blocks_left', 'b_start']);
  f.block((done) => {
    f.loop((again) => {
      const quarter = f.local('quarter', 'i32', i32.shr_u(half, 1));
      f.brIf(done, i32.or(i32.lt_u(quarter, least), i32.lt_u(quarter, elements)));
      const bytes = f.local('bytes', 'i32', i32.mul(i32.div_u(quarter, elements), rowBytes));
      f.set(a, list);
      f.set(left, blocks);
      f.set(index, block);
      f.loop((next) => {
        const hold = (/** @type {number} */ target, /** @type {Local} */ at) =>
          f.emit(factors.hold.call(target, emitElement(steps, roots, at, factors.bytes)));
        f.set(below, i32.shl(index, 1));
        hold(t, index);
        hold(s, below);
        f.set(below, i32.add(below, 1));
        hold(u, below);
        f.set(b, f.tee(end, i32.add(a, bytes)));
        f.set(c, i32.add(b, bytes));
        f.set(d, i32.add(c, bytes));
        const rows = (/** @type {Expression} */ four) =>
          f.loop((row) => {
            f.emit(four);
            for (const local of [b, c, d]) f.set(local, i32.add(local, rowBytes));
            f.brIf(row, i32.lt_u(f.tee(a, i32.add(a, rowBytes)), end));
          });
        const products = () => rows(quarters.call(a, b, c, d, t, s, u));
        // The first entry of the table is 1.
        f.if(index, products, () => rows(firstQuarters.call(a, b, c, d, u)));
        f.set(a, d);
        f.set(index, i32.add(index, 1));
        f.brIf(next, f.tee(left, i32.sub(left, 1)));
      });
      advance();
      advance();
      f.br(again);
    });
  });
}

/**
 * One level: `blocks` blocks of 2·half elements, the first of them with the table's entry `block`.
 * @type {(f: FunctionBuilder, steps: Steps, direction: 'forward' | 'backward',
 *   level: Record<'list' | 'half' | 'blocks' | 'block' | 'roots', Local>) => void}
 */
function emitLevel(f, steps, direction, { list, half, blocks, block, roots }) {
  const { elements, rowBytes, neighbours, sums } = steps;
  const factors = direction === 'forward' ? steps.factors : null;
  const entryBytes = factors?.bytes ?? rowBytes;
  const [low, high, end] = ['low', 'high', 'end'].map((name) => f.local(name, 'i32'));
  const [left, index] = [f.local('left', 'i32', blocks), f.local('index', 'i32', block)];
  f.set(low, list);
  const wide = () =>
    f.loop((next) => {
      const bytes =
        elements === 1 ? i32.mul(half, rowBytes) : i32.mul(i32.div_u(half, elements), rowBytes);
      f.set(high, i32.add(low, bytes));
      f.set(end, high);
      const root = f.local('root', 'i32', emitElement(steps, roots, index, entryBytes));
      if (factors) {
        f.emit(factors.hold.call(factors.held[0], root));
        f.set(root, factors.held[0]);
      }
      const rows = (/** @type {Expression} */ pair) =>
        f.loop((again) => {
          f.emit(pair);
          f.set(high, i32.add(high, rowBytes));
          f.brIf(again, i32.lt_u(f.tee(low, i32.add(low, rowBytes)), end));
        });
      const products = () => rows(steps[direction].call(low, high, root));
      // The first entry of the table is 1.
      f.if(index, products, () => rows(sums.call(low, high)));
      f.set(low, high);
      f.set(index, i32.add(index, 1));
      f.brIf(next, f.tee(left, i32.sub(left, 1)));
    });
  if (!neighbours) return wide();
  f.if(i32.ge_u(half, elements), wide, () => {
    const root = f.local('root', 'i32', emitElement(steps, roots, index, entryBytes));
    f.loop((next) => {
      f.emit(neighbours[direction].call(low, root));
      f.set(low, i32.add(low, 2 * rowBytes));
      f.set(root, i32.add(root, entryBytes));
      f.brIf(next, i32.gt_s(f.tee(left, i32.sub(left, elements)), 0));
    });
  });
}

/**
 * The address of an entry of a table of rows, or pairs of rows, of so many bytes.
 * @type {(steps: Steps, table: Local, index: Local, bytes: number) => Expression}
 */
function emitElement({ elements }, table, index, bytes) {
  if (elements === 1) return i32.add(table, i32.mul(index, bytes));
  const row = i32.mul(i32.div_u(index, elements), bytes);
  const lane = i32.shl(i32.and(index, elements - 1), 3);
  return i32.add(table, i32.add(row, lane));
}
