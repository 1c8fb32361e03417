/**
 * Proofs on workers: valid, with progress that grows, and nothing of a witness stays there; and the
 * circuit, which computes the witness.
 */
import { MessageChannel, Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { bundleWorker } from '../../../scripts/lib/worker-bundle.js';
import { InputError } from '../../../src/errors.js';
import { createWithPool, wait } from '../../parallel/pool.js';
import { circuitModule, inputsOf, moduleCircuit } from '../../support/groth16/circuit-module.js';
import { Circuit, mixed } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { scalars } from '../../support/groth16/files.js';
import { setup } from '../../support/groth16/setup.js';

const curve = /** @type {typeof groth16Curves[number]} */ (
  groth16Curves.find(({ name }) => name === 'bn128')
);

/**
 * In front of the worker's script: answers how many of its memories, and of the arrays that
 * messages brought, hold a pattern.
 */
const SCAN = `{
  const { workerData } = require('node:worker_threads');
  const { Memory } = WebAssembly;
  const memories = [];
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor) {
      super(descriptor);
      memories.push(this);
    }
  };
  const arrays = [];
  const collect = (value) => {
    if (ArrayBuffer.isView(value)) arrays.push(value);
    else if (value && typeof value === 'object') Object.values(value).forEach(collect);
  };
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', collect);
  workerData.on('message', (pattern) => {
    const bytes = [...memories, ...arrays].map(({ buffer }) => Buffer.from(buffer));
    const found = bytes.filter((own) => own.includes(pattern));
    workerData.postMessage({ memories: memories.length, found: found.length });
  });
  workerData.unref();
}
`;

afterEach(() => vi.restoreAllMocks());

/** Cuts any sum into ranges for all workers. */
const cutOf = (/** @type {number} */ points, /** @type {number} */ workers) => ({
  workers: Math.min(points, workers),
  byWindows: false,
});

it('leaves nothing of a witness in the memory of workers', async () => {
  const { text } = await bundleWorker();
  /** @type {import('node:worker_threads').MessagePort[]} */
  const ports = [];
  const createWorker = () => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1);
    const how = { eval: true, execArgv: [], workerData: port2, transferList: [port2] };
    return new Worker(SCAN + text, how);
  };
  const { instance } = await createWithPool('bn254', { createWorker }, { cutOf });
  expect(instance.threads).toBe(2);
  const secret = 0xfedcba98765432100123456789abcdefn;
  const circuit = mixed(curve.r, secret);
  const made = await setup({ instance, ...curve }, circuit, 'mixed');
  const groth16 = await instance.groth16();
  const key = await groth16.provingKey(made.zkey);
  const pattern = Buffer.from(scalars([secret])).subarray(0, 16);
  const scan = async () => {
    const answers = ports.map((port) => {
      const answer = new Promise((resolve) => port.once('message', resolve));
      port.postMessage(pattern);
      return answer;
    });
    const all = /** @type {any[]} */ (await Promise.all(answers));
    for (const { memories } of all) expect(memories).toBeGreaterThan(0);
    return all.reduce((sum, { found }) => sum + found, 0);
  };
  /** Workers overwrite once they have nothing else to do: after so many answers they have. */
  const isClean = async () => {
    for (let i = 0; i < 200; i++) {
      if ((await scan()) === 0) return true;
      await wait(10);
    }
    return false;
  };
  expect(await scan()).toBe(0);
  const { proof, publicSignals } = await key.prove(circuit.values);
  expect(groth16.verify(made.vkey, publicSignals, proof)).toBe(true);
  expect(await isClean()).toBe(true);
  const wrong = [...circuit.values];
  wrong[wrong.length - 1] ^= 1n;
  await expect(key.prove(wrong)).rejects.toThrow(InputError);
  expect(await isClean()).toBe(true);
  // By a key that is not kept, too.
  const once = await groth16.prove(new Blob([/** @type {any} */ (made.zkey)]), circuit.values);
  expect(groth16.verify(made.vkey, once.publicSignals, once.proof)).toBe(true);
  expect(await isClean()).toBe(true);
  for (const proving of [
    (/** @type {any} */ how) => key.prove(circuit.values, how),
    (/** @type {any} */ how) =>
      groth16.prove(new Blob([/** @type {any} */ (made.zkey)]), circuit.values, how),
  ]) {
    const controller = new AbortController();
    const onProgress = (/** @type {any} */ { phase }) => phase === 'parts' && controller.abort();
    const { signal } = controller;
    await expect(proving({ signal, onProgress })).rejects.toThrow();
    expect(await isClean()).toBe(true);
  }
  instance.dispose();
  for (const port of ports) port.close();
});

/** A chain whose domain is so long that workers transform. */
function chain() {
  const circuit = new Circuit(curve.r);
  const y = circuit.public(0n);
  const end = circuit.chain(circuit.wire(5n), 1400);
  circuit.values[y] = circuit.values[end];
  circuit.constrain(new Map([[end, 1n]]), new Map([[0, 1n]]), new Map([[y, 1n]]));
  return circuit;
}

it('overwrites transforms that come back from workers, also after an abort', async () => {
  const { instance, pool } = await createWithPool('bn254');
  const circuit = chain();
  const made = await setup({ instance, ...curve }, circuit, 'chain');
  const key = await (await instance.groth16()).provingKey(made.zkey);
  const controller = new AbortController();
  /** Of lists: sums are a point. @type {Uint8Array[]} */
  const results = [];
  for (const { port } of pool.workers) {
    const { onMessage } = port;
    port.onMessage = (/** @type {any} */ answer) => {
      onMessage(answer);
      if (!(answer.result?.length > 2 ** 13)) return;
      results.push(answer.result);
      controller.abort();
    };
  }
  await expect(key.prove(circuit.values, { signal: controller.signal })).rejects.toThrow();
  await wait(50);
  // The other one was given up, or was late.
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter((bytes) => bytes.some((byte) => byte !== 0))).toEqual([]);
  instance.dispose();
});

it('transforms there, with progress that only grows', async () => {
  const { instance } = await createWithPool('bn254');
  const circuit = chain();
  const made = await setup({ instance, ...curve }, circuit, 'chain');
  const groth16 = await instance.groth16();
  const key = await groth16.provingKey(made.zkey);
  expect(key.domain).toBe(2 ** 13);
  /** @type {number[]} */
  const shares = [];
  const { proof, publicSignals } = await key.prove(circuit.values, {
    onProgress: (/** @type {any} */ { done, total }) => void shares.push(done / total),
  });
  expect(groth16.verify(made.vkey, publicSignals, proof)).toBe(true);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  instance.dispose();
});

it('leaves each piece of a kept key with one worker, and none of a dropped one', async () => {
  const { instance, pool } = await createWithPool('bn254', {}, { cutOf });
  const circuit = mixed(curve.r);
  const made = await setup({ instance, ...curve }, circuit, 'mixed');
  const groth16 = await instance.groth16();
  const kept = () => pool.workers.reduce((sum, worker) => sum + worker.kept.size, 0);
  for (const check of [false, true]) {
    const key = await groth16.provingKey(made.zkey, { check });
    expect(kept()).toBe(0);
    for (let i = 0; i < 2; i++) {
      await key.prove(circuit.values);
      // A, B1, B2, C and H: a piece each, but for those that were lent.
      expect(kept()).toBeGreaterThan(0);
      expect(kept()).toBeLessThanOrEqual(5);
    }
    key.dispose();
    expect(kept()).toBe(0);
  }
  await groth16.prove(made.zkey, circuit.values);
  expect(kept()).toBe(0);
  instance.dispose();
});

it('goes on where a worker dies with a piece, kept or not, and where all have', async () => {
  const { instance, pool } = await createWithPool('bn254');
  const circuit = mixed(curve.r);
  const made = await setup({ instance, ...curve }, circuit, 'mixed');
  const groth16 = await instance.groth16();
  const key = await groth16.provingKey(made.zkey);
  const dies = (/** @type {number} */ which) => {
    let parts = 0;
    return () => {
      if (++parts !== which) return;
      const busy = pool.workers.find(({ call }) => call) ?? pool.workers[0];
      busy.port?.onDeath('of a test');
    };
  };
  for (const proving of [
    (/** @type {any} */ how) => key.prove(circuit.values, how),
    (/** @type {any} */ how) => groth16.prove(made.zkey, circuit.values, how),
  ]) {
    for (const which of [1, 2, 3]) {
      const { proof, publicSignals } = await proving({ onProgress: dies(which) });
      expect(groth16.verify(made.vkey, publicSignals, proof)).toBe(true);
    }
  }
  for (const worker of pool.workers) {
    worker.replacements = 0;
    worker.port?.onDeath('of a test');
  }
  const { proof, publicSignals } = await key.prove(circuit.values);
  expect(groth16.verify(made.vkey, publicSignals, proof)).toBe(true);
  instance.dispose();
});

it('runs circuits on a worker, not here, with the errors of one thread', async () => {
  const { instance, pool } = await createWithPool('bn254');
  const groth16 = await instance.groth16();
  const module = await circuitModule(curve);
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  const isOfCircuit = (/** @type {any[]} */ [, imports]) => imports && 'runtime' in imports;
  const run = (/** @type {unknown} */ x) => groth16.witness(module, inputsOf(x));

  const file = Buffer.from(await run(7)).toString('hex');
  await expect(run(0)).rejects.toThrow(/signal '\w+[^']*': expected values that its assertions/);
  await expect(run(0)).rejects.toThrow(InputError);
  await expect(groth16.witness(module, {})).rejects.toThrow('expected 7 values of input signals');
  const signal = AbortSignal.abort(new Error('mine'));
  await expect(groth16.witness(module, inputsOf(7), { signal })).rejects.toThrow('mine');
  expect(instantiate.mock.calls.filter(isOfCircuit)).toEqual([]);

  // Where the workers are gone, it runs here.
  for (const worker of pool.workers) {
    worker.replacements = 0;
    worker.port.onDeath('of a test');
  }
  expect(pool.living).toEqual([]);
  expect(Buffer.from(await run(7)).toString('hex')).toBe(file);
  expect(instantiate.mock.calls.filter(isOfCircuit)).toHaveLength(1);
  expect(file).toContain(Buffer.from(scalars(moduleCircuit(curve.r, 7n).values)).toString('hex'));
  instance.dispose();
});
