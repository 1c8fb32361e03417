/** `npx curvemill verify-ptau` and `verify-zkey`: exit codes, and what is printed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import {
  bodiesOf,
  edited,
  flip,
  madeBySnarkjs,
  madeOverBls12381,
  put,
} from '../support/ceremony/files.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'curvemill-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

const made = madeBySnarkjs();
/** @param {string} name @param {Uint8Array} bytes */
const stored = (name, bytes) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const [r1cs, ptau, zkey, initial] = /** @type {const} */ (['r1cs', 'ptau', 'zkey', 'initial']).map(
  (name) => stored(`circuit.${name}`, made[name]),
);

/** @param {...string} args */
const run = (...args) =>
  spawnSync(process.execPath, ['bin/curvemill.js', ...args], { cwd: root, encoding: 'utf8' });

/** A hash as snarkjs prints it: four lines of four groups. */
const HASH = /( {4}([0-9a-f]{8} ){3}[0-9a-f]{8}\n?){4}/g;

it('prints the contributions of powers of tau with their hashes', () => {
  const { status, stdout, stderr } = run('verify-ptau', ptau);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^valid\n2\^4 powers; prepared\n\n1\. contribution "first"\n/);
  expect(stdout.match(HASH)).toHaveLength(3);
  expect(stdout).toContain('3. beacon "beacon"\n    2^10 SHA-256 of 01020304');
});

it('verifies a key, from the one before its first contribution or from the circuit alone', () => {
  const whole = run('verify-zkey', r1cs, ptau, zkey, '--initial', initial);
  expect(whole.stdout).toMatch(/^valid\ncircuit\n/);
  expect(whole.status).toBe(0);
  expect(whole.stdout.match(HASH)).toHaveLength(4);
  const { status, stdout } = run('verify-zkey', r1cs, ptau, zkey, '--json');
  expect(status).toBe(0);
  const { valid, contributions, circuitHash } = JSON.parse(stdout);
  expect(valid).toBe(true);
  expect(contributions.map(({ name }) => name)).toEqual(['anna', 'berta', 'end']);
  const digits = whole.stdout.replace(/[^0-9a-f]/g, '');
  for (const hash of [circuitHash, ...contributions.map((own) => own.hash)])
    expect(digits).toContain(hash);
});

it('takes files over BLS12-381', () => {
  const files = Object.entries(madeOverBls12381()).map(([name, bytes]) =>
    stored(`bls12381.${name}`, bytes),
  );
  const [ownR1cs, ownPtau, ownInitial, ownZkey] = files;
  const powers = run('verify-ptau', ownPtau);
  expect(powers.stdout).toMatch(/^valid\n2\^4 powers; prepared\n/);
  const key = run('verify-zkey', ownR1cs, ownPtau, ownZkey, '--initial', ownInitial);
  expect(key.stdout).toMatch(/^valid\ncircuit\n/);
  expect([powers.status, key.status]).toEqual([0, 0]);
});

it('exits with 2 for a file that is not valid, and says why', () => {
  const bad = stored('bad.ptau', edited(made.ptau, flip(3, -1)));
  const { status, stdout } = run('verify-ptau', bad);
  expect(status).toBe(2);
  expect(stdout).toMatch(/^not valid: .*section 3/);
  const early = run('verify-zkey', r1cs, ptau, initial);
  expect(early.status).toBe(2);
  expect(early.stdout).toMatch(/^not valid: zkey: section 2/);
  const { valid, reason } = JSON.parse(run('verify-ptau', bad, '--json').stdout);
  expect([valid, reason]).toEqual([false, expect.stringContaining('section 3')]);
});

it('writes names as text that moves no cursor and turns no line', () => {
  const name = new TextEncoder().encode('\x1b\u202ea');
  // The first record's name has five bytes: so many of another.
  const records = /** @type {Uint8Array} */ (bodiesOf(made.ptau).get(7));
  const at = Buffer.from(records).indexOf('first');
  const renamed = edited(made.ptau, put(7, at, name));
  const { stdout } = run('verify-ptau', stored('renamed.ptau', renamed));
  expect(stdout).toContain('1. contribution "\\u001b\\u{202e}a"');
  const others = [...stdout].filter((character) => /[^\P{C}\n]/u.test(character));
  expect(others).toEqual([]);
});

it('says in a sentence which files it expects', () => {
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['verify-ptau'], /^expected the files PTAU, got 0 names\n$/],
    [['verify-zkey', r1cs, ptau], /^expected the files R1CS PTAU ZKEY, got 2 names\n$/],
    [['verify-ptau', join(folder, 'none')], /^expected a file, got none at .*none\n$/],
    [['verify-ptau', ptau, '--beacon-limit', 'x'], /beaconLimit/],
    [['verify-ptau', ptau, '--expected', 'x'], /expected/],
    [['verify-ptau', ptau, '--none'], /--none/],
  ])) {
    const { status, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  }
});
