import { describe, expect, it } from 'vitest';
import { decodePrintable, encodePrintable } from '../../src/wasm/printable.js';

describe('bytes as printable text', () => {
  const all = Uint8Array.from({ length: 65536 }, (_, i) => (i % 2 ? i : i >> 8));

  it('comes back, for every pair of bytes and for none', () => {
    expect(decodePrintable(encodePrintable(all))).toEqual(all);
    expect(decodePrintable(encodePrintable(new Uint8Array()))).toEqual(new Uint8Array());
  });

  it('is printable ASCII that no string of JavaScript would escape, and no HTML', () => {
    expect(encodePrintable(all)).toMatch(/^[ !#%&(-;=-[\]-_a-~]*$/);
  });
});
