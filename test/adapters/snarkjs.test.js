/**
 * The adapter snarkjs by itself: files, options, and the life of its instances.
 * test/consumers/snarkjs.test.js compares it with snarkjs.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groth16, terminate } from '../../src/adapters/snarkjs.js';
import { createBn254 } from '../../src/bn254.js';
import { isInputError, rejectionOf } from '../support/errors.js';
import { circuitModule, inputsOf, moduleCircuit } from '../support/groth16/circuit-module.js';
import { groth16Curves } from '../support/groth16/curves.js';
import { witnessFile } from '../support/groth16/files.js';
import { setup } from '../support/groth16/setup.js';

/** @type {{ zkey: Uint8Array, wtns: Uint8Array, wasm: Uint8Array, vkey: any }} */
let files;
/** @type {string} */
let folder;

beforeAll(async () => {
  const { r, ...curve } = groth16Curves.find(({ name }) => name === 'bn128') ?? groth16Curves[0];
  const instance = await createBn254();
  const circuit = moduleCircuit(r, 7n);
  const made = await setup({ ...curve, instance, r }, circuit, 'adapter');
  instance.dispose();
  files = { ...made, wtns: witnessFile(circuit), wasm: await circuitModule({ r }) };
  folder = await mkdtemp(join(tmpdir(), 'curvemill-adapter-'));
  for (const name of /** @type {const} */ (['zkey', 'wtns', 'wasm']))
    await writeFile(join(folder, name), files[name]);
});
afterAll(async () => {
  await terminate();
  await rm(folder, { recursive: true, force: true });
});

const input = inputsOf(7);
/** @param {any[]} rest behind the files */
const fullProve = (...rest) =>
  /** @type {any} */ (groth16.fullProve)(input, files.wasm, files.zkey, ...rest);
/** @param {any} proved */
const isValid = ({ proof, publicSignals }) => groth16.verify(files.vkey, publicSignals, proof);

it('takes paths, file: URLs, objects, and bytes of another realm', async () => {
  const { Uint8Array: Foreign } = runInNewContext('({ Uint8Array })');
  const [zkey, wtns] = ['zkey', 'wtns'].map((name) => join(folder, name));
  for (const [key, witness] of [
    [pathToFileURL(zkey), pathToFileURL(wtns).href],
    [
      { type: 'file', fileName: zkey },
      { type: 'mem', data: files.wtns },
    ],
    [Foreign.from(files.zkey), Foreign.from(files.wtns)],
    [{ type: 'mem', data: Foreign.from(files.zkey) }, wtns],
  ]) {
    expect(await isValid(await groth16.prove(key, witness))).toBe(true);
  }
  const place = pathToFileURL(join(folder, 'wasm'));
  expect(await isValid(await groth16.fullProve(input, place, files.zkey))).toBe(true);
  for (const wrong of [undefined, null, 7, {}, { type: 'mem' }, { type: 'file' }, [1]])
    isInputError(await rejectionOf(groth16.prove(/** @type {any} */ (wrong), files.wtns)));
  expect((await rejectionOf(groth16.prove(join(folder, 'none'), files.wtns))).code).toBe('ENOENT');
});

it('takes options last, behind those of snarkjs or alone, and refuses unknown ones', async () => {
  /** @type {any[]} */
  const reports = [];
  const onProgress = (/** @type {unknown} */ progress) => reports.push(progress);
  const logger = { debug() {}, info() {}, error() {} };
  const memory = { memorySize: 1 };
  const taken = [
    ...[[], [undefined], [null], [logger], [console], [logger, memory]],
    ...[[undefined, memory, { singleThread: true }], [{ logger }]],
  ];
  for (const rest of taken) expect(await isValid(await fullProve(...rest))).toBe(true);
  for (const rest of [[{ onProgress }], [logger, undefined, undefined, { onProgress, logger }]]) {
    reports.length = 0;
    expect(await isValid(await fullProve(...rest))).toBe(true);
    expect(reports.length).toBeGreaterThan(0);
  }
  const proved = await groth16.prove(files.zkey, files.wtns, logger, {}, { onProgress });
  expect(await isValid(proved)).toBe(true);
  const signal = AbortSignal.abort('enough');
  for (const rest of [
    [{ signal }],
    [logger, undefined, undefined, { signal }],
    [logger, { signal }],
  ])
    expect(await rejectionOf(fullProve(...rest))).toBe('enough');
  for (const rest of [
    [{ sgnal: signal }],
    [{ singleThread: true }],
    [{ onProgress, more: 1 }],
    [{ onProgress: 5 }],
    [undefined, undefined, undefined, { sgnal: signal }],
    [5],
  ])
    isInputError(await rejectionOf(fullProve(...rest)));
});

it('reads what it is given in the call', async () => {
  const changing = structuredClone(input);
  const proving = groth16.fullProve(changing, files.wasm, files.zkey);
  for (const name of Object.keys(changing)) delete changing[name];
  const { proof, publicSignals } = await proving;
  const [signals, points, key] = structuredClone([publicSignals, proof, files.vkey]);
  const verified = groth16.verify(key, signals, points);
  signals[0] = '0';
  points.pi_a = points.pi_c;
  key.IC = [];
  expect(await verified).toBe(true);
  const wtns = new Uint8Array(files.wtns);
  const again = groth16.prove(files.zkey, wtns);
  wtns.fill(0);
  expect(await isValid(await again)).toBe(true);
  /** @type {any} */
  const endless = { a: [] };
  endless.a.push(endless.a, endless.a);
  isInputError(await rejectionOf(groth16.fullProve(endless, files.wasm, files.zkey)));
});

it('ends its instances, and makes new ones', async () => {
  const proved = await fullProve();
  const proving = [fullProve(), fullProve()].map(rejectionOf);
  await terminate();
  for (const error of await Promise.all(proving)) isInputError(error);
  await terminate();
  expect(await isValid(proved)).toBe(true);
});
