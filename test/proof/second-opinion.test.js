import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const hasZ3 = spawnSync('z3', ['--version']).status === 0;
if (!hasZ3) console.warn('z3 is not installed: the second opinion is not asked for');

const SCRIPT = 'proof/second-opinion.js';
const print = (name) =>
  spawnSync(process.execPath, [SCRIPT, '--print', name], { encoding: 'utf8' }).stdout;
const answersTo = (input) =>
  spawnSync('z3', ['-in', '-T:60'], { input, encoding: 'utf8' }).stdout.trim().split('\n');

describe.runIf(hasZ3)('a second opinion by z3', () => {
  it.each(['bls12-381-g1.limbs30', 'pallas.limbs30'])('%s: the product is right', (name) => {
    const answers = answersTo(print(name));
    expect(answers.length).toBeGreaterThan(9);
    expect(new Set(answers)).toEqual(new Set(['unsat']));
  });

  it('another multiple of p, or a carry that is lost, has a counterexample', () => {
    const text = print('bls12-381-g1.limbs30');
    // A digit of p in one of the rows.
    const digit = text.replace(/\(\* 670826495 (w\d+)\)/g, '(* 670826494 $1)');
    expect(digit).not.toBe(text);
    expect(answersTo(digit)).toContain('sat');
    // The lowest digit, which is meant to vanish.
    const low = text.replaceAll('(* 1073719979 ', '(* 1073719977 ');
    expect(low).not.toBe(text);
    expect(answersTo(low)).toContain('sat');
  });
});
