import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { assemble } from '../../wasm-gen/emit/assemble.js';
import { modules } from '../../wasm-gen/modules.js';

const hashes = JSON.parse(
  await readFile(new URL('../../wasm-gen/hashes.json', import.meta.url), 'utf8'),
);

describe('the generated modules', () => {
  it('are those that hashes.json lists', () => {
    expect(modules.map(({ name }) => name).sort()).toEqual(Object.keys(hashes).sort());
  });

  // The build assembled the same text before; the hash tells whether that gave the same bytes.
  it.each(modules)('$name: the same text twice, the bytes as committed', async ({ name, emit }) => {
    const [first, second] = [emit().toWat(), emit().toWat()];
    expect(second === first).toBe(true);
    const wasm = await assemble(name, first);
    expect(createHash('sha256').update(wasm).digest('hex')).toBe(hashes[name]);
    // Not every engine has relaxed SIMD or wide arithmetic; the assembler has validated the
    // module in any case.
    if (!first.includes('.relaxed_') && !/\.wide|wide64/.test(name))
      expect(WebAssembly.validate(wasm)).toBe(true);
  });
});
