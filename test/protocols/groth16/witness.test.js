/**
 * Witnesses by modules with the interface of circom 2's: every form of input, every error, and that
 * their memory is overwritten.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { InputError, ResourceError } from '../../../src/errors.js';
import { readWitness } from '../../../src/protocols/groth16/wtns.js';
import { assemble } from '../../../wasm-gen/emit/assemble.js';
import { creators } from '../../support/creators.js';
import {
  CIRCUIT_WIRES,
  circuitModule,
  inputsOf,
  moduleCircuit,
} from '../../support/groth16/circuit-module.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { scalars, witnessFile } from '../../support/groth16/files.js';
import { setup } from '../../support/groth16/setup.js';

const GRID = [11n, 22n, 33n, 44n];

/**
 * The memories of modules that export one of that name, while something runs.
 * @param {() => Promise<unknown>} act
 * @returns {Promise<Uint8Array[]>}
 */
async function memoriesOf(act) {
  const { instantiate } = WebAssembly;
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {WebAssembly.Module} */ module, /** @type {any} */ imports) => {
      const instance = await instantiate(module, imports);
      const { memory } = /** @type {any} */ (instance.exports);
      if (memory) memories.push(memory);
      return instance;
    }
  );
  try {
    await act();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  return memories.map(({ buffer }) => new Uint8Array(buffer));
}

it('no copy of a file of a witness is left, but its values', async () => {
  const { r } = groth16Curves[0];
  const secret = 0xfedcba98765432100123456789abcdefn;
  const file = witnessFile({ r, values: [1n, secret, 7n] });
  /** @type {Set<Uint8Array>} */
  const written = new Set();
  const { set } = Uint8Array.prototype;
  const spy = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(
    /** @this {Uint8Array} @param {[ArrayLike<number>, number?]} args */
    function (...args) {
      written.add(this);
      return set.apply(this, args);
    },
  );
  const { values } = await readWitness(file, r);
  spy.mockRestore();
  expect(values).toEqual(scalars([1n, secret, 7n]));
  expect(written.size).toBeGreaterThan(0);
  const pattern = Buffer.from(scalars([secret]));
  const holding = [...written].filter((bytes) => Buffer.from(bytes.buffer).includes(pattern));
  expect(
    holding.filter(({ buffer }) => buffer !== values.buffer && buffer !== file.buffer),
  ).toEqual([]);
});

for (const { group, name, q, r } of groth16Curves) {
  describe(`Groth16 witnesses, ${name}`, () => {
    /** @type {any} */
    let instance, groth16;
    /** @type {Uint8Array<ArrayBuffer>} */
    let code;
    beforeAll(async () => {
      instance = await creators[/** @type {string} */ (group.replace(/-g1$/, ''))]();
      groth16 = await instance.groth16();
      code = await circuitModule({ r });
    });
    afterAll(() => instance?.dispose());

    it('takes values in any form, and modules in any', async () => {
      const expected = witnessFile(moduleCircuit(r, 3n));
      const forms = [
        inputsOf(3),
        inputsOf('3'),
        inputsOf('0x3', { grid: ['11', 22, 33n, '0x2C'] }),
        inputsOf([[[3n]]], { grid: [GRID.slice(0, 2), GRID.slice(2)] }),
        inputsOf(3n + r, { grid: GRID.map((value) => value - r) }),
        inputsOf(`-${r - 3n}`, { grid: new Uint8Array(GRID.map(Number)) }),
        { 'bus[1].v': 6, grid: GRID, 'bus[0].v': [5], x: 3 },
      ];
      for (const form of forms) expect(await groth16.witness(code, form)).toEqual(expected);
      const pieces = (async function* () {
        for (let at = 0; at < code.length; at += 100) yield code.slice(at, at + 100);
      })();
      for (const file of [code.buffer, new Blob([code]), new Response(code), pieces]) {
        expect(await groth16.witness(file, inputsOf(3))).toEqual(expected);
      }
      const negative = await groth16.witness(code, inputsOf(3, { grid: [true, false, -1, 0] }));
      expect(negative.slice(76 + 32 * 3, 76 + 32 * 7)).toEqual(scalars([1n, 0n, r - 1n, 0n]));
    });

    it('takes modules that lack what older ones lack', async () => {
      const old = await circuitModule({ r, isOld: true });
      expect(await groth16.witness(old, inputsOf(3))).toEqual(witnessFile(moduleCircuit(r, 3n)));
      for (const [input, message] of [
        [inputsOf(3, { y: 1 }), /signal 'y': expected the name of an input signal/],
        [
          { ...inputsOf(3), grid: [...GRID, 1] },
          /signal 'grid': expected as many values as the sig/,
        ],
        [inputsOf(0), /signal 'bus\[1\]\.v': .*assertions allow, got some that break one$/],
      ]) {
        await expect(groth16.witness(old, input)).rejects.toThrow(message);
      }
      const silent = await circuitModule({ r, unknown: 0 });
      const unknown = groth16.witness(silent, inputsOf(3, { y: 1 }));
      await expect(unknown).rejects.toThrow(/signal 'y': expected the name of an input signal/);
    });

    it('says which signal is wrong, and how', async () => {
      const cyclic = /** @type {any} */ ([]);
      cyclic.push(cyclic);
      const throwing = Object.defineProperty({}, 'x', { enumerable: true, get: () => missing.x });
      const missing = /** @type {any} */ (undefined);
      for (const [input, message] of /** @type {const} */ ([
        [undefined, /expected an object of signals, got undefined/],
        [[1], /expected an object of signals, got an array/],
        ['x', /expected an object of signals/],
        [{}, /expected 7 values of input signals, got 0/],
        [{ x: 3 }, /expected 7 values of input signals, got 1/],
        [inputsOf(3, { z: 1 }), /signal 'z': expected the name of an input signal/],
        [inputsOf(3, { bus: [{ v: 1 }, { w: 1 }] }), /signal 'bus\[1\]\.w': expected the name/],
        [inputsOf(3, { grid: [1] }), /signal 'grid': expected 4 values, got 1/],
        [inputsOf(3, { 'bus[0].v': 5 }), /signal 'bus\[0\]\.v': expected 1 values, got 2/],
        [inputsOf(1.5), /signal 'x': expected an integer, got 1.5/],
        [inputsOf(2 ** 60), /signal 'x': expected an integer/],
        [inputsOf(null), /signal 'x': expected an integer, got null/],
        [inputsOf(''), /signal 'x': expected an integer, got ''/],
        [inputsOf(' 3'), /signal 'x'/],
        [inputsOf('3n'), /signal 'x'/],
        [inputsOf('9'.repeat(2000)), /signal 'x': expected an integer, got a string of 2000/],
        [inputsOf(3, { grid: [1, 2, [3, 'x']] }), /signal 'grid\[2\]\[1\]': expected an integer/],
        [inputsOf(cyclic), /expected at most 32 levels, got more/],
        [throwing, /expected a readable value/],
        [
          inputsOf(0),
          /assertions allow, got some that break one \(Error in template Cubic_0 line: 7\)/,
        ],
        [inputsOf(10), /expected a witness, got an error of its module/],
        [inputsOf(11), /expected a witness, got an error of its module/],
        [inputsOf(13), /expected indices inside of its arrays/],
        [inputsOf(14), /expected no error, got its error 42/],
      ])) {
        const refused = await groth16.witness(code, input).catch((/** @type {any} */ e) => e);
        expect(refused).toBeInstanceOf(InputError);
        expect(refused.message).toMatch(message);
      }
      await expect(groth16.witness(code, inputsOf(12))).rejects.toThrow(ResourceError);
    });

    it('refuses modules of circom 1, of another field, and what is no circuit', async () => {
      const first = await assemble(
        'circom1',
        '(module (import "env" "memory" (memory 1)) (func (export "getNVars")))',
      );
      const other = await circuitModule({ r: r - 2n });
      const log = await circuitModule({ r, imports: '(import "env" "fetch" (func))' });
      for (const [file, message] of /** @type {const} */ ([
        [first, /expected a module of circom 2, got one of circom 1/],
        [await circuitModule({ r, version: 1 }), /got one of circom 1/],
        [other, /expected values of the field of .*, got another field/],
        [log, /expected imports of circom 2, got function 'env.fetch'/],
        [await assemble('empty', '(module)'), /got one without 'memory'/],
        [await circuitModule({ r, witnessSize: 0 }), /expected 1 to \d+ wires, got 0/],
        [await circuitModule({ r, witnessSize: -1 }), /expected 1 to \d+ wires, got 4294967295/],
        [await circuitModule({ r, witnessSize: 6200 }), /an error of its module/],
        [code.slice(0, -1), /expected the WebAssembly of a circuit/],
        [new Uint8Array(), /expected the WebAssembly of a circuit/],
        [5, /circuit: expected a Uint8Array/],
      ])) {
        const refused = await groth16.witness(file, inputsOf(3)).catch((/** @type {any} */ e) => e);
        expect(refused).toBeInstanceOf(InputError);
        expect(refused.message).toMatch(message);
      }
    });

    it('proves from inputs, and leaves nothing in the memory of the module', async () => {
      const made = await setup({ instance, name, q, r }, moduleCircuit(r, 3n), 'module');
      const memories = await memoriesOf(async () => {
        const { proof, publicSignals } = await groth16.fullProve(inputsOf(9), code, made.zkey);
        expect(publicSignals).toEqual(['743']);
        expect(groth16.verify(made.vkey, publicSignals, proof)).toBe(true);
        await expect(groth16.fullProve(inputsOf(0), code, made.zkey)).rejects.toThrow(InputError);
        await expect(groth16.witness(code, inputsOf(10))).rejects.toThrow(InputError);
        await expect(groth16.fullProve(inputsOf(9), code, made.zkey.slice(1))).rejects.toThrow();
        const reason = new Error('enough');
        const controller = new AbortController();
        const reading = (async function* () {
          yield code;
          controller.abort(reason);
        })();
        const { signal } = controller;
        await expect(groth16.witness(reading, inputsOf(9), { signal })).rejects.toBe(reason);
      });
      // That of each module that ran.
      expect(memories.length).toBeGreaterThanOrEqual(4);
      for (const bytes of memories) expect(bytes.some((byte) => byte !== 0)).toBe(false);
      const aborted = { signal: AbortSignal.abort(new Error('before')) };
      await expect(groth16.witness(code, inputsOf(9), aborted)).rejects.toThrow('before');
      await expect(groth16.fullProve(inputsOf(9), code, made.zkey, aborted)).rejects.toThrow();
      expect(CIRCUIT_WIRES).toBe(moduleCircuit(r, 9n).values.length);
    });
  });
}
