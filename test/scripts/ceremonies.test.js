/** `npx curvemill verify-ptau` and `verify-zkey`: verdicts, hashes, exit codes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edited, flip, madeBySnarkjs } from '../support/ceremony/files.js';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

describe('npx curvemill', () => {
  const { larger: _, ...files } = madeBySnarkjs();
  /** @type {string} */
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'curvemill-ceremony-'));
    const wrong = edited(files.ptau, flip(4, 20 * 8));
    for (const [name, file] of Object.entries({ ...files, wrong })) {
      writeFileSync(join(folder, name), file);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, ['bin/curvemill.js', ...args], { cwd, encoding: 'utf8' });
  const at = (/** @type {string} */ name) => join(folder, name);

  it('verify-ptau prints who has contributed, and the verdict', () => {
    const { status, stdout, stderr } = run('verify-ptau', at('ptau'));
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^1 contribution first$\n {4}285a0fba /m);
    expect(stdout).toMatch(/^3 beacon beacon, 0102030405.*, 2\^10 times$/m);
    expect(stdout).toMatch(/^valid$/m);
  });

  it('verify-zkey takes the initial key, and prints JSON', () => {
    const key = ['verify-zkey', at('r1cs'), at('ptau'), at('zkey'), '--json'];
    for (const args of [key, [...key, '--initial', at('initial')]]) {
      const { status, stdout } = run(...args);
      expect(status).toBe(0);
      const verdict = JSON.parse(stdout);
      expect(verdict).toMatchObject({ valid: true, contributions: [{ name: 'anna' }, {}, {}] });
    }
  });

  it('what is wrong has exit code 2, an error exit code 1', () => {
    const wrong = run('verify-ptau', at('wrong'));
    expect(wrong.stdout).toMatch(/^NOT VALID: ptau: section 4 /m);
    expect(wrong.status).toBe(2);
    for (const args of [
      ['verify-ptau', at('none')],
      ['verify-ptau'],
      ['verify-zkey', at('ptau')],
      ['verify-ptau', at('ptau'), '--expected', '12'],
      ['verify-ptau', at('ptau'), '--beacon-limit', 'many'],
    ]) {
      const { status, stderr } = run(...args);
      expect(stderr).toMatch(/./);
      expect(status).toBe(1);
    }
  });
});
