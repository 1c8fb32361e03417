/**
 * snarkjs as a judge, run as a program in a project of its own: its verifier accepts our proofs,
 * ours its; and the doors for its users, in that project, on the built package.
 * CURVEMILL_WITNESSES=1000 has it judge so many.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groth16, terminate } from '../../src/adapters/snarkjs.js';
import { creators } from '../support/creators.js';
import { circuitModule, inputsOf, moduleCircuit } from '../support/groth16/circuit-module.js';
import { Circuit, mixed } from '../support/groth16/circuits.js';
import { groth16Curves } from '../support/groth16/curves.js';
import { constraintsFile, witnessFile } from '../support/groth16/files.js';
import { jsonPoint, setup } from '../support/groth16/setup.js';
import { describeWith } from '../support/installed.js';

const project = fileURLToPath(new URL('snarkjs/', import.meta.url));
const isInstalled = existsSync(join(project, 'node_modules'));

/** Random witnesses of each curve, CURVEMILL_WITNESSES of them; and those that snarkjs proves. */
const WITNESSES = Number(process.env.CURVEMILL_WITNESSES ?? 4);
const PROVEN = 4;

/**
 * Spellings of keys, proofs and signals for which snarkjs's answer, the first, is not the
 * adapter's.
 */
const DIFFERENCES = {
  'key of another curve': [false, 'throws'],
  'protocol plonk of the key': [true, 'throws'],
  'a coordinate + q': [true, false],
  'array-like signals': [true, 'throws'],
  'array-like points': [true, 'throws'],
  'a signal too many': ['throws', false],
  'text that is no number': ['throws', false],
  'a Jacobian point': [true, false],
};

/** Spellings of which snarkjs writes calldata that no contract takes. */
const REFUSED = [
  ...['infinity', 'an upper-case prefix', 'signal + r', 'a coordinate + q', 'a Jacobian point'],
  ...['array-like signals', 'array-like points', 'a fraction', 'text that is no number'],
];

describeWith('snarkjs', isInstalled, 'test/consumers/snarkjs', () => {
  /** @type {string} */
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curvemill-snarkjs-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** @param {string} name @param {Uint8Array | string} content */
  async function written(name, content) {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  }

  /** @param {string} command @param {unknown} argument @returns {Promise<any>} */
  async function run(command, argument) {
    const file = await written(`${command}.json`, JSON.stringify(argument));
    const args = [join(project, 'run.js'), command, file];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
    return JSON.parse(/** @type {string} */ (stdout.trim().split('\n').at(-1)));
  }

  it.each(groth16Curves)('and we accept each other’s proofs, $name', async (curve) => {
    const { group, name, q, r } = curve;
    const instance = await creators[/** @type {string} */ (group.replace(/-g1$/, ''))]();
    const groth16 = await instance.groth16();
    const made = await setup({ instance, name, q, r }, mixed(r), 'judge');
    const zkey = await written(`${name}.zkey`, made.zkey);
    const key = await groth16.provingKey(made.zkey);
    const [ours, files] = [[], []].map((list) => /** @type {any[]} */ (list));
    for (let i = 0; i < WITNESSES; i++) {
      const secret = crypto.getRandomValues(new BigUint64Array(2));
      const circuit = mixed(r, (secret[0] << 64n) | secret[1]);
      const wtns = witnessFile(circuit);
      ours.push({ vkey: made.vkey, ...(await key.prove(wtns)) });
      if (i < PROVEN) files.push({ zkey, wtns: await written(`${name}-${i}.wtns`, wtns) });
    }
    const [{ proof }, { publicSignals }] = ours;
    const wrong = { vkey: made.vkey, publicSignals, proof };
    expect(await run('verify', [...ours, wrong])).toEqual([...ours.map(() => true), false]);
    for (const own of ours)
      expect(groth16.verify(own.vkey, own.publicSignals, own.proof)).toBe(true);
    const theirs = await run('prove', files);
    const vk = groth16.verifyingKey(made.vkey);
    theirs.forEach((/** @type {any} */ item, /** @type {number} */ i) => {
      expect(item.publicSignals).toEqual(ours[i].publicSignals);
      expect(vk.verify(item.publicSignals, item.proof)).toBe(true);
    });
    expect(vk.verifyBatch(theirs)).toBe(true);
    expect(vk.verify(theirs[1].publicSignals, theirs[0].proof)).toBe(false);
    instance.dispose();
  });

  it('takes keys by which anybody forges, which are refused here', async () => {
    const [{ name, q, r }] = groth16Curves.filter((curve) => curve.name === 'bn128');
    const instance = await creators.bn254();
    const made = await setup({ instance, name, q, r }, mixed(r), 'forged');
    const vkey = { ...made.vkey, vk_delta_2: made.vkey.vk_gamma_2 };
    const publicSignals = ['5', '6', '7', '8'];
    const { G1 } = instance;
    const sum = publicSignals.reduce((all, s, i) => all + BigInt(s) * made.IC[i + 1], made.IC[0]);
    const proof = {
      pi_a: vkey.vk_alpha_1,
      pi_b: vkey.vk_beta_2,
      pi_c: jsonPoint(G1.generator.multiply(sum % r).negate()),
      ...{ protocol: 'groth16', curve: name },
    };
    expect(await run('verify', [{ vkey, publicSignals, proof }])).toEqual([true]);
    await expect(groth16.verify(vkey, publicSignals, proof)).rejects.toThrow('δ = ±γ');
    const { pi_a, pi_b, pi_c } = proof;
    expect(await groth16.verify(made.vkey, publicSignals, { pi_a, pi_b, pi_c })).toBe(false);
    await terminate();
    instance.dispose();
  });

  it.each(groth16Curves)('’s calls do the same by the adapter, $name', async (curve) => {
    const { group, name, q, r } = curve;
    const instance = await creators[/** @type {string} */ (group.replace(/-g1$/, ''))]();
    const circuit = moduleCircuit(r, 7n);
    const made = await setup({ instance, name, q, r }, circuit, 'door');
    instance.dispose();
    const contents = new Map([
      ['/zkey', made.zkey],
      ['/wtns', witnessFile(circuit)],
      ['/wasm', await circuitModule({ r })],
    ]);
    const server = createServer(({ url = '' }, response) => {
      const content = contents.get(url);
      response.writeHead(content ? 200 : 404).end(content);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {any} */ (server.address());
    const [zkey, wtns, wasm] = await Promise.all(
      [...contents].map(([path, content]) => written(`door-${name}${path.slice(1)}`, content)),
    );
    const input = inputsOf(7);
    const url = `http://127.0.0.1:${port}`;
    const found = await run('doors', { zkey, wtns, wasm, input, vkey: made.vkey, url });
    server.close();
    expect(found.valid).toEqual(Array(14).fill(true));
    expect(found.invalid).toEqual([false]);
    expect(found.calls[0]).toBe(found.calls[1]);
    expect(found.missing).toMatch(/expected a file, got status 404/);
    expect(found.signals).toEqual(Array(7).fill(['355']));
  });

  it('and the adapter read keys, proofs and signals alike', async () => {
    /** @type {Record<string, any>} */
    const items = {};
    for (const { group, name, q, r } of groth16Curves) {
      const instance = await creators[/** @type {string} */ (group.replace(/-g1$/, ''))]();
      const circuit = mixed(r);
      const { zkey, vkey } = await setup({ instance, name, q, r }, circuit, 'readings');
      const proved = await (await instance.groth16()).prove(zkey, witnessFile(circuit));
      items[name] = { vkey, ...proved };
      instance.dispose();
    }
    const found = await run('readings', items);
    const differing = Object.entries(found).filter(([, [theirs, ours]]) => theirs !== ours);
    const names = groth16Curves.map(({ name }) => name);
    // As docs/adapters.md has them.
    expect(Object.fromEntries(differing.filter(([name]) => !name.includes('calldata')))).toEqual(
      Object.fromEntries(
        names.flatMap((name) =>
          Object.entries(DIFFERENCES).map(([spelling, values]) => [`${name}: ${spelling}`, values]),
        ),
      ),
    );
    const calldata = differing.filter(([name]) => name.includes('calldata')).map(([name]) => name);
    const expected = names.flatMap((name) => REFUSED.map((each) => `${name}, calldata: ${each}`));
    expect(calldata.sort()).toEqual([...expected, 'bls12381, calldata: proof of no curve'].sort());
    expect(Object.keys(found).length).toBeGreaterThan(150);
    const valid = Object.values(found).filter(([, ours]) => ours === true);
    expect(valid.length).toBeGreaterThan(40);
  });

  it('proves by PLONK on our sums and transforms', async () => {
    const { r } = groth16Curves.find(({ name }) => name === 'bn128') ?? groth16Curves[0];
    const circuit = new Circuit(r);
    const y = circuit.public(0n);
    const end = circuit.chain(circuit.wire(5n), 8);
    circuit.values[y] = circuit.values[end];
    circuit.constrain(new Map([[end, 1n]]), new Map([[0, 1n]]), new Map([[y, 1n]]));
    const r1cs = await written('chain.r1cs', constraintsFile(circuit));
    const wtns = await written('chain.wtns', witnessFile(circuit));
    const found = await run('plonk', { r1cs, wtns, power: 6 });
    expect(found.replaced).toEqual([true, true, true, true]);
    expect(found.restored).toEqual([true, true, true, true]);
    expect(found.equal).toEqual(Array(10).fill(true));
    expect(found.valid).toBe(true);
  });
});
