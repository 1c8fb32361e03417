/**
 * Products fused with the sums and differences around them, where the field folds (fold.js):
 * differences as factors, two products before one folding, subtrahends that enter the columns. Each
 * saves a pass over the limbs with its carries.
 *
 * A difference of limbs is not negative if a multiple of p with large limbs is added. For m
 * subtrahends in [0, 2p):
 *   V = Kp, K = 2m + 1, with limbs V_k + m·2^w − (k > 0: m), the last one V_(n−1) − m.
 * Then every limb is at least m times that of a subtrahend, which `spread` checks, and the value is
 * the same. Nothing is carried: a factor's limbs may exceed 2^w, as long as the columns do not
 * overflow (checked exactly in `assertFoldFits`).
 */

import { i64 } from '../../emit/instructions.js';
import { ProductColumns, SquareColumns, loadLimbs } from './columns.js';
import { Folding, assertFoldFits, normalised } from './fold.js';
import { largestLimbs, limbsOf } from './parameters.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { Factor } from './fold.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Checks } from './checks.js' */

/**
 * A factor: a variable, or a difference of variables (a negative if the first is absent). The last
 * argument of the function gives the sign of the first: 0, or −1 for the negative.
 * @typedef {string | { plus?: string, minus: readonly string[], signed?: boolean }} Term
 */

/**
 * A fused operation: Σ factor·x·y − Σ c·s. All variables are in [0, 2p).
 * @typedef {object} FusedSpec
 * @property {ReadonlyArray<{ x: Term, y: string, factor?: number }>} products x = y for a square
 * @property {Readonly<Record<string, number>>} [minus] subtrahends with positive coefficients
 */

/**
 * Emits each function once.
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 * @returns {(spec: FusedSpec) => Callable} (z, variables in the order in which they occur): all
 *   addresses; z in [0, 2p), and may be one of the others; then the sign of a signed factor
 */
export function emitFused(m, parameters, checks) {
  /** @type {Map<string, Callable>} */
  const known = new Map();
  return (spec) => {
    const text = formulaOf(spec);
    const callable = known.get(text) ?? emitFunction(m, parameters, checks, spec, known.size);
    known.set(text, callable);
    return callable;
  };
}

/** @param {FusedSpec} spec @returns {string} for readers, and as a key */
function formulaOf({ products, minus = {} }) {
  const term = (/** @type {Term} */ x) =>
    typeof x === 'string'
      ? x
      : `(${x.signed ? '±' : ''}${[x.plus ?? '', ...x.minus].join(' − ').trim()})`;
  const parts = products.map(
    ({ x, y, factor = 1 }) => `${factor === 1 ? '' : factor}${x === y ? `${y}²` : term(x) + y}`,
  );
  const rest = Object.entries(minus).map(([s, c]) => ` − ${c === 1 ? '' : c}${s}`);
  return parts.join(' + ') + rest.join('');
}

/** @type {(spec: FusedSpec) => string[]} */
function variablesOf({ products, minus = {} }) {
  const names = products.flatMap(({ x, y }) =>
    typeof x === 'string' ? [x, y] : [...(x.plus ? [x.plus] : []), ...x.minus, y],
  );
  return [...new Set([...names, ...Object.keys(minus)])];
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 * @param {FusedSpec} spec
 * @param {number} number
 */
function emitFunction(m, parameters, checks, spec, number) {
  assertFits(parameters, spec);
  const { n } = parameters;
  const variables = variablesOf(spec);
  const sign = spec.products.some(({ x }) => isSigned(x)) ? ['sign'] : [];
  const params = Object.fromEntries(['z', ...variables, ...sign].map((name) => [name, 'i32']));
  const doc = `z = ${formulaOf(spec)}; all in [0, 2p). z may be one of the others.`;
  const signature = { params: /** @type {Record<string, 'i32'>} */ (params), doc };
  return m.func(`field_fused_${number}`, signature, (f, { z, ...addresses }) => {
    variables.forEach((name) => checks.below(f, name, addresses[name], 2));
    const folding = new Folding(f, parameters);
    const products = spec.products.map(({ x, y }) => {
      return x === y ? new SquareColumns(f, n) : new ProductColumns(f, n);
    });
    const limbs = variableLimbs(f, addresses, n);
    spec.products.forEach(({ x, y, factor = 1 }, i) => {
      const columns = products[i];
      setTerm(f, parameters, columns.x, x, { limbs, sign: addresses.sign });
      if (columns instanceof SquareColumns) columns.scale(factor);
      else columns.y.limbs = scaled(f, limbs(y), factor);
    });
    const column = (/** @type {number} */ k) =>
      products.map((columns) => columns.column(k)).reduce((sum, part) => i64.add(sum, part));
    folding.emit(z, column, subtrahends(parameters, spec, addresses));
    checks.below(f, 'z', z, 2);
  });
}

/**
 * The limbs of variables, loaded once each.
 * @param {FunctionBuilder} f
 * @param {Record<string, Local>} addresses
 * @param {number} n
 * @returns {(name: string, into?: Local[]) => Local[]} `into`: where to load them, if not loaded
 *   yet
 */
function variableLimbs(f, addresses, n) {
  /** @type {Map<string, Local[]>} */
  const loaded = new Map();
  return (name, into) => {
    const known = loaded.get(name);
    if (known) return known;
    const limbs = into ?? f.localArray(name, 'i64', n);
    loadLimbs(f, addresses[name], limbs);
    loaded.set(name, limbs);
    return limbs;
  };
}

/**
 * Sets the limbs of a factor.
 * @type {(f: FunctionBuilder, parameters: FieldParameters, target: Local[], x: Term,
 *   given: { limbs: ReturnType<typeof variableLimbs>, sign: Local }) => void}
 */
function setTerm(f, parameters, target, x, { limbs, sign }) {
  if (typeof x === 'string') {
    const known = limbs(x, target);
    if (known !== target) target.forEach((local, i) => f.set(local, known[i]));
    return;
  }
  const constant = spread(parameters, weightOfTerm(x));
  const inverted = isSigned(x) ? f.local('inverted', 'i64', i64.extend_i32_s(sign)) : null;
  target.forEach((local, i) => {
    /** @type {Expression} */
    let value = i64.const(constant[i]);
    if (x.plus) {
      const limb = limbs(x.plus)[i];
      value = i64.add(inverted ? i64.sub(i64.xor(limb, inverted), inverted) : limb, value);
    }
    for (const name of x.minus) value = i64.sub(value, limbs(name)[i]);
    f.set(local, value);
  });
}

/** @param {FunctionBuilder} f @param {Local[]} limbs @param {number} factor */
function scaled(f, limbs, factor) {
  if (factor === 1) return limbs;
  return limbs.map((limb) => f.local('scaled', 'i64', i64.mul(limb, factor)));
}

/**
 * The contribution of the subtrahends to the lower columns, or null without subtrahends.
 * @type {(parameters: FieldParameters, spec: FusedSpec,
 *   addresses: Record<string, Local>) => ((k: number) => Expression) | null}
 */
function subtrahends(parameters, { minus = {} }, addresses) {
  const terms = Object.entries(minus);
  if (terms.length === 0) return null;
  const constant = spread(parameters, weightOf(minus));
  return (k) =>
    terms.reduce((value, [name, c]) => {
      const limb = i64.load32_u(addresses[name], 4 * k);
      return i64.sub(value, c === 1 ? limb : i64.mul(limb, c));
    }, /** @type {Expression} */ (i64.const(constant[k])));
}

/** @type {(x: Term) => boolean} */
const isSigned = (x) => typeof x !== 'string' && x.signed === true;

/** Largest number of variables that are subtracted. @type {(x: Exclude<Term, string>) => number} */
const weightOfTerm = ({ minus, signed }) => minus.length + (signed ? 1 : 0);

/** @type {(minus: Readonly<Record<string, number>>) => number} */
const weightOf = (minus) => Object.values(minus).reduce((sum, c) => sum + c, 0);

/**
 * The limbs of V for m subtrahends.
 * @type {(parameters: FieldParameters, m: number) => bigint[]}
 */
function spread(parameters, m) {
  const { p, w, n } = parameters;
  const [M, largest] = [BigInt(m), largestLimbs(parameters, 2n)];
  const limbs = limbsOf((2n * M + 1n) * p, parameters).map((limb, k) => {
    return limb + (k < n - 1 ? M << BigInt(w) : 0n) - (k > 0 ? M : 0n);
  });
  if (limbs.some((limb, k) => limb < M * largest[k]))
    throw new RangeError(`a limb of ${2 * m + 1}p is too small for ${m} subtrahends`);
  return limbs;
}

/** @type {(parameters: FieldParameters, spec: FusedSpec) => void} */
function assertFits(parameters, { products, minus = {} }) {
  const lazy = normalised(parameters, 2n);
  /** @type {(x: Term) => Factor} */
  const factorOf = (x) => {
    if (typeof x === 'string') return lazy;
    const weight = weightOfTerm(x);
    return {
      limbs: spread(parameters, weight).map((limb, k) => limb + (x.plus ? lazy.limbs[k] : 0n)),
      bound: BigInt(2 * weight + 1) + (x.plus ? 2n : 0n),
    };
  };
  const multiple = (/** @type {Factor} */ { limbs, bound }, /** @type {bigint} */ factor) => ({
    limbs: limbs.map((limb) => limb * factor),
    bound: bound * factor,
  });
  assertFoldFits(
    parameters,
    products.map(({ x, y: _y, factor = 1 }) => [factorOf(x), multiple(lazy, BigInt(factor))]),
    spread(parameters, weightOf(minus)),
  );
}
