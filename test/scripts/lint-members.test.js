/** The rule of ESLint against dictionaries that inherit: what it refuses, and what it lets pass. */
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const RULE = 'curvemill/no-inherited-members';
const eslint = new ESLint();

/** How often the rule refuses a text. @param {string} text @param {string} [filePath] */
async function refusals(text, filePath = 'src/snippet.js') {
  const [{ messages }] = await eslint.lintText(text, { filePath });
  return messages.filter(({ ruleId }) => ruleId === RULE).length;
}

describe('members that may be inherited', () => {
  it.each([
    'const made = {}; export const f = (n) => (made[n] ??= n);',
    'export const f = (made, n) => (made[n] ||= n);',
    'const made = {}; export const f = () => (made.one ??= 1);',
    'const list = []; export const f = () => (list.first ||= 1);',
    'export class A { #lines = {}; f(n) { return (this.#lines[n] ??= n); } }',
    'export class A { lines = []; f() { return (this.lines.first ??= 1); } }',
  ])('assigned: %s', async (text) => {
    expect(await refusals(text)).toBeGreaterThan(0);
    expect(await refusals(text, 'wasm-gen/snippet.js')).toBeGreaterThan(0);
  });

  it.each([
    'const made = {}; export const f = (n) => made[n];',
    'export class A { #made = {}; f(n) { return this.#made[n]; } }',
    'export const f = (list, i) => list[i - 1] ?? 0;',
    'export const f = (list, i) => list?.[i] ?? 0;',
    'export const f = (list, i) => list[i]?.length;',
  ])('read: %s', async (text) => expect(await refusals(text)).toBeGreaterThan(0));

  it.each([
    'const made = new Map(); export const f = (n) => made.get(n) ?? n;',
    'export class A { #one; f() { return (this.#one ??= 1); } }',
    'const own = Object.create(null); export const f = (n) => own[n] ?? 0;',
    'const own = { __proto__: null }; export const f = (n) => own[n] ?? 0;',
    'export const f = (list, i) => (i < list.length ? list[i] : 0);',
    'const TABLE = { a: 1, b: 2 }; export const f = (/** @type {"a"} */ n) => TABLE[n];',
  ])('passes: %s', async (text) => expect(await refusals(text)).toBe(0));
});
