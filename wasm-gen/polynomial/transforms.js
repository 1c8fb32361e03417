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

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { Steps } from './lists.js' */

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
  const { elements, rowBytes, quarters } = steps;
  if (!quarters) return;
  const locals = (/** @type {string[]} */ names) => names.map((name) => f.local(name, 'i32'));
  const [a, b, c, d] = locals(['a', 'b', 'c', 'd']);
  const [t, s, u] = locals(['t', 's', 'u']);
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
        f.set(t, emitElement(steps, roots, index));
        f.set(below, i32.shl(index, 1));
        f.set(s, emitElement(steps, roots, below));
        f.set(below, i32.add(below, 1));
        f.set(u, emitElement(steps, roots, below));
        f.set(b, f.tee(end, i32.add(a, bytes)));
        f.set(c, i32.add(b, bytes));
        f.set(d, i32.add(c, bytes));
        f.loop((row) => {
          f.emit(quarters.call(a, b, c, d, t, s, u));
          for (const local of [b, c, d]) f.set(local, i32.add(local, rowBytes));
          f.brIf(row, i32.lt_u(f.tee(a, i32.add(a, rowBytes)), end));
        });
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
  const [low, high, end] = ['low', 'high', 'end'].map((name) => f.local(name, 'i32'));
  const [left, index] = [f.local('left', 'i32', blocks), f.local('index', 'i32', block)];
  f.set(low, list);
  const wide = () =>
    f.loop((next) => {
      const bytes =
        elements === 1 ? i32.mul(half, rowBytes) : i32.mul(i32.div_u(half, elements), rowBytes);
      f.set(high, i32.add(low, bytes));
      f.set(end, high);
      const root = f.local('root', 'i32', emitElement(steps, roots, index));
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
    const root = f.local('root', 'i32', emitElement(steps, roots, index));
    f.loop((next) => {
      f.emit(neighbours[direction].call(low, root));
      f.set(low, i32.add(low, 2 * rowBytes));
      f.set(root, i32.add(root, rowBytes));
      f.brIf(next, i32.gt_s(f.tee(left, i32.sub(left, elements)), 0));
    });
  });
}

/** The address of an element. @type {(steps: Steps, list: Local, index: Local) => Expression} */
function emitElement({ elements, rowBytes }, list, index) {
  if (elements === 1) return i32.add(list, i32.mul(index, rowBytes));
  const row = i32.mul(i32.div_u(index, elements), rowBytes);
  const lane = i32.shl(i32.and(index, elements - 1), 3);
  return i32.add(list, i32.add(row, lane));
}
