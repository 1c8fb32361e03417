/**
 * One part of valid arguments is made to lie, to change while it is read, or to run code. The call
 * must give what the plain arguments give, or a typed error; the instance must be right afterwards.
 * Options are read before bytes: where a getter of theirs overwrites all bytes, what those give is
 * right, too.
 */
import { check, outcomeOf } from '../context.js';
import { CALLS, affine, means } from '../hostile/calls.js';
import { Random } from '../random.js';

/**
 * Every object in the arguments, with the way to put another in its place.
 * @param {any} holder
 * @returns {any[]}
 */
function places(holder) {
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key];
    const own = [{ holder, key, value }];
    const isWhole = typeof value !== 'object' || value === null || ArrayBuffer.isView(value);
    if (isWhole || typeof value.toBytes === 'function') return own;
    return [...own, ...places(value)];
  });
}

/** Prototypes of subclasses whose methods lie. */
const LYING_BYTES = Object.create(Uint8Array.prototype, {
  length: { get: () => 3 },
  slice: { value: () => new Uint8Array(5) },
  subarray: { value: () => new Uint8Array(5) },
});
const LYING_LIST = Object.create(Array.prototype, {
  map: { value: () => [] },
  every: { value: () => true },
  [Symbol.iterator]: { value: () => [][Symbol.iterator]() },
});

/** @type {Record<string, (value: any, m: any, siblings: any, random: Random) => any>} */
const BYTES = {
  buffer: (value) => Buffer.from(value),
  subclass: (value) => Object.setPrototypeOf(value, LYING_BYTES),
  view: (value) => new Uint8Array([...value, 9, 9]).subarray(0, value.length),
  shared(value) {
    const bytes = new Uint8Array(new SharedArrayBuffer(value.length));
    bytes.set(value);
    return bytes;
  },
  lies: (value) =>
    Object.defineProperties(value, {
      length: { value: 7 },
      buffer: { value: null },
      byteOffset: { value: 64 },
      constructor: { value: null },
    }),
  iterator: (value) =>
    Object.assign(value, {
      *[Symbol.iterator]() {
        yield 256;
      },
    }),
  detached(value) {
    structuredClone(value, { transfer: [value.buffer] });
    return value;
  },
  proxy: (value) => new Proxy(value, {}),
  other: (value) => new Uint16Array(value),
};

/** @type {typeof BYTES} */
const OBJECTS = {
  proxy: (value) => new Proxy(value, {}),
  'proxy that throws': (value, _, __, random) => {
    let left = random.int(6);
    return new Proxy(value, {
      get(target, name) {
        if (left-- <= 0) throw new RangeError('mine');
        return target[name];
      },
    });
  },
  revoked(value) {
    const { proxy, revoke } = Proxy.revocable(value, {});
    revoke();
    return proxy;
  },
  frozen: (value) => Object.freeze(value),
  iterator: (value) =>
    Object.assign(value, { [Symbol.iterator]: null, every: null, map: () => [] }),
  subclass: (value) => (Array.isArray(value) ? Object.setPrototypeOf(value, LYING_LIST) : value),
};

const OVERWRITTEN = 0xee;

/** @param {any[]} args @returns {any[]} the same, all bytes overwritten */
function overwritten(args) {
  for (const { value } of places(args)) if (value instanceof Uint8Array) value.fill(OVERWRITTEN);
  return args;
}

/**
 * Side effects of a getter, before it gives the value.
 * @type {Record<string, (m: any, siblings: any[], owner: any) => any>}
 */
const EFFECTS = {
  throws() {
    throw new RangeError('mine');
  },
  grows: (_, __, owner) => Array.isArray(owner) && owner.push(0),
  shrinks: (_, __, owner) => Array.isArray(owner) && (owner.length = 1),
  detaches: (_, siblings) =>
    siblings.forEach(
      (bytes) =>
        bytes.buffer instanceof ArrayBuffer &&
        bytes.length &&
        structuredClone(bytes, { transfer: [bytes.buffer] }),
    ),
  overwrites: (_, siblings) => siblings.forEach((bytes) => bytes.fill(OVERWRITTEN)),
  're-enters': (m) => void m.bls.G1.msm(m.points, m.scalars),
  'grows memory': (m) => void m.bls.G1.randomPoints(3000, 1).dispose(),
};

/** @type {import('../fuzz.js').Area} */
export const hostile = {
  name: 'hostile',
  generate: (random) => ({
    call: random.pick(Object.keys(CALLS)),
    seed: random.word(),
    effect: random.chance(0.5) ? random.pick(Object.keys(EFFECTS)) : null,
  }),
  async check(input, context) {
    const m = await means(context);
    const { args, call } = CALLS[input.call];
    const plain = await outcomeOf(() => call(m, ...args(m)));
    const changed = args(m);
    // There are none of what the backend is too slow for.
    if (changed.length === 0) return;
    const random = new Random(String(input.seed));
    const how = decorate(changed, m, random, input.effect);
    const outcome = await outcomeOf(() => call(m, ...changed));
    // In place of a number, another one may stand.
    if (!outcome.error && how !== null) {
      check(!plain.error, `${how}: ${plain.error?.code} became ${show(outcome.value)}`);
      const [got, expected] = [show(outcome.value), show(plain.value)];
      // Of most calls overwritten bytes are an error.
      const isLater = got !== expected && input.effect === 'overwrites';
      const later = isLater && (await outcomeOf(() => call(m, ...overwritten(args(m)))));
      const isRight = got === expected || (later && got === show(later.value));
      check(isRight, `${how}: ${got}, not ${expected}`);
    }
    const again = await outcomeOf(() => call(m, ...args(m)));
    check(show(again.value) === show(plain.value), `${how}: the same call afterwards differs`);
    const sum = m.bls.G1.msm(m.points, m.scalars);
    const other = await m.bls.G1.msmAsync(
      [...Array(5).keys()].map((i) => affine(m, i)),
      m.scalars,
    );
    check(sum.equals(other), `${how}: the instance is wrong afterwards`);
  },
};

/**
 * Changes one place, and says how.
 * @param {any[]} args
 * @param {any} m
 * @param {Random} random
 * @param {string | null} effect
 */
function decorate(args, m, random, effect) {
  const all = places(args);
  const { holder, key, value } = random.pick(all);
  const siblings = all.map((place) => place.value).filter((bytes) => bytes instanceof Uint8Array);
  if (effect !== null && holder !== args) {
    Object.defineProperty(holder, key, {
      ...{ enumerable: true, configurable: true },
      get() {
        EFFECTS[effect](
          m,
          siblings.filter((bytes) => bytes !== value),
          holder,
        );
        return value;
      },
    });
    return `a getter of ${key} that ${effect}`;
  }
  if (typeof value !== 'object' || value === null) {
    holder[key] = random.pick([
      null,
      undefined,
      NaN,
      -1,
      2 ** 53,
      'x',
      Symbol('x'),
      {},
      [],
      () => {},
      1n << 5000n,
    ]);
    return null;
  }
  const { proxy, revoked } = OBJECTS;
  const objects = typeof value.toBytes === 'function' ? { proxy, revoked } : OBJECTS;
  const ways = value instanceof Uint8Array ? BYTES : objects;
  const name = random.pick(Object.keys(ways));
  holder[key] = ways[name](value, m, siblings, random);
  return `${key}: ${name}`;
}

/** @param {any} value @returns {string} */
function show(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return `[${value.map(show)}]`;
  return value?.toBytes ? show(value.toBytes()) : String(value);
}
