import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {...string} args
 * @returns {{ status: number | null, stdout: string, stderr: string }}
 */
function evaluate(...args) {
  return spawnSync(process.execPath, ['scripts/evaluate-msm.js', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
}

describe('evaluate-msm', () => {
  test('prints one verified JSON object', () => {
    const began = Date.now();
    const { status, stdout } = evaluate('--sizes', '2,4-5', '--runs', '3', '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(Object.keys(report)).toEqual([
      'device',
      'engine',
      'commit',
      'date',
      'seed',
      'curve',
      'backend',
      'threads',
      'results',
      'peers',
    ]);
    expect(report).toMatchObject({ curve: 'bls12-381-g1', threads: 1, peers: [], seed: 1 });
    expect(report.commit).toMatch(/^([\da-f]{7,}(-dirty)?|unknown)$/);
    expect(Date.parse(report.date)).toBeGreaterThanOrEqual(began);
    expect(Date.parse(report.date)).toBeLessThanOrEqual(Date.now());
    expect(report.results.map((result) => result.n)).toEqual([4, 16, 32]);
    for (const result of report.results) {
      expect(result.verified).toBe(true);
      expect(result.samplesMs).toHaveLength(3);
      expect(result.medianMs).toBeGreaterThan(0);
      expect(result.stdMs).toBeGreaterThanOrEqual(0);
      // What has multiplications is a phase that was timed, and most of them are additions.
      const phases = new Map(Object.entries(result.phasesProducts));
      expect(Object.keys(result.phasesMs)).toEqual(expect.arrayContaining([...phases.keys()]));
      for (const { multiplications, inversions } of phases.values()) {
        expect(multiplications).toBeGreaterThan(0);
        expect(inversions).toBeGreaterThanOrEqual(0);
      }
      expect(phases.get('sum').multiplications).toBeGreaterThan(5 * 127);
    }
  });

  test.each(['noble', 'mcl', 'montgomery'])('agrees with %s and gives the ratio', (name) => {
    const args = ['--sizes', '5', '--runs', '2', '--peers', name, '--json'];
    const { status, stdout, stderr } = evaluate(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { results, peers } = JSON.parse(stdout);
    expect(peers).toHaveLength(1);
    expect(peers[0]).toMatchObject({ name, logSize: 5 });
    expect(peers[0].ratio).toBeCloseTo(peers[0].medianMs / results[0].medianMs, 6);
  });

  test.each([
    ['bls12-381-g2', ['noble 2', 'noble 3']],
    ['bn254-g1', ['noble 2', 'noble 3']],
    ['bn254-g2', ['noble 2', 'noble 3']],
    // These are compared with the reference.
    ['pallas', []],
    ['vesta', []],
    ['secp256k1', ['noble 2', 'noble 3']],
    // Nobody else has it: the result is compared with the reference.
    ['banderwagon', []],
  ])('measures %s', (curve, expected) => {
    const peers = expected.length > 0 ? ['--peers', 'noble'] : [];
    const args = ['--curve', curve, '--sizes', '2,3', '--runs', '1', ...peers];
    const { status, stdout } = evaluate(...args, '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.curve).toBe(curve);
    expect(report.results.map((result) => result.verified)).toEqual([true, true]);
    expect(report.peers.map(({ name, logSize }) => `${name} ${logSize}`)).toEqual(expected);
  });

  test('compares numbers of threads, each result verified', () => {
    const args = ['--sizes', '3,11', '--runs', '2', '--threads', '2,auto', '--json'];
    const { status, stdout } = evaluate(...args);
    expect(status).toBe(0);
    const { threads, results } = JSON.parse(stdout);
    expect(threads.slice(0, 2)).toEqual([1, 2]);
    expect(new Set(threads).size).toBe(threads.length);
    expect(results.map((result) => [result.logSize, result.threads])).toEqual(
      [3, 11].flatMap((logSize) => threads.map((count) => [logSize, count])),
    );
    for (const result of results) {
      const { verified, ratio, medianMs, logSize, phasesMs, phasesProducts } = result;
      const count = result.threads;
      const [one] = results.filter((result) => result.logSize === logSize);
      expect(verified).toBe(true);
      expect(ratio).toBeCloseTo(one.medianMs / medianMs, 6);
      // The phases of workers stay there.
      expect(phasesMs === null).toBe(count > 1);
      expect(phasesProducts === null).toBe(count > 1);
    }
  });

  test('prints them as a table', () => {
    const { stdout } = evaluate('--sizes', '3', '--runs', '1', '--threads', '1,2');
    expect(stdout).toMatch(/threads 1, 2$/m);
    expect(stdout).toMatch(/^size +1 thread, ms +± std +2 threads, ms +± std +× as fast$/m);
    expect(stdout).toContain('msmAsync');
  });

  test('says why there are fewer threads than asked for', () => {
    const args = ['--sizes', '3', '--runs', '1', '--backend', 'bigint', '--threads'];
    const { threads, threadsReason, results } = JSON.parse(
      evaluate(...args, '2,4', '--json').stdout,
    );
    expect(threads).toBe(1);
    expect(threadsReason).toMatch(/^threads 2, 4: 1 started \(backend 'bigint'/);
    expect(results).toHaveLength(1);
    expect(evaluate(...args, '2').stdout).toContain('threads 2: 1 started');
  });

  test('measures without WebAssembly', () => {
    const { status, stdout } = evaluate('--sizes', '3', '--runs', '1', '--backend', 'bigint');
    expect(status).toBe(0);
    expect(stdout).toMatch(/backend +single bigint, batch bigint/);
    expect(stdout).toMatch(/2\^3/);
  });

  test('prints comma-separated values, a line for each contestant', () => {
    const args = ['--curve', 'secp256k1', '--sizes', '2', '--runs', '1', '--peers', 'all', '--csv'];
    const { status, stdout } = evaluate(...args);
    expect(status).toBe(0);
    const [head, ...lines] = stdout.trim().split('\n');
    const rows = lines.map((line) => line.split(','));
    expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([head.split(',').length]));
    expect(rows.map(([curve, name]) => `${curve} ${name}`)).toEqual([
      'secp256k1 curvemill',
      'secp256k1 noble',
    ]);
  });

  test('prints a table of phases', () => {
    const { status, stdout } = evaluate('--sizes', '3,10', '--runs', '1', '--phases');
    expect(status).toBe(0);
    const [, , head, , ...rows] = stdout.trim().split('\n');
    expect(head).toMatch(/^\| n, phase \| ms \| share \| multiplications \|/);
    for (const line of rows) expect(line.split('|')).toHaveLength(head.split('|').length);
    // The phases of each size, then all of it.
    const counts = rows
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, name]) => name.startsWith('2^10'))
      .map(([, , , , count]) => Number(count === '–' ? 0 : count));
    const all = counts.pop();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(all).toBeGreaterThan(100_000);
  });

  test('prints what is finished when it is interrupted, and progress without a terminal', async () => {
    const args = ['scripts/evaluate-msm.js', '--sizes', '2,13', '--runs', '100', '--json'];
    const child = spawn(process.execPath, args, { cwd: root });
    const text = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (text.stdout += chunk));
    child.stderr.on('data', (chunk) => {
      text.stderr += chunk;
      if (text.stderr.includes('finished') && !child.killed) child.kill('SIGINT');
    });
    const [code] = await once(child, 'close');
    expect(text.stderr).toMatch(/^2\^2 is finished, 1 of 2 sizes, \d+ s\ninterrupted: only/);
    expect(code).toBe(130);
    const { results, interrupted } = JSON.parse(text.stdout);
    expect(results.map(({ logSize }) => logSize)).toEqual([2]);
    expect(interrupted).toBe(true);
  });

  test.each([
    ['--unknown'],
    ['--sizes', '4..6'],
    ['--sizes', '99'],
    ['--runs', '0'],
    ['--runs', 'many'],
    ['--backend', 'native'],
    ['--threads', '-1'],
    ['--threads', '1,many'],
    ['--peers', 'nobody'],
    ['--peers', 'tiny-secp256k1'],
    ['--curve', 'secp256k1', '--peers', 'mcl'],
    ['--curve', 'banderwagon', '--peers', 'all'],
    ['--json', '--csv'],
    ['--phases', '--json'],
    ['--curve', 'curve25519'],
    ['--seed', '1.5'],
    ['14'],
  ])('refuses %s %s with the usage and exit code 2', (...args) => {
    const { status, stdout, stderr } = evaluate(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage:');
  });

  test('explains itself', () => {
    const { status, stdout } = evaluate('--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: /);
  });
});
