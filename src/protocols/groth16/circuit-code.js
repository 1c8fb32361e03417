/** The code of a circuit: compiled, if it is a module with the interface of circom 2's. */
import { EnvironmentError, InputError } from '../../errors.js';

/** Functions that a module may import, all of `runtime`. */
const IMPORTS = [
  'exceptionHandler',
  'printErrorMessage',
  'writeBufferMessage',
  'showSharedRWMemory',
];

/** Exports that a module must have beside its memory; it may lack others. */
const EXPORTS = [
  ...['init', 'getFieldNumLen32', 'getRawPrime', 'readSharedRWMemory', 'writeSharedRWMemory'],
  ...['setInputSignal', 'getWitnessSize', 'getWitness'],
];

/** The shortest module: magic and version. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * @type {(bytes: Uint8Array<ArrayBuffer>) => Promise<WebAssembly.Module>}
 * @throws {InputError} no module, one of circom 1, or one that imports or lacks something else
 * @throws {EnvironmentError} a runtime that compiles nothing
 */
export async function compileCircuit(bytes) {
  const module = await compiled(bytes);
  const exported = new Map(
    WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]),
  );
  // Circom 1 says where its variables are; circom 2 does not.
  if (exported.has('getNVars') || exported.has('getPWitness') || exported.has('getFrLen')) {
    throw new InputError('circuit: expected a module of circom 2, got one of circom 1');
  }
  for (const [name, kind] of [['memory', 'memory'], ...EXPORTS.map((name) => [name, 'function'])]) {
    if (exported.get(name) === kind) continue;
    throw new InputError(`circuit: expected a module of circom 2, got one without '${name}'`);
  }
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from === 'runtime' && kind === 'function' && IMPORTS.includes(name)) continue;
    throw new InputError(`circuit: expected imports of circom 2, got ${kind} '${from}.${name}'`);
  }
  return module;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function compiled(bytes) {
  try {
    await WebAssembly.compile(EMPTY);
  } catch (cause) {
    const expected = "circuit: expected a runtime that compiles WebAssembly ('wasm-unsafe-eval')";
    throw new EnvironmentError(`${expected}, got one that refuses`, { cause });
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const message = 'circuit: expected the WebAssembly of a circuit, got other bytes';
    throw new InputError(message, { cause });
  }
}
