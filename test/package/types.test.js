/**
 * The declarations that ship: no type that a user's program can name contains `any`, by which
 * compilers let everything pass, misspelt options above all. What stands behind the interface of
 * engines is not looked at: values of it are opaque to users.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const types = new URL('../../dist/types/', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, types), 'utf8');

/** Where the inside begins. */
const INSIDE = new Set(['Engine', 'GroupContext', 'createHashingGroup', 'Protocols']);

/** The statements of a file of declarations by name. @param {string} text */
function declarationsOf(text) {
  const file = ts.createSourceFile('all.d.ts', text, ts.ScriptTarget.Latest, true);
  /** @type {Map<string, ts.Node[]>} */
  const found = new Map();
  for (const statement of file.statements) {
    /** @type {any} */
    const { name, declarationList } = statement;
    const own = name?.text ?? declarationList?.declarations[0].name.text;
    if (own !== undefined) found.set(own, [...(found.get(own) ?? []), statement]);
  }
  return found;
}

/**
 * The places of `any` in what names lead to.
 * @param {string} text
 * @param {readonly string[]} names
 */
function anyIn(text, names) {
  const declarations = declarationsOf(text);
  const queue = [...names];
  const seen = new Set([...queue, ...INSIDE]);
  /** @type {string[]} */
  const faults = [];
  const visit = (/** @type {ts.Node} */ node, /** @type {string} */ within) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword)
      faults.push(`${within}: ${node.parent.getText().split('\n')[0]}`);
    if (ts.isIdentifier(node) && declarations.has(node.text) && !seen.has(node.text)) {
      seen.add(node.text);
      queue.push(node.text);
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  for (const name of queue) declarations.get(name)?.forEach((node) => visit(node, name));
  return { faults, count: seen.size };
}

/** Names that the entries export as values. */
const files = readdirSync(types, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.d.ts') && file !== 'declarations.d.ts');
const exported = files.flatMap((file) =>
  [...read(file).matchAll(/^export \{ (.*) \} from/gm)].flatMap(([, list]) =>
    list.split(', ').map((one) => one.split(' as ')[0]),
  ),
);

describe('the declarations', () => {
  const all = read('declarations.d.ts');

  test('have no any', () => {
    const { faults, count } = anyIn(all, exported);
    expect(faults).toEqual([]);
    expect(exported).toEqual(expect.arrayContaining(['createBls12381', 'chainsafeBls', 'groth16']));
    expect(count).toBeGreaterThan(100);
  });

  test('would not get away with one', () => {
    const planted = all.replace(
      /export type BlsItem = \{/,
      'export type BlsItem = {\n    readonly planted: any;',
    );
    expect(anyIn(planted, exported).faults).toEqual(['BlsItem: readonly planted: any;']);
  });
});
