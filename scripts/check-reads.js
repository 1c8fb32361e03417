/**
 * Refuses public methods that look into what they are passed: outside src/input/, a parameter is
 * passed on to a function and never dereferenced, spread, iterated or destructured, so that what a
 * caller's object says is read in one room (docs/decisions/24).
 *
 *   node scripts/check-reads.js
 *
 * Public are the methods of the classes that users hold, and their members that are functions. A
 * parameter that was assigned a new value is followed no further; what the functions do that
 * receive it is not checked, but for arrow functions inside the method.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

/** Classes whose methods users call. Constructors are internal. */
const PUBLIC = new Set([
  ...['Group', 'Point', 'PointVector', 'FixedBasis', 'Instance', 'Eip2537', 'Evm', 'Kzg', 'Verkle'],
  ...[
    'BatchVerifier',
    'Ecdsa',
    'Schnorr',
    'Bls12381',
    'Bn254',
    'Pasta',
    'OwnInstance',
    'PairingFriendly',
    'Secp256k1',
    'Banderwagon',
  ],
]);

/** @type {Set<string>} */
const found = new Set();
/** @type {string[]} */
const problems = [];
let methods = 0;

/** @param {ts.Node} node @returns {boolean} whether a name stands where it is looked into */
function looksInto(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
    return parent.expression === node;
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.expression === node;
  if (ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent)) return true;
  if (ts.isVariableDeclaration(parent))
    return parent.initializer === node && !ts.isIdentifier(parent.name);
  return ts.isCallExpression(parent) && parent.expression === node;
}

/**
 * @param {ts.MethodDeclaration | ts.ArrowFunction} method
 * @param {string} where
 * @param {ts.SourceFile} source
 */
function checkMethod(method, where, source) {
  methods++;
  const names = new Set();
  for (const { name } of method.parameters) {
    if (ts.isIdentifier(name)) names.add(name.text);
    else problems.push(`${where}: destructures a parameter`);
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) && names.has(node.text) && looksInto(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      problems.push(`${where}, line ${line + 1}: looks into \`${node.text}\``);
    }
    ts.forEachChild(node, visit);
  };
  if (method.body) visit(method.body);
}

/** @param {string} path */
function checkFile(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isClassDeclaration(node) && node.name && PUBLIC.has(node.name.text)) {
      found.add(node.name.text);
      for (const member of node.members) {
        if (!member.name || ts.isPrivateIdentifier(member.name)) continue;
        const method = ts.isPropertyDeclaration(member) ? member.initializer : member;
        if (!method || !(ts.isMethodDeclaration(method) || ts.isArrowFunction(method))) continue;
        const where = `${relative(root, path)}: ${node.name.text}.${member.name.getText(source)}`;
        checkMethod(method, where, source);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

const folders = ['src', 'src/group', 'src/protocols', 'src/verkle'];
for (const folder of folders) {
  const recursive = ['src/protocols', 'src/verkle'].includes(folder);
  for (const file of readdirSync(join(root, folder), { recursive })) {
    if (String(file).endsWith('.js')) checkFile(join(root, folder, String(file)));
  }
}
for (const name of PUBLIC)
  if (!found.has(name)) problems.push(`expected a class ${name}, found none`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else console.log(`${methods} public methods look into none of their arguments`);
