/**
 * Points with known discrete logarithms in wasm memory, so that every expectation is
 * integer arithmetic.
 */

import { expect } from 'vitest';

import { multiplesOfGenerator } from '../../src/engines/wasm/msm/multiples.js';
import { mod } from '../../src/math/modular.js';
import { negate } from '../../src/reference/weierstrass.js';
import { compared } from '../support/compared.js';
import { oracles } from '../support/oracle.js';
import { canonical, curve, fromCanonical, msmKernels } from '../wasm/kernels.js';

export { runNow as finish } from '../../src/port/steps.js';

/** @typedef {Awaited<ReturnType<typeof createHarness>>} Harness */

/**
 * @param {string} batchName
 * @param {typeof curve | typeof import('../wasm/kernels.js').curves[number]} [config]
 * @param {string} [singleName]
 */
export async function createHarness(batchName, config = curve, singleName = undefined) {
  const kernels = await msmKernels(batchName, { config, singleName });
  const { arena, batch } = kernels;
  const { pointBytes, fieldBytes } = batch;
  const size = 2 * fieldBytes;

  /** @param {Uint8Array} bytes a canonical point, negated in place */
  const negateBytes = (bytes) => {
    bytes.set(canonical(negate(config, fromCanonical(bytes, config.field.degree)), fieldBytes));
  };

  /**
   * The points dlogs[i]·G in a new block.
   * @param {readonly (bigint | number)[]} dlogs not negative, below 2^60
   */
  const pointsOf = (dlogs) => {
    const target = arena.allocate(Math.max(1, dlogs.length) * pointBytes, 'test points');
    multiplesOfGenerator(arena, batch, {
      target,
      dlogs: BigUint64Array.from(dlogs, BigInt),
      writeGenerator: (address) => {
        const bytes = arena.allocate(size, 'generator');
        arena.u8.set(canonical(config.generator, fieldBytes), bytes);
        batch.fromAffineBytes(address, bytes, 1);
        arena.free(bytes);
      },
    });
    return target;
  };

  /** Canonical bytes of points anywhere. @param {number[]} addresses */
  const bytesOf = (addresses) => {
    const buffer = arena.allocate(size, 'test bytes');
    const all = new Uint8Array(size * addresses.length);
    addresses.forEach((address, i) => {
      batch.toAffineBytes(buffer, address & -2, 1);
      all.set(arena.u8.subarray(buffer, buffer + size), size * i);
      if (address & 1) negateBytes(all.subarray(size * i, size * (i + 1)));
    });
    arena.free(buffer);
    return all;
  };

  /**
   * Asserts that references stand for the multiples of G with these logarithms; 0
   * stands for infinity.
   * @param {ArrayLike<number>} references
   * @param {(bigint | number)[]} logs any integers below 2^60 in size
   */
  const expectMultiples = (references, logs) => {
    const magnitudes = logs.map(BigInt).map((log) => (log < 0n ? -log : log));
    const expectedPoints = pointsOf(magnitudes);
    const expected = bytesOf(logs.map((_, i) => expectedPoints + i * pointBytes));
    logs.forEach((log, i) => {
      const want = expected.subarray(size * i, size * (i + 1));
      if (log < 0) negateBytes(want);
      const got = references[i] === 0 ? new Uint8Array(size) : bytesOf([references[i]]);
      if (Buffer.compare(got, want) !== 0) expect.fail(`sum ${i} is not ${log}·G`);
      compared();
    });
    arena.free(expectedPoints);
  };

  /** The canonical bytes of [k]G from another implementation. @param {bigint} k */
  const multipleBytes = (k) => {
    const reduced = mod(k, config.order);
    if (reduced === 0n) return new Uint8Array(size);
    return canonical(oracles[config.name].nobleMultiple(reduced).toAffine(), fieldBytes);
  };

  return { ...kernels, pointsOf, bytesOf, expectMultiples, multipleBytes };
}

/**
 * Words in a new block of memory. @param {Harness['arena']} arena @param {ArrayLike<number>} words
 * @returns {number} its address
 */
export function writeWords(arena, words) {
  const address = arena.allocate(4 * words.length, 'test words');
  arena.i32.set(words, address >> 2);
  return address;
}

/**
 * A copy of words in memory.
 * @param {Harness['arena']} arena
 * @param {number} address
 * @param {number} count
 */
export const readWords = ({ i32 }, address, count) =>
  i32.slice(address >> 2, (address >> 2) + count);

/** A small reproducible generator of integers in [0, n). @param {number} seed */
export function randomIntegers(seed) {
  let state = seed | 1;
  return (/** @type {number} */ n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}
