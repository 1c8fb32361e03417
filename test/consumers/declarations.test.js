/**
 * Libraries that export members of this one without naming their types: TypeScript must be able to
 * name them in the declarations that it writes. The program is made from the declarations of the
 * package themselves: every type of every entry, every member of it, and what its methods return.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackage } from './package.js';

const run = promisify(execFile);
const compiler =
  process.env.CURVEMILL_TSC ??
  new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname;

/** Entries of which all types are used, whatever other entries have. */
const WHOLE = ['.', './bls12-381'];

/** @type {any} */
let project;
/** @type {string[]} */
let programs;
beforeAll(async () => {
  project = await installPackage();
  const { exports } = JSON.parse(
    await readFile(join(project.folder, 'node_modules/curvemill/package.json'), 'utf8'),
  );
  await mkdir(join(project.folder, 'members'));
  const entries = Object.entries(exports).filter(([, { types }]) => types);
  /** Types that stand in a program already, of entries that export all of the index. */
  const seen = new Set();
  programs = await Promise.all(
    entries.map(async ([subpath, { types }], i) => {
      const path = join(project.folder, 'node_modules/curvemill', types);
      const name = `members/entry${i}.ts`;
      await writeFile(
        join(project.folder, name),
        programOf(`curvemill${subpath.slice(1)}`, path, WHOLE.includes(subpath) ? new Set() : seen),
      );
      return name;
    }),
  );
});
afterAll(() => project?.remove());

/**
 * A module that exports all members of all types of an entry, by inference.
 * @param {string} specifier
 * @param {string} path of its declarations
 * @param {Set<number>} seen places of the types that are left out, and of those that are not
 */
function programOf(specifier, path, seen) {
  const program = ts.createProgram([path], { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [] });
  const checker = program.getTypeChecker();
  const file = /** @type {ts.SourceFile} */ (program.getSourceFile(path));
  const module = checker.getSymbolAtLocation(file);
  const lines = [`import * as entry from '${specifier}';`];
  const values = new Set([...(module?.exports?.keys() ?? [])].map(String));
  let count = 0;
  const use = (/** @type {string} */ value, /** @type {ts.Type} */ type) => {
    lines.push(`export const m${count++} = ${value};`);
    for (const signature of type.getCallSignatures()) {
      // Of a rest of a tuple, each has a parameter of its own here.
      const written = checker.signatureToSignatureDeclaration(
        signature,
        ts.SyntaxKind.FunctionType,
        undefined,
        undefined,
      );
      const least = (written?.parameters ?? []).filter(
        ({ questionToken, dotDotDotToken }) => !questionToken && !dotDotDotToken,
      ).length;
      const args = Array(least).fill('null as any').join(', ');
      lines.push(`export const r${count++} = () => ${value}(${args});`);
      lines.push(`export const a${count++} = async () => await ${value}(${args});`);
    }
  };
  for (const symbol of module ? checker.getExportsOfModule(module) : []) {
    const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const node = meant.declarations?.[0];
    if (!node) continue;
    if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) {
      // Values come from the entry itself, and from what it exports whole.
      const isValue = values.has(symbol.name) && !symbol.declarations?.some(isTypeOnly);
      if (isValue) use(`entry.${symbol.name}`, checker.getTypeOfSymbol(meant));
      continue;
    }
    if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue; // prettier-ignore
    if (seen.has(node.pos)) continue;
    seen.add(node.pos);
    /** @type {readonly ts.TypeParameterDeclaration[]} */
    const parameters = node.typeParameters ?? [];
    const args = parameters.filter((own) => !own.default).map(() => 'any');
    const own = `entry.${symbol.name}${args.length > 0 ? `<${args}>` : ''}`;
    lines.push(`declare const t${count}: ${own};`);
    const value = `t${count++}`;
    const type = checker.getDeclaredTypeOfSymbol(meant);
    const isList = checker.isArrayType(type) || checker.isTupleType(type);
    if (isList || type.isUnion() || !(type.flags & ts.TypeFlags.Object)) {
      lines.push(`export const u${count++} = { value: ${value} };`);
      continue;
    }
    for (const member of checker.getPropertiesOfType(type)) {
      if (/^(#|__)/.test(member.name) || isHidden(member)) continue;
      use(`${value}[${JSON.stringify(member.name)}]`, checker.getTypeOfSymbol(member));
    }
  }
  return `${lines.join('\n')}\n`;
}

/** @param {ts.Node} node */
const isTypeOnly = (node) => ts.isExportSpecifier(node) && node.parent.parent.isTypeOnly;

/** @param {ts.Symbol} member */
const isHidden = ({ declarations = [] }) =>
  declarations.some(
    (node) =>
      ts.getCombinedModifierFlags(/** @type {any} */ (node)) &
      (ts.ModifierFlags.Protected | ts.ModifierFlags.Private),
  );

describe('declarations that TypeScript infers', () => {
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('name every type: module %s, resolution %s', async (module, how) => {
    const args = ['--module', module, '--moduleResolution', how, '--lib', 'es2022,dom'];
    const all = ['--strict', '--target', 'es2022', '--declaration'];
    const { stdout } = await run(
      process.execPath,
      [compiler, ...all, ...args, '--outDir', `declared-${how}`, ...programs],
      { cwd: project.folder, maxBuffer: 2 ** 26 },
    ).catch((error) => error);
    expect(stdout.split('\n').slice(0, 40)).toEqual(['']);
    const [first] = programs;
    const source = await readFile(join(project.folder, first), 'utf8');
    expect(source.split('\n').length).toBeGreaterThan(400);
    const declared = await readFile(
      join(
        project.folder,
        `declared-${how}`,
        first.replace('members/', '').replace('.ts', '.d.ts'),
      ),
      'utf8',
    );
    expect(declared).not.toContain('dist/types');
  });
});
