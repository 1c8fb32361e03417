import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { modulesIn, staticRanges } from '../../wasm-gen/modules.js';

const generated = new URL('../../src/generated/', import.meta.url);
const hashes = JSON.parse(
  await readFile(new URL('../../wasm-gen/hashes.json', import.meta.url), 'utf8'),
);

const modules = modulesIn(staticRanges());

describe('the generated modules', () => {
  it('are those that hashes.json lists', () => {
    expect(modules.map(({ name }) => name).sort()).toEqual(Object.keys(hashes).sort());
  });

  // The build, another process, has emitted and assembled the same; `build.js --check` assembles
  // it again.
  it.each(modules)('$name: the text as built, the bytes as committed', async ({ name, emit }) => {
    const text = emit().toWat();
    expect(text === (await readFile(new URL(`${name}.wat`, generated), 'utf8'))).toBe(true);
    const wasm = await readFile(new URL(`${name}.wasm`, generated));
    expect(createHash('sha256').update(wasm).digest('hex')).toBe(hashes[name]);
    // Not every engine has relaxed SIMD or wide arithmetic; the assembler has validated the
    // module in any case.
    if (!text.includes('.relaxed_') && !/\.wide|wide64/.test(name))
      expect(WebAssembly.validate(wasm)).toBe(true);
  });
});
