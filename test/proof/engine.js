/**
 * Functions of a module in the engine that runs the tests, whether the module exports them or not.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { GENERATED } from '../../proof/labels.js';
import { Reader } from '../../proof/kernel/wasm/reader.js';
import { moduleNamed } from './support.js';

const bytesOf = (name) => new Uint8Array(readFileSync(join(GENERATED, `${name}.wasm`)));

/** Whether this engine has what the module needs. @param {string} name */
export const engineRuns = (name) => WebAssembly.validate(bytesOf(name));

/** LEB128. @param {number} number @returns {number[]} */
const leb = (number) => (number < 128 ? [number] : [(number & 127) | 128, ...leb(number >> 7)]);

/** The module with one export, the function. @param {string} name @param {number} index */
function exporting(name, index) {
  const bytes = bytesOf(name);
  const reader = new Reader(bytes);
  reader.skipTo(8);
  const parts = [bytes.slice(0, 8)];
  while (!reader.isAtEnd()) {
    const start = reader.at;
    const id = reader.byte();
    const end = reader.size() + reader.at;
    reader.skipTo(end);
    const own = [1, 1, 'f'.charCodeAt(0), 0, ...leb(index)];
    parts.push(
      id === 7 ? new Uint8Array([7, ...leb(own.length), ...own]) : bytes.slice(start, end),
    );
  }
  return Buffer.concat(parts);
}

/** Runs what a shadow ran: the results and all of memory must be the same. */
export function callInEngine(moduleName, index, { memory, before, given, found }, name) {
  const pages = Math.ceil(before.length / 65536);
  const shared = new WebAssembly.Memory({ initial: pages });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(exporting(moduleName, index)), {
    env: { memory: shared },
  });
  new Uint8Array(shared.buffer).set(before);
  const run = /** @type {Function} */ (instance.exports.f);
  const { module } = moduleNamed(moduleName);
  const { params } = module.functions[index - module.imports.length].type;
  const result = run(...given.map((value, i) => (params[i] === 'i64' ? value : Number(value))));
  if (found.length > 0) expect(BigInt(result), name).toBe(found[0]);
  const after = new Uint8Array(shared.buffer, 0, before.length);
  expect(Buffer.compare(after, new Uint8Array(memory.buffer)), name).toBe(0);
  expect(module.functions.length).toBeGreaterThan(0);
}
