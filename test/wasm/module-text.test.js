import { describe, expect, it } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import { decodeModule } from '../../src/engines/wasm/kernels/compile.js';
import { encodeModule } from '../../wasm-gen/emit/module-text.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { i32, i64 } from '../../wasm-gen/emit/instructions.js';
import { withMemories } from '../support/memories.js';

const generated = new URL('../../src/generated/', import.meta.url);
const files = readdirSync(generated).filter((file) => file.endsWith('.wasm'));

describe('modules as text', () => {
  it('come back, every one of them', () => {
    for (const file of files) {
      const wasm = new Uint8Array(readFileSync(new URL(file, generated)));
      expect(Buffer.compare(decodeModule(encodeModule(wasm)), wasm), file).toBe(0);
    }
  });

  it('are read in one memory, whatever their number and order', async () => {
    const read = async () => {
      for (const file of files.slice(0, 8)) {
        const wasm = new Uint8Array(readFileSync(new URL(file, generated)));
        const text = encodeModule(wasm);
        // Whatever the longest text before it left in memory.
        decodeModule(longest);
        expect(Buffer.compare(decodeModule(text), wasm), file).toBe(0);
      }
    };
    const sizes = files.map((file) => readFileSync(new URL(file, generated)));
    const longest = encodeModule(new Uint8Array(sizes.sort((a, b) => b.length - a.length)[0]));
    expect((await withMemories(read)).memories.length).toBeLessThanOrEqual(1);
  });

  it('come back with bodies whose size takes one byte, and three', async () => {
    const m = new ModuleBuilder('sizes');
    m.func('small', { params: { x: 'i32' }, result: 'i32', exported: true }, (f, { x }) => {
      f.if(i32.eqz(x), () => f.return(-1));
      f.loop((again) => f.brIf(again, f.tee(x, i32.sub(x, 1))));
      f.result(i32.load8_u(x, 1000));
    });
    m.func('large', { params: { x: 'i32' }, exported: true }, (f, { x }) => {
      for (let i = 0; i < 4096; i++) f.emit(i64.store(x, BigInt(i) ** 5n, 8 * i));
    });
    const wasm = await assemble('sizes', m.toWat());
    expect(wasm.length).toBeGreaterThan(2 ** 15);
    expect(decodeModule(encodeModule(wasm))).toEqual(wasm);
  });

  it('are printable ASCII that no string of JavaScript would escape, and no HTML', async () => {
    const m = new ModuleBuilder('bytes');
    m.dataAt(
      0,
      Uint8Array.from({ length: 65536 }, (_, i) => (i % 2 ? i : i >> 8)),
    );
    m.func('nothing', { params: {}, exported: true }, () => {});
    const wasm = await assemble('bytes', m.toWat());
    const text = encodeModule(wasm);
    expect(text).toMatch(/^[ !#%&(-;=-[\]-_a-~]*$/);
    expect(decodeModule(text)).toEqual(wasm);
  });

  it('are refused where an instruction has no place in the columns', async () => {
    const m = new ModuleBuilder('unaligned');
    m.func('read', { params: { x: 'i32' }, result: 'i32', exported: true }, (f, { x }) =>
      f.result(i32.load(x)),
    );
    const wat = m.toWat().replace('(i32.load ', '(i32.load align=1 ');
    const wasm = await assemble('unaligned', wat);
    expect(() => encodeModule(wasm)).toThrow('expected natural alignment');
    const simd = await assemble('constant', '(module (func (result v128) (v128.const i64x2 1 2)))');
    expect(() => encodeModule(simd)).toThrow('expected no SIMD instruction 12');
  });
});
