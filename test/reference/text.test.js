import { expect, it } from 'vitest';
import { toUtf8 } from '../../src/math/text.js';

it('text becomes the bytes of TextEncoder', () => {
  const every = Array.from({ length: 0x11000 }, (_, i) => String.fromCodePoint(16 * i)).join('');
  const pairs = [
    '\ud800',
    '\udc00',
    '\udc00\ud800',
    '\ud800\ud800\udc00',
    '\udbff\udfff',
    'a\udfff',
  ];
  for (const text of ['', 'BIP0340/challenge', 'é€😀', '\u07ff\u0800\uffff', every, ...pairs]) {
    expect(toUtf8(text)).toEqual(new TextEncoder().encode(text));
  }
});
