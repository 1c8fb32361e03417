/** BLAKE2b-512 in WebAssembly, against @noble/hashes and node:crypto. */

import { createHash } from 'node:crypto';
import { blake2b as noble } from '@noble/hashes/blake2.js';
import { expect, it } from 'vitest';
import { openBlake2b } from '../../src/engines/wasm/blake2b.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { linkKernel } from '../../src/engines/wasm/kernels/compile.js';
import { moduleBytes } from '../support/built-modules.js';
import { toHex } from '../support/hex.js';

const arena = new Arena();
const module = new WebAssembly.Module(await moduleBytes('blake2b'));
const { digest, absorb } = await openBlake2b(arena, ({ name }) =>
  linkKernel(name, module, arena.memory),
);

/** @param {readonly Uint8Array[]} parts */
const expected = (parts) => toHex(noble(Buffer.concat(parts)));

/** @param {number} length */
const bytes = (length) => Uint8Array.from({ length }, (_, i) => (i * i + 7 * length) >> 3);

it('the example of RFC 7693, appendix A, and no message', () => {
  const abc = new TextEncoder().encode('abc');
  expect(toHex(digest([abc]))).toBe(
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
      '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  );
  expect(toHex(digest([]))).toBe(createHash('blake2b512').digest('hex'));
});

it.each([
  1, 127, 128, 129, 255, 256, 257, 65407, 65408, 65409, 65535, 65536, 65537, 131072, 200001,
])('%i bytes, whole and in parts', (length) => {
  const message = bytes(length);
  expect(expected([message])).toBe(createHash('blake2b512').update(message).digest('hex'));
  expect(toHex(digest([message]))).toBe(expected([message]));
  const at = Math.floor(length / 3);
  const parts = [message.subarray(0, at), new Uint8Array(), message.subarray(at)];
  expect(toHex(digest(parts))).toBe(expected([message]));
});

it('in steps of any length, with other messages between them', () => {
  const message = bytes(140_000);
  for (const cut of [0, 1, 127, 128, 129, 256, 500, 65_536, 66_000, 131_072]) {
    const first = absorb([message.subarray(0, cut / 2), message.subarray(cut / 2, cut)]);
    expect(first.left.length).toBe(cut && cut % 128 ? cut % 128 : Math.min(cut, 128));
    digest([message]);
    const second = absorb([first.left, message.subarray(cut, 139_000)], first.midstate);
    digest([]);
    const rest = [second.left, message.subarray(139_000)];
    expect(toHex(digest(rest, second.midstate))).toBe(expected([message]));
    expect(toHex(digest([second.left], second.midstate))).toBe(
      expected([message.subarray(0, Math.max(cut, 139_000))]),
    );
  }
});

it('counts bytes beyond 2^32, with the state of a message that long', () => {
  // The state is not that of 2^33 bytes; but noble, told the same, gives the same.
  const state = bytes(64);
  const reference = /** @type {any} */ (noble.create());
  const words = new Uint32Array(state.buffer);
  const names = Array.from({ length: 8 }, (_, i) => [`v${i}l`, `v${i}h`]).flat();
  names.forEach((name, i) => (reference[name] = words[i]));
  reference.length = 2 ** 33 + 128;
  reference.update(bytes(300));
  const midstate = { state, bytes: 2 ** 33 + 128 };
  expect(toHex(digest([bytes(300)], midstate))).toBe(toHex(reference.digest()));
});
