/** ECDSA, BIP-340 and DER with changed parts, against @noble/curves, one by one and in batches. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { InputError } from '../../../src/errors.js';
import { mod } from '../arithmetic.js';
import { fromBytesBE, toBytesBE } from '../bytes.js';
import { check, outcomeOf, same } from '../context.js';
import { parts } from '../fuzz.js';
import { mutate, Random } from '../random.js';

const { Point } = secp256k1;
const { ORDER: n } = Point.Fn;
const { ORDER: p } = Point.Fp;
const LENGTHS = { signature: [64], hash: [32], publicKey: [33, 65] };

/** Signed items, made once: they are what takes long. @type {Map<string, any>} */
const made = new Map();

/** @param {'ecdsa' | 'schnorr'} scheme @param {number} i */
function signed(scheme, i) {
  const key = `${scheme} ${i}`;
  if (made.has(key)) return made.get(key);
  const random = new Random(key);
  const secret = toBytesBE((random.bits(255) % (n - 1n)) + 1n, 32);
  let item;
  if (scheme === 'schnorr') {
    const message = random.bytes(random.size(200));
    item = {
      signature: schnorr.sign(message, secret, random.bytes(32)),
      message,
      publicKey: schnorr.getPublicKey(secret),
    };
  } else {
    const hash = random.chance(0.2)
      ? new Uint8Array(32).fill(random.pick([0, 255]))
      : random.bytes(32);
    const bytes = secp256k1.sign(hash, secret, {
      prehash: false,
      format: 'recovered',
      lowS: random.chance(0.7),
    });
    item = {
      signature: bytes.slice(1),
      recoveryId: bytes[0],
      hash,
      publicKey: secp256k1.getPublicKey(secret, random.chance(0.6)),
    };
  }
  made.set(key, item);
  return item;
}

/** @type {import('../fuzz.js').Area} */
export const signatures = {
  name: 'signatures',
  generate(random, context) {
    const scheme = random.pick(['ecdsa', 'schnorr', 'der']);
    if (scheme === 'der') return { scheme, bytes: derCase(random) };
    const share = random.pick([0, 0, 0.05, 0.5, 1]);
    const items = Array.from({ length: random.size(context.isSlow ? 6 : 40) }, () => ({
      of: random.int(24),
      ...(random.chance(share) && { change: random.word() }),
    }));
    return { scheme, items, lowS: random.chance(0.7) };
  },
  reduce: (input) => (input.items ? parts(input.items).map((items) => ({ ...input, items })) : []),
  async check(input, context) {
    const secp = await context.instance('secp256k1');
    if (input.scheme === 'der') return checkDer(secp.ecdsa, input.bytes);
    const { scheme, lowS } = input;
    const items = input.items.map(({ of, change }) => {
      const item = { ...signed(scheme, of) };
      return change === undefined ? item : changed(new Random(String(change)), scheme, item);
    });
    const isEcdsa = scheme === 'ecdsa';
    const options = isEcdsa ? { lowS } : {};
    const valid = items.map((item) => (isEcdsa ? isValidEcdsa(item, lowS) : isValidSchnorr(item)));
    const invalid = valid.flatMap((isValid, i) => (isValid ? [] : [i]));
    const protocol = secp[scheme];
    // A digest of another length is an error of the program; anything else is invalid.
    const mustRefuse = isEcdsa && items.some(({ hash }) => hash.length !== 32);
    const answers = {
      verifyBatch: invalid.length === 0,
      verifyBatchAsync: invalid.length === 0,
      findInvalid: invalid,
      findInvalidAsync: invalid,
      verifyFeedAsync: invalid,
    };
    for (const [name, expected] of Object.entries(answers)) {
      const { value, error } = await outcomeOf(() => protocol[name](items, options));
      if (mustRefuse || error)
        check(mustRefuse && error instanceof InputError, `${name}: ${error}`);
      else
        check(String(value) === String(expected), `${name} gives ${value}, expected ${expected}`);
    }
    for (const [i, item] of items.slice(0, 3).entries())
      await checkOne(protocol, item, isEcdsa, lowS, valid[i]);
  },
};

async function checkOne(protocol, item, isEcdsa, lowS, isValid) {
  const { signature, hash, message, publicKey } = item;
  if (!isEcdsa) {
    return check(protocol.verify(signature, message, publicKey) === isValid, 'schnorr.verify');
  }
  const right = Object.keys(LENGTHS).every((name) => LENGTHS[name].includes(item[name].length));
  const { value, error } = await outcomeOf(() =>
    protocol.verify(signature, hash, publicKey, { lowS }),
  );
  if (hash.length !== 32 || error) {
    return check(hash.length !== 32 && error instanceof InputError, `${error}`);
  }
  check(value === (right && nobleVerifies(item, lowS)), 'ecdsa.verify');
  const { recoveryId } = item;
  if (!Number.isInteger(recoveryId) || recoveryId < 0 || recoveryId > 3) return undefined;
  const key = protocol.recover(signature, recoveryId, hash);
  const expected = recovered(item);
  check(
    key === null
      ? expected === null
      : expected !== null && same(key.toBytes(), expected.toBytes(true)),
    'ecdsa.recover',
  );
  return undefined;
}

/** @param {Random} random @param {string} scheme @param {any} item */
function changed(random, scheme, item) {
  const field = random.pick(Object.keys(item));
  if (field === 'recoveryId') return { ...item, recoveryId: random.pick([0, 1, 2, 3, -1, 4, 1.5]) };
  const bytes = new Uint8Array(item[field]);
  const kind = random.int(6);
  if (kind < 3) return { ...item, [field]: mutate(random, bytes) };
  if (kind === 3)
    return { ...item, [field]: random.bytes(random.chance(0.5) ? bytes.length : random.int(70)) };
  const value = random.pick([
    0n,
    1n,
    n - 1n,
    n,
    n + 1n,
    p - 1n,
    p,
    p + 1n,
    p - n,
    (1n << 256n) - 1n,
    n >> 1n,
    (n >> 1n) + 1n,
  ]);
  const at = bytes.length >= 64 && random.chance(0.5) ? 32 : 0;
  const from = field === 'publicKey' && bytes.length % 2 ? at + 1 : at;
  if (from + 32 <= bytes.length) bytes.set(toBytesBE(value, 32), from);
  if (kind === 5 && scheme === 'ecdsa') {
    // The other s, with the other parity.
    const { signature, recoveryId } = item;
    const s = mod(-fromBytesBE(signature.subarray(32)), n);
    const other = new Uint8Array([...signature.subarray(0, 32), ...toBytesBE(s, 32)]);
    return { ...item, signature: other, recoveryId: recoveryId ^ 1 };
  }
  return { ...item, [field]: bytes };
}

/** @param {any} item */
function isValidSchnorr({ signature, message, publicKey }) {
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  try {
    return schnorr.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}

/** @param {any} item @param {boolean} lowS */
function nobleVerifies({ signature, hash, publicKey }, lowS) {
  try {
    return secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS });
  } catch {
    return false;
  }
}

/**
 * Whether the batch accepts it: the R that the recovery id names satisfies the equation.
 * @param {any} item
 * @param {boolean} lowS
 */
function isValidEcdsa(item, lowS) {
  const right = Object.keys(LENGTHS).every((name) => LENGTHS[name].includes(item[name].length));
  const { recoveryId } = item;
  if (!right || ![0, 1, 2, 3].includes(recoveryId) || !nobleVerifies(item, lowS)) return false;
  const key = recovered(item);
  return key !== null && key.equals(Point.fromBytes(item.publicKey));
}

/** The key by SEC 1, 4.1.6. @param {any} item */
function recovered({ signature, hash, recoveryId }) {
  const [r, s] = [0, 32].map((at) => fromBytesBE(signature.subarray(at, at + 32)));
  if (r === 0n || s === 0n || r >= n || s >= n || signature.length !== 64) return null;
  const x = r + (recoveryId >> 1 ? n : 0n);
  if (x >= p) return null;
  try {
    const R = Point.fromBytes(new Uint8Array([2 + (recoveryId & 1), ...toBytesBE(x, 32)]));
    const inverse = Point.Fn.inv(r);
    const z = mod(fromBytesBE(hash), n);
    const key = R.multiplyUnsafe(mod(s * inverse, n)).add(
      Point.BASE.multiplyUnsafe(mod(-z * inverse, n)),
    );
    return key.is0() ? null : key;
  } catch {
    return null;
  }
}

/** @param {Random} random */
function derCase(random) {
  const value = () =>
    random.pick([
      0n,
      1n,
      127n,
      128n,
      255n,
      n - 1n,
      n,
      (1n << 256n) - 1n,
      random.bits(random.int(257)),
    ]);
  const bytes = derOf(value(), value());
  return random.chance(0.3) ? bytes : mutate(random, bytes);
}

/** The one encoding. @param {bigint} r @param {bigint} s */
function derOf(r, s) {
  const integer = (/** @type {bigint} */ value) => {
    const hex = value.toString(16);
    const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
    const padded = bytes[0] >= 0x80 ? [0, ...bytes] : [...bytes];
    return [2, padded.length, ...padded];
  };
  const body = [...integer(r), ...integer(s)];
  return Uint8Array.from([0x30, body.length, ...body]);
}

/**
 * Accepted exactly where to encode what was read gives the same bytes.
 * @param {any} ecdsa
 * @param {Uint8Array} bytes
 */
async function checkDer(ecdsa, bytes) {
  const { value, error } = await outcomeOf(() => ecdsa.signatureFromDer(bytes));
  if (error) {
    check(error instanceof InputError, `${error}`);
    check(!isStrict(bytes), 'refused a strict encoding');
  } else {
    const [r, s] = [0, 32].map((at) => fromBytesBE(value.subarray(at, at + 32)));
    check(same(derOf(r, s), bytes), 'accepted another encoding');
  }
}

/** By trial: whether any two integers in it encode to it. @param {Uint8Array} bytes */
function isStrict(bytes) {
  const length = bytes[3];
  const integers = [bytes.subarray(4, 4 + length), bytes.subarray(6 + length)].map(fromBytesBE);
  return (
    integers.every((value) => value >> 256n === 0n) && same(derOf(integers[0], integers[1]), bytes)
  );
}
