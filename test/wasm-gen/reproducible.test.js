import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { modulesIn, staticRanges } from '../../wasm-gen/modules.js';
import { some } from '../support/extent.js';

const generated = new URL('../../src/generated/', import.meta.url);
const hashes = JSON.parse(
  await readFile(new URL('../../wasm-gen/hashes.json', import.meta.url), 'utf8'),
);

const modules = modulesIn(staticRanges());

describe('the generated modules', () => {
  it('are those that hashes.json lists', () => {
    expect(modules.map(({ name }) => name).sort()).toEqual(Object.keys(hashes).sort());
  });

  // The build, another process, has emitted and assembled the same; `build.js --check` does so
  // again.
  it.each(some(modules, 12, 'reproducible'))('$name: is emitted as built', async (module) => {
    const built = await readFile(new URL(`${module.name}.wat`, generated), 'utf8');
    expect(module.emit().toWat() === built).toBe(true);
  });

  it.each(modules)('$name: the bytes as committed, which are valid', async ({ name }) => {
    const text = await readFile(new URL(`${name}.wat`, generated), 'utf8');
    const wasm = await readFile(new URL(`${name}.wasm`, generated));
    expect(createHash('sha256').update(wasm).digest('hex')).toBe(hashes[name]);
    // Not every engine has relaxed SIMD or wide arithmetic; the assembler has validated the
    // module in any case.
    if (!text.includes('.relaxed_') && !/\.wide|wide64/.test(name))
      expect(WebAssembly.validate(wasm)).toBe(true);
  });
});
