/**
 * Changed encodings of points, against decoders in BigInt arithmetic that follow the formats'
 * definitions; subgroup checks by @noble/curves.
 */
import { PointError, InputError } from '../../../src/errors.js';
import { fieldOf } from '../../../src/reference/field.js';
import { mod, powerMod } from '../arithmetic.js';
import { fromBytesBE, toBytesBE } from '../bytes.js';
import { check, curveNamed, curveNames, outcomeOf } from '../context.js';
import { encodingOf, oracles } from '../../support/oracle.js';
import { parts } from '../fuzz.js';
import { mutate, Random } from '../random.js';

/** Formats by curve. */
const FORMATS = {
  zcash: ['compressed', 'uncompressed'],
  eip197: ['compressed', 'uncompressed', 'compressed-le'],
  pasta: ['compressed'],
  sec1: ['compressed', 'uncompressed'],
  banderwagon: ['compressed', 'uncompressed', 'uncompressed-le'],
};

/** @type {import('../fuzz.js').Area} */
export const encodings = {
  name: 'encodings',
  generate(random, context) {
    const curve = random.pick(curveNames);
    const { logs } = context.pool(curve);
    const format = random.pick(FORMATS[encodingOf(curveNamed(curve))]);
    const n = random.chance(0.6) ? 1 : random.size(context.isSlow ? 3 : 40);
    const items = Array.from({ length: n }, () => ({ log: random.int(logs.length) }));
    const changed = n > 0 && random.chance(0.9) ? random.int(n) : -1;
    return {
      ...{ curve, format, items, changed, named: random.chance(0.5), seed: random.word() },
      ...{
        list: n !== 1 || random.chance(0.3),
        each: random.chance(0.3),
        check: random.chance(0.85),
      },
      kind: random.int(8),
    };
  },
  reduce: ({ items, ...rest }) =>
    parts(items).map((fewer) => ({
      ...rest,
      items: fewer,
      changed: Math.min(rest.changed, fewer.length - 1),
    })),
  async check(input, context) {
    const { curve, format, items, changed, named, list } = input;
    const config = curveNamed(curve);
    const mustBeNamed = encodingOf(config) === 'banderwagon' || format === 'compressed-le';
    const group = await context.group(curve);
    const { encodings: known } = context.pool(curve);
    const all = items.map(({ log }) => group.point(known[log]).toBytes(format));
    if (changed >= 0)
      all[changed] = change(new Random(String(input.seed)), all[changed], input.kind, config);
    const decode = decoderOf(config, format, named, input.check);
    const expected = all.map(decode);
    const bad = expected.findIndex((point) => point === 'bad');
    const bytes = new Uint8Array(Buffer.concat(all));
    const options = {
      ...(named || mustBeNamed ? { format } : {}),
      check: input.check && (input.each && list ? 'each' : input.check),
    };
    const { value, error } = await outcomeOf(() =>
      list ? group.points(bytes, options) : group.point(bytes, options),
    );
    // Another length changes where the items of a list lie; that is not modelled. No bytes at all
    // are an empty list.
    if (list && (bytes.length === 0 || all.some(({ length }) => length !== all[0].length))) return;
    if (bad >= 0) {
      check(error !== undefined, `accepted ${Buffer.from(all[bad]).toString('hex')}`);
      check(error instanceof PointError || error instanceof InputError, `${error}`);
      // A list whose first byte names another format has other items.
      const isSplit = named || changed > 0 || mustBeNamed;
      if (list && isSplit && error instanceof PointError && error.reason !== 'length')
        check(error.index === bad, `the index ${error.index}, not ${bad}`);
      return;
    }
    check(error === undefined, `refused: ${error?.message}`);
    expected.forEach((point, i) => {
      const got = (list ? value.at(i) : value).toAffine();
      check(equal(got, point, config), `another point at ${i}`);
    });
    if (list) value.dispose();
  },
};

/** @param {Random} random @param {Uint8Array} encoding @param {number} kind @param {any} config */
function change(random, encoding, kind, { p }) {
  const bytes = new Uint8Array(encoding);
  const size = p.toString(16).length / 2 > 32 ? 48 : 32;
  if (kind < 4) return mutate(random, bytes);
  if (kind === 4) return random.bytes(bytes.length);
  if (kind === 5) {
    // A coordinate at the edge of its range, flags kept.
    const at = size * random.int(Math.floor(bytes.length / size));
    const from = bytes.length % size === 1 ? at + 1 : at;
    const value = random.pick([0n, 1n, p - 1n, p, p + 1n, (1n << 255n) - 19n]);
    const mask = size === 48 ? 0xe0 : 0xc0;
    const flags = bytes[from] & mask;
    bytes.set(toBytesBE(value, size), from);
    if (size === 48 || p >> 254n === 0n) bytes[from] |= flags;
    return bytes;
  }
  if (kind === 6) bytes[0] = random.word() >>> 24;
  else return random.chance(0.5) ? bytes.slice(0, random.int(bytes.length + 1)) : bytes.fill(0, 1);
  return bytes;
}

/** @param {any} a @param {any} b @param {any} config */
function equal(a, b, config) {
  if (a === null || b === null) return a === b;
  /** @type {(point: any) => bigint[]} */
  const flat = ({ x, y }) => [x, y].flatMap((c) => (typeof c === 'bigint' ? [c] : [c.c0, c.c1]));
  if (encodingOf(config) === 'banderwagon') {
    const { p } = config;
    // (x, y) and (−x, −y) are one element.
    const [c, d] = [flat(a), flat(b)];
    return (c[0] === d[0] && c[1] === d[1]) || (c[0] === mod(-d[0], p) && c[1] === mod(-d[1], p));
  }
  const [c, d] = [flat(a), flat(b)];
  return c.every((value, i) => value === d[i]);
}

/**
 * A decoder to { x, y }, null for infinity, or 'bad'.
 * @param {any} config
 * @param {string} format
 * @param {boolean} named
 * @param {boolean} checks
 */
function decoderOf(config, format, named, checks) {
  const decoders = { zcash, eip197, pasta, sec1, banderwagon };
  return (/** @type {Uint8Array} */ bytes) =>
    decoders[encodingOf(config)](bytes, config, format, named, checks);
}

/** @param {{ x: any, y: any }} point @param {any} oracle */
function inSubgroup({ x, y }, oracle) {
  return oracle.NoblePoint.fromAffine({ x, y }).isTorsionFree();
}

/**
 * @param {Uint8Array} bytes
 * @param {any} config
 * @param {string} format
 * @param {boolean} named
 * @param {boolean} checks
 */
function zcash(bytes, config, format, named, checks) {
  const { p, a, b, name } = config;
  const field = fieldOf(config);
  const degree = config.extension ? 2 : 1;
  const size = 48 * degree;
  if (bytes.length === 0) return 'bad';
  const [isCompressed, isInfinity, isSorted] = [0x80, 0x40, 0x20].map(
    (flag) => (bytes[0] & flag) !== 0,
  );
  if (named && isCompressed !== (format === 'compressed')) return 'bad';
  if (bytes.length !== (isCompressed ? size : 2 * size)) return 'bad';
  const rest = new Uint8Array(bytes);
  rest[0] &= 0x1f;
  if (isInfinity) return isSorted || rest.some(Boolean) ? 'bad' : null;
  if (!isCompressed && isSorted) return 'bad';
  const values = Array.from({ length: bytes.length / 48 }, (_, i) =>
    fromBytesBE(rest.subarray(48 * i, 48 * i + 48)),
  );
  if (values.some((value) => value >= p)) return 'bad';
  const element = (list) => (degree === 1 ? list[0] : { c0: list[1], c1: list[0] });
  const x = element(values.slice(0, degree));
  const right = field.add(field.add(field.multiply(field.square(x), x), field.multiply(a, x)), b);
  let y;
  if (isCompressed) {
    y = field.squareRoot(right);
    if (y === null) return 'bad';
    if (field.isLarger(y) !== isSorted) y = field.subtract(field.zero, y);
  } else {
    y = element(values.slice(degree));
    if (!field.equals(field.square(y), right)) return 'bad';
  }
  return checks && !inSubgroup({ x, y }, oracles[name]) ? 'bad' : { x, y };
}

/**
 * @param {Uint8Array} given
 * @param {any} config
 * @param {string} format
 * @param {boolean} named
 * @param {boolean} checks
 */
function eip197(given, config, format, named, checks) {
  const { p, b, name } = config;
  const field = fieldOf(config);
  const degree = config.extension ? 2 : 1;
  const isLittle = format === 'compressed-le';
  if (given.length === 0) return 'bad';
  const bytes = isLittle ? given.toReversed() : new Uint8Array(given);
  const flags = bytes[0] & 0xc0;
  const isCompressed = named || isLittle ? format !== 'uncompressed' : flags !== 0;
  if (bytes.length !== (isCompressed ? 32 : 64) * degree) return 'bad';
  let isLarger = false;
  if (isCompressed) {
    bytes[0] &= 0x3f;
    if (flags === 0x40) return bytes.some(Boolean) ? 'bad' : null;
    const [smaller, larger] = isLittle ? [0, 0x80] : [0x80, 0xc0];
    if (flags !== smaller && flags !== larger) return 'bad';
    isLarger = flags === larger;
  } else if (!bytes.some(Boolean)) return null;
  const values = Array.from({ length: bytes.length / 32 }, (_, i) =>
    fromBytesBE(bytes.subarray(32 * i, 32 * i + 32)),
  );
  if (values.some((value) => value >= p)) return 'bad';
  const element = (list) => (degree === 1 ? list[0] : { c0: list[1], c1: list[0] });
  const x = element(values.slice(0, degree));
  const right = field.add(field.multiply(field.square(x), x), b);
  let y = isCompressed ? field.squareRoot(right) : element(values.slice(degree));
  if (y === null || !field.equals(field.square(y), right)) return 'bad';
  if (isCompressed && field.isLarger(y) !== isLarger) y = field.negate(y);
  return checks && !inSubgroup({ x, y }, oracles[name]) ? 'bad' : { x, y };
}

/**
 * @param {Uint8Array} bytes
 * @param {any} config
 */
function pasta(bytes, { p, a, b }) {
  if (bytes.length !== 32) return 'bad';
  if (!bytes.some(Boolean)) return null;
  const reversed = bytes.toReversed();
  const isOdd = reversed[0] >> 7;
  reversed[0] &= 0x7f;
  const x = fromBytesBE(reversed);
  if (x >= p) return 'bad';
  const y = fieldOf({ p }).squareRoot(mod(x ** 3n + a * x + b, p));
  if (y === null) return 'bad';
  return { x, y: Number(y & 1n) === isOdd ? y : p - y };
}

function sec1(bytes, { p, a, b }, format, named) {
  const [head] = bytes;
  if (bytes.length === 1) return head === 0 ? null : 'bad';
  const isCompressed = head === 2 || head === 3;
  if (!isCompressed && head !== 4) return 'bad';
  if (named && isCompressed !== (format === 'compressed')) return 'bad';
  if (bytes.length !== (isCompressed ? 33 : 65)) return 'bad';
  const x = fromBytesBE(bytes.subarray(1, 33));
  if (x >= p) return 'bad';
  const right = mod(x ** 3n + a * x + b, p);
  if (!isCompressed) {
    const y = fromBytesBE(bytes.subarray(33));
    return y < p && mod(y * y, p) === right ? { x, y } : 'bad';
  }
  const y = fieldOf({ p }).squareRoot(right);
  if (y === null) return 'bad';
  return { x, y: (y & 1n) === BigInt(head & 1) ? y : p - y };
}

function banderwagon(bytes, config, format, named, checks) {
  const { p } = config;
  const { a, d } = config.edwards;
  if (bytes.length !== (format === 'compressed' ? 32 : 64)) return 'bad';
  const isLittle = format === 'uncompressed-le';
  const read = (part) => fromBytesBE(isLittle ? part.toReversed() : part);
  const x = read(bytes.subarray(0, 32));
  if (x >= p) return 'bad';
  const isSquare = (value) => powerMod(mod(value, p), (p - 1n) / 2n, p) <= 1n;
  const [above, below] = [mod(1n - a * x * x, p), mod(1n - d * x * x, p)];
  // The elements of the group: 1 − a·x² is a square.
  if (checks && !isSquare(above)) return 'bad';
  if (format === 'compressed') {
    const square = mod(above * powerMod(below, p - 2n, p), p);
    const y = fieldOf({ p }).squareRoot(square);
    if (y === null) return 'bad';
    if (x === 0n) return null;
    return { x, y: 2n * y > p ? y : p - y };
  }
  const y = read(bytes.subarray(32));
  if (y >= p || mod(above - y * y * below, p) !== 0n) return 'bad';
  if (!isLittle && 2n * y <= p) return 'bad';
  return x === 0n ? null : { x, y };
}
