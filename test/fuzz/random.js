/** Random choices that a seed repeats. */
import { createHash } from 'node:crypto';

/** A reproducible generator (xoshiro128**), seeded by any text. */
export class Random {
  #s;

  /** @param {string} seed */
  constructor(seed) {
    const hash = createHash('sha256').update(seed).digest();
    this.#s = Uint32Array.from(
      { length: 4 },
      (_, i) => hash.readUInt32LE(4 * i) | (i === 0 ? 1 : 0),
    );
  }

  word() {
    const s = this.#s;
    const turned = Math.imul(s[1], 5);
    const result = Math.imul((turned << 7) | (turned >>> 25), 9) >>> 0;
    const t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }

  /** An integer in [0, n). @param {number} n */
  int(n) {
    return Math.floor((this.word() / 2 ** 32) * n);
  }

  /** True in a part of all cases. @param {number} share */
  chance(share) {
    return this.word() / 2 ** 32 < share;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.int(list.length)];
  }

  /** Small numbers as often as large ones. @param {number} most */
  size(most) {
    return Math.floor(2 ** ((this.word() / 2 ** 32) * Math.log2(most + 2))) - 1;
  }

  /** @param {number} n */
  bytes(n) {
    return Uint8Array.from({ length: n }, () => this.word() >>> 24);
  }

  /** An integer below 2^n. @param {number} n */
  bits(n) {
    let value = 0n;
    for (let have = 0; have < n; have += 32) value = (value << 32n) | BigInt(this.word());
    return BigInt.asUintN(n, value);
  }

  /** One of the first calls, another order each time. @template T @param {readonly T[]} list */
  shuffle(list) {
    const items = [...list];
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.int(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}

/**
 * Flips bits, sets bytes to extremes, or replaces a stretch.
 * @param {Random} random @param {Uint8Array} bytes @returns {Uint8Array} changed in place
 */
export function mutate(random, bytes) {
  if (bytes.length === 0) return bytes;
  for (let times = 1 + random.size(3); times > 0; times--) {
    const at = random.chance(0.3) ? 0 : random.int(bytes.length);
    const kind = random.int(5);
    if (kind < 3) bytes[at] ^= 1 << random.int(8);
    else if (kind === 3) bytes[at] = random.pick([0, 1, 0x7f, 0x80, 0xff]);
    else bytes.fill(random.pick([0, 0xff]), at, at + random.int(bytes.length - at + 1));
  }
  return bytes;
}
