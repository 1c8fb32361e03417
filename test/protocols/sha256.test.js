import { sha256 as reference } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { absorb, sha256, taggedMidstate } from '../../src/protocols/sha256.js';
import { concat, toHex } from '../support/hex.js';
import { assertProperty, fc } from '../support/property.js';

describe('SHA-256', () => {
  it('the examples of FIPS 180-4', () => {
    const hash = (text) => toHex(sha256([new TextEncoder().encode(text)]));
    expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hash('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
    expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('agrees with @noble/hashes at every length around the blocks', () => {
    for (let length = 0; length <= 200; length++) {
      const message = Uint8Array.from({ length }, (_, i) => i * 7 + length);
      expect(toHex(sha256([message]))).toBe(toHex(reference(message)));
    }
  });

  it('takes its message in parts', () => {
    assertProperty(
      fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 6 }), (parts) => {
        expect(toHex(sha256(parts))).toBe(toHex(reference(concat(...parts))));
      }),
    );
  });

  it('a long message', () => {
    const message = new Uint8Array(1_000_000).fill(0x61);
    expect(toHex(sha256([message]))).toBe(
      'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
    );
  });

  it('tagged hashes go on from the midstate', () => {
    const tag = reference(new TextEncoder().encode('BIP0340/challenge'));
    const midstate = taggedMidstate('BIP0340/challenge');
    for (const length of [0, 32, 96, 200]) {
      const message = new Uint8Array(length).fill(5);
      const expected = reference(concat(tag, tag, message));
      expect(toHex(sha256([message], midstate))).toBe(toHex(expected));
    }
  });

  it('hashes a long message in steps of any length', () => {
    const message = Uint8Array.from({ length: 1000 }, (_, i) => i * 7);
    for (const cut of [0, 1, 63, 64, 65, 128, 500, 1000]) {
      const first = absorb([message.subarray(0, cut / 2), message.subarray(cut / 2, cut)]);
      const second = absorb([first.left, message.subarray(cut, 900)], first.midstate);
      const digest = sha256([second.left, message.subarray(900)], second.midstate);
      if (cut <= 900) expect(toHex(digest)).toBe(toHex(reference(message)));
    }
  });
});
