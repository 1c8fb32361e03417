/**
 * Finishes the types that tsc wrote to dist/types: one file of all declarations that an entry
 * reaches, and one for each entry, which exports its own.
 *
 *   node scripts/build-types.js    after tsc -p tsconfig.types.json; npm run build does both
 *
 * JSDoc can name a type of another file, but not export it: what it writes is an alias, and a
 * program whose own declarations are inferred may not name the type that the alias stands for
 * (TS2742, TS2883). Here aliases become what they stand for, every entry exports all types that its
 * exports can name, and an entry of a curve the public types of the index. Names of the platform
 * get an empty declaration, which merges with the platform's own where it is there: the types need
 * neither the DOM's nor Node's. Constructors that are internal are so for compilers, too; what only
 * they name is not published.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

const types = join(root, 'dist', 'types');
const ALL = join(types, 'declarations.d.ts');

/** The needs of declarations of the platform, and its names in public types. */
const PLATFORM = `/// <reference lib="esnext.disposable" preserve="true" />
declare global {
  interface AbortSignal {}
  interface Blob {}
  interface ReadableStream<R = any> {}
  interface Response {}
  interface URL {}
  interface Worker {}
  namespace WebAssembly {
    interface Memory {}
    interface Module {}
    interface Instance {}
  }
}
`;

const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
/** @type {string[]} */
const entries = Object.values(exports).flatMap(({ types }) => (types ? [join(root, types)] : []));
const program = ts.createProgram(entries, { noLib: true, types: [], skipLibCheck: true });
const checker = program.getTypeChecker();

/** An entry that creates instances. */
const CREATES = /^export function create\w+/m;

/**
 * A statement that declares names, the texts that replace parts of it, and the names of the file of
 * all in it.
 * @typedef {{ name: string, node: ts.Node, file: ts.SourceFile, edits: Edit[], uses: Set<string> }}
 *   Declared
 */
/** @typedef {{ start: number, end: number, text: string }} Edit */

/** All that is reached, by symbol, in order. @type {Map<ts.Symbol, Declared>} */
const reached = new Map();

/** The symbols by their names in the file of all. @type {Map<string, ts.Symbol>} */
const named = new Map();

/**
 * The symbol that an identifier stands for: aliases that JSDoc made are followed.
 * @param {ts.Symbol | undefined} symbol
 * @returns {ts.Symbol | undefined}
 */
function meaningOf(symbol) {
  if (!symbol) return undefined;
  if (symbol.flags & ts.SymbolFlags.Alias) return meaningOf(checker.getAliasedSymbol(symbol));
  const [node] = symbol.declarations ?? [];
  const isAlias = node && ts.isTypeAliasDeclaration(node) && ts.isImportTypeNode(node.type);
  if (!isAlias) return symbol;
  const { qualifier, typeArguments = [], isTypeOf } = node.type;
  const { typeParameters = [] } = node;
  const isSame =
    typeArguments.length === typeParameters.length &&
    typeArguments.every((type, i) => type.getText() === typeParameters[i].name.text);
  const target = qualifier && !isTypeOf ? checker.getSymbolAtLocation(qualifier) : undefined;
  return isSame && target?.name === symbol.name ? meaningOf(target) : symbol;
}

/**
 * The statement of a module that declares a symbol.
 * @param {ts.Symbol} symbol
 */
function statementOf(symbol) {
  const [node] = symbol.declarations ?? [];
  if (!node || ts.isSourceFile(node) || ts.isExportDeclaration(node)) return undefined;
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return ts.isSourceFile(statement.parent) ? statement : undefined;
}

/**
 * The name in the file of all of what a symbol stands for; undefined for what is no declaration of
 * a module, such as a parameter.
 * @param {ts.Symbol | undefined} given
 * @returns {string | undefined}
 */
function reach(given) {
  const symbol = meaningOf(given);
  const node = symbol && statementOf(symbol);
  if (!symbol || !node) return undefined;
  const known = reached.get(symbol);
  if (known) return known.name;
  let name = symbol.name;
  for (let i = 2; named.has(name); i++) name = `${symbol.name}${i}`;
  named.set(name, symbol);
  /** @type {Declared} */
  const declared = { name, node, file: node.getSourceFile(), edits: [], uses: new Set() };
  reached.set(symbol, declared);
  visit(node, declared);
  return name;
}

/**
 * Reaches what a declaration names.
 * @param {ts.Node} node
 * @param {Declared} declared whose edits are added to
 */
function visit(node, { edits, uses, ...declared }) {
  const replace = (/** @type {ts.Node} */ part, /** @type {string} */ text) =>
    edits.push({ start: part.getStart(), end: part.getEnd(), text });
  if (ts.isConstructorDeclaration(node) && isInternal(node)) {
    replace(node, 'protected constructor();');
    return;
  }
  if (ts.isImportTypeNode(node) && node.qualifier) {
    const name = reach(checker.getSymbolAtLocation(node.qualifier));
    if (name) {
      uses.add(name);
      const end = node.qualifier.getEnd();
      edits.push({ start: node.getStart(), end, text: `${node.isTypeOf ? 'typeof ' : ''}${name}` });
      node.typeArguments?.forEach((argument) => visit(argument, { edits, uses, ...declared }));
      return;
    }
  }
  // A name, or a member of a module.
  if (ts.isIdentifier(node) || ts.isQualifiedName(node)) {
    const name = reach(checker.getSymbolAtLocation(node));
    if (name && name !== node.getText()) replace(node, name);
    if (name) {
      uses.add(name);
      return;
    }
  }
  ts.forEachChild(node, (child) => visit(child, { edits, uses, ...declared }));
}

/**
 * The types, and functions of which there are types, that declarations name, of whatever depth.
 * @param {readonly string[]} names of the file of all
 * @returns {string[]} further ones
 */
function typesNamedBy(names) {
  const found = new Set(names);
  for (const name of found) {
    const symbol = /** @type {ts.Symbol} */ (named.get(name));
    reached.get(symbol)?.uses.forEach((used) => found.add(used));
  }
  return [...found].filter((name) => !names.includes(name));
}

/**
 * Whether only this library calls a constructor: its description says so, or it is inherited, which
 * tsc writes without one.
 * @param {ts.ConstructorDeclaration} node
 */
function isInternal(node) {
  const extended = node.parent.heritageClauses?.some(
    ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
  );
  const text = node.getFullText();
  return /\* Internal\b/.test(text) || (extended && !text.includes('/**'));
}

/** @param {Declared} declared */
function textOf({ node, file, edits }) {
  let text = file.text.slice(0, node.getEnd());
  for (const { start, end, text: by } of edits.sort((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end);
  return text.slice(node.getFullStart()).trim();
}

/**
 * The text of an entry's file: what it exports, of the file of all or of another entry.
 * @param {string} path
 */
function entryText(path) {
  const file = /** @type {ts.SourceFile} */ (program.getSourceFile(path));
  const module = /** @type {ts.Symbol} */ (checker.getSymbolAtLocation(file));
  /** @type {Record<'types' | 'values', string[]>} */
  const lists = { types: [], values: [] };
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  const own = [];
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement) && !statement.exportClause)
      lines.push(statement.getText());
  }
  for (const symbol of module.exports?.values() ?? []) {
    const name = reach(symbol);
    if (!name) continue;
    own.push(name);
    const [node] = symbol.declarations ?? [];
    const isType = ts.isExportSpecifier(node)
      ? node.parent.parent.isTypeOnly
      : ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
    const item = name === symbol.name ? name : `${name} as ${symbol.name}`;
    lists[isType ? 'types' : 'values'].push(item);
  }
  const exported = [...(module.exports?.keys() ?? [])].map(String);
  lists.types.push(...typesNamedBy(own).filter((name) => !exported.includes(name)));
  const from = relative(dirname(path), ALL).replace('.d.ts', '.js');
  const given = from.startsWith('.') ? from : `./${from}`;
  if (lists.values.length) lines.push(`export { ${lists.values.join(', ')} } from "${given}";`);
  if (lists.types.length) lines.push(`export type { ${lists.types.join(', ')} } from "${given}";`);
  const isCreator = CREATES.test(file.text) && !path.endsWith('index.d.ts');
  if (isCreator) lines.push('export type * from "./index.js";');
  // An entry that exports nothing is a module all the same.
  return `${lines.join('\n') || 'export {};'}\n`;
}

const texts = entries.map(entryText);
const all = [...reached.values()].map(textOf);
await rm(types, { recursive: true });
for (const [i, path] of entries.entries()) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, texts[i]);
}
await writeFile(ALL, `${PLATFORM}\n${all.join('\n\n')}\n`);
