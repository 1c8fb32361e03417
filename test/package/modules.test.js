/**
 * The option `modules`, for runtimes that compile no bytes: docs/runtimes.md says which files an
 * instance needs, and the error of a creator says it, too. Both are compared with what is compiled.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const dist = new URL('../../dist/', import.meta.url);
const text = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
const [, table] = /<!-- modules: begin -->\n([^]*?)<!-- modules: end -->/.exec(text) ?? ['', ''];
const rows = [...table.matchAll(/^\| `(.*?)` \| (.*?) \|$/gm)].map(([, call, files]) => ({
  call,
  files: [...files.matchAll(/`(.*?)`/g)].map(([, file]) => `${file}.wasm`).sort(),
}));

const digest = (/** @type {Uint8Array} */ bytes) =>
  createHash('sha256').update(bytes).digest('hex');
const wasm = new URL('wasm/', dist);
const names = new Map(
  readdirSync(wasm).map((file) => [digest(readFileSync(new URL(file, wasm))), file]),
);

const { Module } = WebAssembly;
/** Files that were compiled, and whether compiling is refused. */
const compiled = { files: new Set(), isRefused: false };

/** @type {Record<string, (options?: object) => Promise<any>>} */
const creators = {};
beforeAll(async () => {
  class Watched extends Module {
    /** @param {Uint8Array<ArrayBuffer>} bytes */
    constructor(bytes) {
      if (compiled.isRefused) throw new WebAssembly.CompileError('disallowed by embedder');
      super(bytes);
      compiled.files.add(names.get(digest(new Uint8Array(bytes))));
    }
  }
  WebAssembly.Module = Watched;
  for (const file of ['bls12-381', 'bn254', 'pasta', 'secp256k1', 'banderwagon'])
    for (const [name, value] of Object.entries(await import(new URL(`${file}.js`, dist).href)))
      if (name.startsWith('create')) {
        creators[name] = (options) => value({ backend: 'portable', ...options });
      }
});
afterAll(() => void (WebAssembly.Module = Module));

/** The instance of a call of the table. @param {string} call */
const run = (call) =>
  new Function(...Object.keys(creators), `return ${call}`)(...Object.values(creators));

describe('the modules of an instance', () => {
  it('are listed for every creator', () => {
    const called = new Set(rows.map(({ call }) => call.split('(')[0]));
    expect([...called].sort()).toEqual(Object.keys(creators).sort());
  });

  it.each(rows)('$call', async ({ call, files }) => {
    compiled.files.clear();
    (await run(call)).dispose();
    // What decodes the texts of modules is compiled once, and not for who has modules.
    compiled.files.delete('decoder.wasm');
    expect([...compiled.files].filter(Boolean).sort()).toEqual(files);
  });

  it.each(rows)('are named by the error of $call', async ({ call, files }) => {
    const { compile } = WebAssembly;
    compiled.isRefused = true;
    WebAssembly.compile = async () => {
      throw new WebAssembly.CompileError('disallowed by embedder');
    };
    try {
      const error = await run(call).catch((/** @type {unknown} */ thrown) => thrown);
      expect(error.code).toBe('ERR_ENVIRONMENT');
      const [, list] = /Files for modules: (.*)$/.exec(error.message) ?? [];
      expect(list?.split(', ').sort()).toEqual(files);
    } finally {
      compiled.isRefused = false;
      WebAssembly.compile = compile;
    }
  });
});
