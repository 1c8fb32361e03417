/**
 * `split`: splits scalars into parts, k ≡ Σ λ^j·k_j (mod r). Arithmetic and proof: lattice.js.
 *
 * A part is `words` 64-bit words that hold its magnitude, followed by 32 bits: two's complement,
 * little-endian. The magnitude may fill the words (the parts for secp256k1 reach 2^127.35 of either
 * sign, and scalars below 2^128 are left unsplit); the upper four bytes then hold the sign, and
 * `digits` can read a window that extends beyond the words without a special case.
 *
 * Columns. A limb is below 2^29, a product below 2^58. Vi: at most 9 products, the rounding bit and
 * a carry below 2^35 in a column: below 2^62, unsigned. A part: one limb of k, at most
 * MOST_PRODUCTS products of either sign, and a carry of magnitude at most 2^34: magnitude below
 * 2^63, signed. Parts are computed modulo 2^(29·partLimbs) and extended from the highest bit.
 */

import { i32, i64 } from '../emit/instructions.js';
import { SCALAR_BYTES } from '../../src/math/integers.js';
import { LIMB_BITS, SCALAR_LIMBS, limbsOf } from './lattice.js';

/** @import { Expression } from '../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { SplitParameters } from './lattice.js' */

const SCALAR_WORDS = SCALAR_BYTES / 8;

const MASK = (1n << BigInt(LIMB_BITS)) - 1n;

/** Products in a column of a part. */
const MOST_PRODUCTS = 30;

/** Memory of one part. @type {(parameters: Pick<SplitParameters, 'words'>) => number} */
export function partBytes({ words }) {
  return 8 * words + 4;
}

/**
 * @param {ModuleBuilder} m
 * @param {SplitParameters} parameters
 */
export function emitSplit(m, parameters) {
  const { basis, bounds, words } = parameters;
  const bytes = partBytes(parameters);
  const doc =
    'Splits `count` scalars of 32 bytes, any value. Part j of scalar i has index j·count + i and is below\n' +
    `2^n in magnitude, n = ${bounds.map((bound) => bound.toString(2).length).join(', ')} for j = 0, 1, …\n` +
    'Returns the bit length of the largest magnitude. `report` receives two i32: the number of\n' +
    'non-zero parts, and the first scalar with a non-zero part after its first one, or count.';
  const params = /** @type {const} */ ({
    target: 'i32',
    source: 'i32',
    count: 'i32',
    report: 'i32',
  });
  return m.func(
    'split',
    { params, result: 'i32', exported: true, doc },
    (f, { target, source, count, report }) => {
      const parts = basis.map((_, j) => {
        const before = j > 1 ? i32.mul(count, j * bytes) : i32.mul(count, bytes);
        return f.local('part', 'i32', j ? i32.add(target, before) : target);
      });
      const end = f.local('end', 'i32', parts[1] ?? i32.add(target, i32.mul(count, bytes)));
      const union = Array.from({ length: words }, () => f.local('union', 'i64', 0));
      const seen = { filled: f.local('filled', 'i32', 0), image: f.local('image', 'i32', 0) };
      const firstImage = f.local('firstImage', 'i32', end);
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eq(parts[0], end));
          splitOne(f, parameters, { source, parts, union, seen });
          if (parts.length > 1) {
            const isFirst = i32.and(seen.image, i32.eq(firstImage, end));
            f.if(isFirst, () => f.set(firstImage, parts[0]));
          }
          for (const part of parts) f.set(part, i32.add(part, bytes));
          f.set(source, i32.add(source, SCALAR_BYTES));
          f.br(next);
        });
      });
      f.emit(i32.store(report, seen.filled));
      f.emit(i32.store(report, i32.div_u(i32.sub(firstImage, target), bytes), 4));
      f.result(unionBits(f, union));
    },
  );
}

/**
 * The address of a scalar, those of its parts, and the union of the bits of all |k_j|. `seen`,
 * optional: `filled` grows by the number of non-zero parts; `image` is set if one of them is not
 * the first.
 * @typedef {{ source: Local, parts: Local[], union: Local[], seen?: Seen }} Places
 * @typedef {{ filled: Local, image: Local }} Seen
 */

/** @type {(f: FunctionBuilder, parameters: SplitParameters, places: Places) => void} */
export function splitOne(f, parameters, places) {
  const { keptWords } = parameters;
  if (keptWords === 0) {
    splitByLattice(f, parameters, places);
    return;
  }
  const upper = Array.from({ length: SCALAR_WORDS - keptWords }, (_, i) =>
    i64.load(places.source, 8 * (keptWords + i)),
  );
  f.if(
    i64.eqz(upper.reduce((a, b) => i64.or(a, b))),
    () => keep(f, places),
    () => splitByLattice(f, parameters, places),
  );
}

/** (k, 0, …). @type {(f: FunctionBuilder, places: Places) => void} */
function keep(f, { source, parts, union, seen }) {
  const words = union.map((bits, i) => {
    const word = f.local('word', 'i64', i64.load(source, 8 * i));
    f.emit(...parts.map((part, j) => i64.store(part, j ? 0 : word, 8 * i)));
    f.set(bits, i64.or(bits, word));
    return word;
  });
  f.emit(...parts.map((part) => i32.store(part, 0, 8 * union.length)));
  if (!seen) return;
  f.set(seen.filled, i32.add(seen.filled, isFilled(words)));
  f.set(seen.image, 0);
}

/** @param {Local[]} words */
function isFilled(words) {
  return i64.ne(
    words.slice(1).reduce((a, b) => i64.or(a, b), /** @type {Expression} */ (words[0])),
    0,
  );
}

/** @type {(f: FunctionBuilder, parameters: SplitParameters, places: Places) => void} */
function splitByLattice(f, parameters, { source, parts, union, seen }) {
  const { basis, partLimbs } = parameters;
  const k = loadLimbs(f, source);
  const rounded = basis.map((_, i) => {
    f.comment(`c${i + 1}`);
    return roundedMultiple(f, parameters, i, k.slice(parameters.firstLimb));
  });
  parts.forEach((part, j) => {
    f.comment(`k${j} = ${j ? '' : 'k '}− Σ ci·v_i${j}`);
    const entries = basis.map((v) => v[j]);
    const words = storePart(f, part, partColumns(j ? [] : k, rounded, entries, partLimbs), union);
    if (!seen) return;
    const filled = f.local('isFilled', 'i32', isFilled(words));
    f.set(seen.filled, i32.add(seen.filled, filled));
    if (j > 0) f.set(seen.image, j > 1 ? i32.or(seen.image, filled) : filled);
  });
}

/** A scalar's limbs. @type {(f: FunctionBuilder, source: Local) => Local[]} */
function loadLimbs(f, source) {
  const words = Array.from({ length: SCALAR_WORDS }, (_, i) =>
    f.local('word', 'i64', i64.load(source, 8 * i)),
  );
  return Array.from({ length: SCALAR_LIMBS }, (_, i) => {
    const [index, shift] = [Math.floor((LIMB_BITS * i) / 64), (LIMB_BITS * i) % 64];
    /** @type {Expression} */
    let limb = shift ? i64.shr_u(words[index], shift) : words[index];
    if (shift + LIMB_BITS > 64 && index < SCALAR_WORDS - 1)
      limb = i64.or(limb, i64.shl(words[index + 1], 64 - shift));
    return f.local('k', 'i64', i === SCALAR_LIMBS - 1 ? limb : i64.and(limb, MASK));
  });
}

/**
 * ci = ⌊Vi/2^shift + 1/2⌋, its lowest limbs.
 * @type {(f: FunctionBuilder, parameters: SplitParameters, i: number, K: Local[]) => Local[]}
 */
function roundedMultiple(f, { gains, shift, lowestColumn, roundedLimbs, columns: all }, i, K) {
  const limbs = roundedLimbs[i];
  if (limbs === 0) return [];
  const G = limbsOf(gains[i]);
  const [first, offset] = [Math.floor(shift / LIMB_BITS), shift % LIMB_BITS];
  const lastColumn = Math.min(first + limbs, all - 1);
  /** @type {Local[]} by column; the bits above a limb have also been carried */
  const columns = [];
  for (let column = lowestColumn; column <= lastColumn; column++) {
    const terms = products(K, G, column);
    if (column === Math.floor((shift - 1) / LIMB_BITS))
      terms.push(i64.const(1n << BigInt((shift - 1) % LIMB_BITS)));
    if (column > lowestColumn) terms.push(i64.shr_u(columns[column - 1], LIMB_BITS));
    columns[column] = f.local('v', 'i64', sum(terms));
  }
  return Array.from({ length: limbs }, (_, j) => {
    const low = i64.shr_u(i64.and(columns[first + j], MASK), offset);
    if (first + j + 1 > lastColumn) return f.local('c', 'i64', low);
    const high = i64.and(i64.shl(columns[first + j + 1], LIMB_BITS - offset), MASK);
    return f.local('c', 'i64', i64.or(low, high));
  });
}

/**
 * Σ_{i+j=column} x_i·y_j, term by term.
 * @type {(x: Local[], y: bigint[], column: number) => Expression[]}
 */
function products(x, y, column) {
  return x.flatMap((limb, i) => {
    const factor = y[column - i] ?? 0n;
    if (factor === 0n) return [];
    return [factor === 1n ? limb : i64.mul(limb, factor)];
  });
}

/** @param {Expression[]} terms */
function sum(terms) {
  return terms.length ? terms.reduce((a, b) => i64.add(a, b)) : i64.const(0);
}

/**
 * The columns of k − Σ ci·x_i, not yet carried.
 * @param {Local[]} k
 * @param {Local[][]} rounded c1, c2, …
 * @param {bigint[]} entries x1, x2, …, of any sign
 * @param {number} limbs
 * @returns {Expression[]}
 */
function partColumns(k, rounded, entries, limbs) {
  return Array.from({ length: limbs }, (_, column) => {
    /** @type {Expression[]} */
    const plus = k.slice(column, column + 1);
    /** @type {Expression[]} */
    const minus = [];
    entries.forEach((entry, i) => {
      const terms = products(rounded[i], limbsOf(entry < 0n ? -entry : entry), column);
      (entry < 0n ? plus : minus).push(...terms);
    });
    if (plus.length + minus.length > MOST_PRODUCTS)
      throw new RangeError(`expected columns of ${MOST_PRODUCTS} products, got more`);
    return minus.reduce((value, term) => i64.sub(value, term), sum(plus));
  });
}

/**
 * Carries, extends the sign, stores, and adds |part| to the union.
 * @param {FunctionBuilder} f
 * @param {Local} part
 * @param {Expression[]} columns
 * @param {Local[]} union
 * @returns {Local[]} its words, without that of the sign
 */
function storePart(f, part, columns, union) {
  /** @type {Local[]} */
  const limbs = [];
  const carried = f.local('carried', 'i64');
  columns.forEach((column, j) => {
    f.set(carried, j ? i64.add(column, i64.shr_s(carried, LIMB_BITS)) : column);
    const unused = 64 - LIMB_BITS;
    const top = j === columns.length - 1;
    limbs.push(
      f.local(
        'h',
        'i64',
        top ? i64.shr_s(i64.shl(carried, unused), unused) : i64.and(carried, MASK),
      ),
    );
  });
  const packed = pack(limbs, union.length + 1).map((word) => f.local('word', 'i64', word));
  const [sign] = packed.splice(-1);
  f.emit(...packed.map((word, i) => i64.store(part, word, 8 * i)));
  f.emit(i64.store32(part, sign, 8 * packed.length));
  // |part| fits in the words, so the rest is 0 or −1. Negation: invert, add 1, carry from zeros.
  /** @type {Expression} */
  let carry = sign;
  packed.forEach((word, i) => {
    const inverted = i64.xor(word, sign);
    /** @type {Expression} */
    let magnitude = i ? i64.add(inverted, carry) : i64.sub(inverted, sign);
    if (i < packed.length - 1) {
      magnitude = f.local('magnitude', 'i64', magnitude);
      carry = i64.and(i64.extend_i32_u(i64.eqz(magnitude)), carry);
    }
    f.set(union[i], i64.or(union[i], magnitude));
  });
  return packed;
}

/**
 * Limbs as 64-bit words, extended from the last limb's sign.
 * @type {(limbs: Local[], words: number) => Expression[]}
 */
function pack(limbs, words) {
  return Array.from({ length: words }, (_, i) => {
    const terms = limbs.flatMap((limb, j) => {
      const shift = LIMB_BITS * j - 64 * i;
      if (shift >= 64 || (shift <= -LIMB_BITS && j < limbs.length - 1)) return [];
      if (shift === 0) return [limb];
      return [shift > 0 ? i64.shl(limb, shift) : i64.shr_s(limb, Math.min(-shift, 63))];
    });
    return terms.reduce((a, b) => i64.or(a, b));
  });
}

/** @type {(f: FunctionBuilder, union: Local[]) => Expression} */
function unionBits(f, union) {
  const bits = (/** @type {number} */ i) => i32.wrap_i64(i64.sub(64 * (i + 1), i64.clz(union[i])));
  for (let i = union.length - 1; i > 0; i--) f.if(i64.ne(union[i], 0), () => f.return(bits(i)));
  return bits(0);
}
