/**
 * The package in an app of React Native: bundled by Metro with React Native's settings, and run by
 * Hermes. The engine from npm is older than that of today's apps, whose compiler takes the bundle,
 * too.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { mainnet } from '../../src/trusted-setup.js';
import { toHex } from '../support/hex.js';
import { describeWith } from '../support/installed.js';
import { data as journeyData } from './journeys/data.js';
import { installArchive, packArchive } from './package.js';

const run = promisify(execFile);
const tools = fileURLToPath(new URL('react-native/', import.meta.url));
const modules = join(tools, 'node_modules');

const system = { linux: 'linux64-bin', darwin: 'osx-bin', win32: 'win64-bin' }[process.platform];
const hermes = join(modules, 'hermes-engine-cli', system ?? '', 'hermes');
const compiler = join(modules, 'hermes-compiler/hermesc', system ?? '', 'hermesc');

/** How often the program computes each answer; CURVEMILL_RUNS=5 times them. */
const RUNS = Number(process.env.CURVEMILL_RUNS ?? 1);

/** Signatures of BIP-340, and the same with two of them exchanged. */
function schnorrItems() {
  const events = journeyData().events.slice(0, 5);
  const valid = events.map(({ sig, id, pubkey }) => ({
    ...{ signature: sig, message: id, publicKey: pubkey },
  }));
  const forged = valid.map((item, i) => ({
    ...item,
    signature: valid[[0, 2, 1, 3, 4][i]].signature,
  }));
  return { valid, forged };
}

function ecdsa() {
  const secret = new Uint8Array(32).fill(7);
  const hash = new Uint8Array(32).fill(11);
  const format = /** @type {const} */ ('recovered');
  const signed = secp256k1.sign(hash, secret, { prehash: false, format });
  return {
    signature: toHex(signed.subarray(1)),
    recoveryId: signed[0],
    hash: toHex(hash),
    publicKey: toHex(secp256k1.getPublicKey(secret)),
  };
}

function bls() {
  const { longSignatures } = bls12_381;
  const secret = new Uint8Array(32).fill(3);
  const message = new Uint8Array(32).fill(9);
  const hashed = longSignatures.hash(message, 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_');
  return {
    message: toHex(message),
    signature: toHex(longSignatures.sign(hashed, secret).toBytes()),
    publicKey: toHex(longSignatures.getPublicKey(secret).toBytes()),
  };
}

/** An opening of a blob at a point. */
async function opening() {
  const bls = await library.createBls12381();
  const kzg = await bls.kzg(mainnet);
  const blob = Uint8Array.from({ length: 131072 }, (_, i) => (i % 32 === 31 ? i >> 5 : 0));
  const z = new Uint8Array(32).fill(5);
  const [proof, y] = kzg.computeKzgProof(blob, z);
  const commitment = kzg.blobToKzgCommitment(blob);
  bls.dispose();
  const named = { commitment, z, y, proof };
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, toHex(value)]));
}

/** The sums of the program, on this engine. */
async function sums() {
  /** @type {[string, string][]} */
  const found = [];
  const creators = Object.entries(library).filter(([name]) => name.startsWith('create'));
  for (const [, create] of /** @type {[string, any][]} */ (creators)) {
    const instance = await create();
    for (const group of Object.values(instance).filter((member) => member?.randomPoints)) {
      const sum = group.msm(group.randomPoints(5, 1), group.randomScalars(5, 2));
      found.push([group.name, toHex(sum.toBytes())]);
    }
    instance.dispose();
  }
  return found;
}

describeWith('React Native', existsSync(hermes), 'test/consumers/react-native', () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let bundle;
  /** @type {any} */
  let data;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curvemill-react-native-'));
    const { Point } = secp256k1;
    const factors = [2n, 3n, 5n, 7n].map((factor) => factor ** 50n);
    data = {
      ...{ runs: RUNS, schnorr: schnorrItems(), ecdsa: ecdsa(), bls: bls() },
      ...{ kzg: await opening(), events: journeyData().events, groth16: journeyData().groth16 },
      otherHash: '0a'.repeat(32),
      points: factors.map((factor) => Point.BASE.multiply(factor).toHex()),
      scalars: factors.map(String),
      sum: Point.BASE.multiply(
        factors.reduce((sum, factor) => sum + factor ** 2n, 0n) % Point.Fn.ORDER,
      ).toHex(),
    };
    await installArchive(folder, await packArchive(folder));
    for (const file of ['program.js', 'globals.js'])
      await cp(join(tools, file), join(folder, file));
    await writeFile(join(folder, 'data.json'), JSON.stringify(data));
    bundle = join(folder, 'bundle.js');
    await run(process.execPath, [join(tools, 'bundle.js'), folder, bundle], { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('verifies and sums on Hermes, without WebAssembly and workers', async () => {
    const { stdout } = await run(hermes, ['-O', bundle], { maxBuffer: 2 ** 24 });
    const { answers, times, error } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(error).toBeUndefined();
    if (RUNS > 1) console.table(times);
    expect(answers).toEqual({
      instance: ['bigint', 1, "backend 'bigint' computes on one thread"],
      'schnorr.verify': true,
      'schnorr.verify, forged': false,
      'schnorr.verifyBatch': true,
      'schnorr.verifyBatch, forged': false,
      'schnorr.findInvalid': [1, 2],
      'ecdsa.verify': true,
      'ecdsa.verify, another hash': false,
      'ecdsa.recover': data.ecdsa.publicKey,
      'group.msm': data.sum,
      nostr: data.events.map((/** @type {unknown} */ _, /** @type {number} */ i) => i !== 7),
      'minPk.verify': true,
      'minPk.verify, another message': false,
      'kzg.verifyKzgProof': true,
      'kzg.verifyKzgProof, another value': false,
      'groth16.verify': true,
      'groth16.verify, another signal': false,
      fallback: 'bigint',
      'a kernel': [true, expect.stringMatching(/no WebAssembly, got backend 'fma'/)],
      'no crypto': [true, expect.stringMatching(/expected a runtime with crypto.getRandomValues/)],
      'a circuit': [true, expect.stringMatching(/expected a runtime that compiles WebAssembly/)],
      sums: await sums(),
    });
  });

  it('compiles by the compiler of current versions', async () => {
    const output = join(folder, 'bundle.hbc');
    await run(compiler, ['-O', '-emit-binary', '-w', '-out', output, bundle]);
    expect((await readFile(output)).length).toBeGreaterThan(100_000);
  });

  it('gets files without kernels, workers, and syntax that Metro refuses', async () => {
    const build = join(folder, 'node_modules/curvemill/dist/react-native');
    const names = await readdir(build, { recursive: true });
    const files = names.filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map((file) => readFile(join(build, file), 'utf8')));
    for (const [i, text] of texts.entries())
      expect(text, files[i]).not.toMatch(/static\s*\{|import\.meta|new Worker\(/);
    expect(files).toContain('secp256k1.js');
    // 803 kB with comments and names as written; the kernels would add 1.6 MB.
    expect(texts.join('').length).toBeLessThan(820_000);
  });
});
