/** SHA-256 in WebAssembly, against node:crypto. */

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { linkKernel } from '../../src/engines/wasm/kernels/compile.js';
import { openSha256 } from '../../src/engines/wasm/sha256.js';
import { sha256Lanes } from '../../src/engines/wasm/sha256-lanes.js';
import { moduleBytes } from '../support/built-modules.js';
import { toHex } from '../support/hex.js';

const arena = new Arena();
const module = new WebAssembly.Module(await moduleBytes('sha256'));
const { digest: sha256, absorb } = await openSha256(arena, ({ name }) =>
  linkKernel(name, module, arena.memory),
);

/** @param {readonly Uint8Array[]} parts */
function expected(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** @param {number} length */
const bytes = (length) => Uint8Array.from({ length }, (_, i) => (i * i + 7 * length) >> 3);

it('the examples of FIPS 180-4', () => {
  const hash = (text) => toHex(sha256([new TextEncoder().encode(text)]));
  expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 65527, 65528, 65535, 65536, 65537, 131072])(
  '%i bytes, whole and in parts',
  (length) => {
    const message = bytes(length);
    expect(toHex(sha256([message]))).toBe(expected([message]));
    const at = Math.floor(length / 3);
    const parts = [message.subarray(0, at), new Uint8Array(), message.subarray(at)];
    expect(toHex(sha256(parts))).toBe(expected([message]));
  },
);

it('no parts, and parts larger than what is in memory at once', () => {
  expect(toHex(sha256([]))).toBe(expected([]));
  const parts = [bytes(70_000), bytes(1), bytes(200_000)];
  expect(toHex(sha256(parts))).toBe(expected(parts));
});

it('in steps of any length, with other messages between them', () => {
  const message = bytes(140_000);
  for (const cut of [0, 1, 63, 64, 65, 500, 66_000, 131_072]) {
    const first = absorb([message.subarray(0, cut / 2), message.subarray(cut / 2, cut)]);
    sha256([message]);
    const second = absorb([first.left, message.subarray(cut, 139_000)], first.midstate);
    sha256([]);
    const rest = [second.left, message.subarray(139_000)];
    expect(toHex(sha256(rest, second.midstate))).toBe(expected([message]));
  }
});

it.each([0, 55, 56, 64, 16_383, 16_384, 40_000])(
  'four messages of %i bytes, in parts',
  async (length) => {
    const own = new WebAssembly.Module(await moduleBytes('sha256-lanes'));
    const lanes = sha256Lanes(arena, { 'sha256-lanes.wasm': own });
    expect(lanes.digests).toBeNull();
    await lanes.open();
    const messages = Array.from({ length: 4 }, (_, i) => {
      const message = bytes(length).map((byte) => byte + i);
      const at = Math.floor((length * i) / 4);
      return [message.subarray(0, at), new Uint8Array(), message.subarray(at)];
    });
    for (const count of [4, 1, 3]) {
      const some = messages.slice(0, count);
      expect(lanes.digests?.(some).map(toHex)).toEqual(some.map(expected));
    }
  },
);

it('without the module of lanes there are none', async () => {
  const lanes = sha256Lanes(arena, { 'sha256-lanes.wasm': /** @type {any} */ ({}) });
  await lanes.open();
  expect(lanes.digests).toBeNull();
});
