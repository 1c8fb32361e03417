/**
 * snarkjs as a judge of ceremonies, run as a program: its verdicts on good files and on changed
 * ones are ours, but for those that are listed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creators } from '../support/creators.js';
import {
  bodyOf,
  edited,
  flip,
  madeBySnarkjs,
  madeOverBls12381,
  put,
  swap,
} from '../support/ceremony/files.js';
import { contributed, secretOf } from '../support/ceremony/made.js';
import { groth16Curves } from '../support/groth16/curves.js';
import { words } from '../support/groth16/files.js';
import { concat } from '../support/hex.js';
import { describeWith } from '../support/installed.js';

const project = fileURLToPath(new URL('snarkjs/', import.meta.url));
const isInstalled = existsSync(join(project, 'node_modules'));
const { larger, ...good } = madeBySnarkjs();
const { r1cs, ptau, zkey, initial } = good;

/** Files that snarkjs takes, and that are refused here. */
const TAKEN = [
  ...['bytes behind the powers', 'type 0 of a beacon'],
  ...['no contribution', 'a contribution of 1', 'custom gates', 'bytes behind the key'],
];

/** A point of each group that is none of these files'. */
const others = (/** @type {any} */ { G1, G2 }) => [
  G1.generator.multiply(39595n).toBytes('montgomery-le'),
  G2.generator.multiply(424242n).toBytes('montgomery-le'),
];

describeWith('snarkjs, as a judge of ceremonies', isInstalled, 'test/consumers/snarkjs', () => {
  /** @type {string} */
  let folder;
  /** @type {any} */
  let instance;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curvemill-ceremonies-'));
    instance = await creators.bn254();
  });
  afterAll(async () => {
    instance?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param {Array<Record<string, Uint8Array>>} items @returns {Promise<boolean[]>} */
  async function judged(items) {
    const paths = await Promise.all(
      items.map(async (item, i) => {
        const named = Object.entries(item).map(async ([name, file]) => {
          const path = join(folder, `${i}.${name}`);
          await writeFile(path, file);
          return [name, path];
        });
        return Object.fromEntries(await Promise.all(named));
      }),
    );
    const file = join(folder, 'ceremonies.json');
    await writeFile(file, JSON.stringify(paths));
    const args = [join(project, 'run.js'), 'ceremonies', file];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
    return JSON.parse(/** @type {string} */ (stdout.trim().split('\n').at(-1)));
  }

  /**
   * Files, ours, and snarkjs's verdict.
   * @param {any} own an instance
   * @param {Record<string, Record<string, Uint8Array>>} items
   * @returns {Promise<Array<[name: string, own: boolean, theirs: boolean]>>}
   */
  async function verdictsOf(own, items) {
    const theirs = await judged(Object.values(items));
    const groth16 = await own.groth16();
    /** @type {Array<[string, boolean, boolean]>} */
    const found = [];
    for (const [i, [name, item]] of Object.entries(items).entries()) {
      const { valid } = await (item.zkey
        ? groth16.verifyZkey(item)
        : groth16.verifyPtau(item.ptau));
      found.push([name, valid, theirs[i]]);
    }
    return found;
  }

  it('says the same of files, but for those that anybody can forge', async () => {
    const [bn] = groth16Curves.filter(({ name }) => name === 'bn128');
    const curve = { instance, ...bn };
    const [P1, P2] = others(instance);
    const powers = (/** @type {import('../support/ceremony/files.js').Edit} */ edit) => ({
      ptau: edited(ptau, edit),
    });
    const key = (/** @type {import('../support/ceremony/files.js').Edit} */ edit) => ({
      ...{ r1cs, ptau },
      zkey: edited(zkey, edit),
    });
    const gates = edited(r1cs, (bodies) => {
      bodies.set(4, concat(words(1), Uint8Array.from([71, 0]), words(0)));
      bodies.set(5, words(0));
    });
    const typed = (/** @type {Map<number, Uint8Array>} */ bodies) => {
      const body = bodyOf(bodies, 7);
      put(7, -(8 + 1 + 7 + 2 + 34), words(0))(bodies);
      bodies.set(7, body);
    };
    /** @type {Record<string, Record<string, Uint8Array>>} */
    const items = {
      'good powers': { ptau },
      'cut powers': { ptau: larger.ptau },
      'a point of 2': powers(put(2, 10 * 64, P1)),
      'two points of 2 swapped': powers(swap(2, 64, 10, 11)),
      'a point of 3': powers(put(3, 5 * 128, P2)),
      'a point of 4': powers(put(4, 15 * 64, P1)),
      'a point of 5': powers(put(5, 3 * 64, P1)),
      'β of 6': powers(put(6, 0, P2)),
      'a point of 12': powers(put(12, 40 * 64, P1)),
      'a point of 13': powers(put(13, 20 * 128, P2)),
      'a point of 14': powers(put(14, 20 * 64, P1)),
      'a beacon hash': powers(flip(7, -1)),
      'τ of the first record': powers(put(7, 4, P1)),
      'bytes behind the powers': { ptau: concat(ptau, Uint8Array.of(0)) },
      'type 0 of a beacon': powers(typed),
      'a good key': { r1cs, ptau, zkey },
      'a key of larger powers': { r1cs, ptau: larger.ptau, zkey: larger.zkey },
      'a point of IC': key(put(3, 64, P1)),
      'a point of A': key(put(5, 5 * 64, P1)),
      'a point of B1': key(put(6, 5 * 64, P1)),
      'a point of B2': key(put(7, 5 * 128, P2)),
      'a point of C': key(put(8, 5 * 64, P1)),
      'a point of H': key(put(9, 5 * 64, P1)),
      'two points of H swapped': key(swap(9, 64, 5, 6)),
      'a coefficient': key(flip(4, 4 + 44 * 5 + 12)),
      'δ of the header': key(put(2, 468, P1)),
      'a circuit hash': key(flip(10, 0)),
      'a transcript': key(flip(10, 68 + 320)),
      'other powers': { r1cs, ptau: larger.ptau, zkey },
      'an own contribution': { r1cs, ptau, zkey: contributed(curve, initial, secretOf(1), 1) },
      'no contribution': { r1cs, ptau, zkey: initial },
      'a contribution of 1': { r1cs, ptau, zkey: contributed(curve, initial, 1n, 1) },
      'custom gates': { r1cs: gates, ptau, zkey },
      'bytes behind the key': { r1cs, ptau, zkey: concat(zkey, Uint8Array.of(0)) },
    };
    const names = Object.keys(items);
    const found = await verdictsOf(instance, items);
    const differing = found.filter(([, own, their]) => own !== their);
    expect(differing).toEqual(
      names.filter((name) => TAKEN.includes(name)).map((name) => [name, false, true]),
    );
    const accepted = found.filter(([, own]) => own).map(([name]) => name);
    const right = ['good powers', 'cut powers', 'a good key', 'a key of larger powers'];
    expect(accepted).toEqual([...right, 'an own contribution']);
  });

  it('says the same of files over BLS12-381', async () => {
    const own = await creators['bls12-381']();
    const files = madeOverBls12381();
    const [P1, P2] = others(own);
    const [ONE, TWO] = [96, 192];
    /** @typedef {import('../support/ceremony/files.js').Edit} Edit */
    const powers = (/** @type {Edit} */ edit) => ({ ptau: edited(files.ptau, edit) });
    const { r1cs, ptau } = files;
    const key = (/** @type {Edit} */ edit) => ({ r1cs, ptau, zkey: edited(files.zkey, edit) });
    const items = {
      'good powers': { ptau },
      'a point of 2': powers(put(2, 10 * ONE, P1)),
      'a point of 3': powers(put(3, 5 * TWO, P2)),
      'β of 6': powers(put(6, 0, P2)),
      'a point of 12': powers(put(12, 40 * ONE, P1)),
      'a point of 13': powers(put(13, 20 * TWO, P2)),
      'a beacon hash': powers(flip(7, -1)),
      'τ of the first record': powers(put(7, 4, P1)),
      'a good key': { r1cs, ptau, zkey: files.zkey },
      'a point of IC': key(put(3, ONE, P1)),
      'a point of A': key(put(5, ONE, P1)),
      'a point of B2': key(put(7, 2 * TWO, P2)),
      'a point of C': key(put(8, ONE, P1)),
      'a point of H': key(put(9, ONE, P1)),
      'a circuit hash': key(flip(10, 0)),
      'a transcript': key(flip(10, 68 + 3 * ONE + TWO)),
    };
    const found = await verdictsOf(own, items);
    own.dispose();
    const right = ['good powers', 'a good key'];
    expect(found).toEqual(
      Object.keys(items).map((name) => [name, right.includes(name), right.includes(name)]),
    );
  });
});
