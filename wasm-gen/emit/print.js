/**
 * Writes a module as folded WAT: an expression on one line if it fits, otherwise one operand per
 * line.
 */

import { Expression } from './expression.js';
import { reachableFunctions } from './reachable.js';

/** @import { Block, Item } from './expression.js' */
/** @import { FunctionBuilder, ModuleBuilder } from './module.js' */

const WIDTH = 110;

/**
 * Index of the first variable of larger functions: unused variables fill the gap after the
 * parameters, so that similar bodies have the same indices whatever their parameters, and compress
 * to little more than one of them.
 */
const FIRST_LOCAL = 8;

/** @param {Expression} expression @returns {string} on one line */
function flat(expression) {
  const parts = [expression.op, ...expression.immediates, ...expression.operands.map(flat)];
  return `(${parts.join(' ')})`;
}

/** @type {(expression: Expression, indent: string) => string} */
function printExpression(expression, indent) {
  const line = flat(expression);
  if (indent.length + line.length <= WIDTH || expression.operands.length === 0)
    return indent + line;
  const head = `${indent}(${[expression.op, ...expression.immediates].join(' ')}`;
  const operands = expression.operands.map((operand) => printExpression(operand, `${indent}  `));
  return `${head}\n${operands.join('\n')})`;
}

/** @type {(items: Item[], indent: string) => string} */
function printItems(items, indent) {
  return items.map((item) => printItem(item, indent)).join('\n');
}

/** @type {(item: Item, indent: string) => string} */
function printItem(item, indent) {
  if (typeof item === 'string') return comment(item, indent);
  if (item instanceof Expression) return printExpression(item, indent);
  return printBlock(item, indent);
}

/** @type {(block: Block, indent: string) => string} */
function printBlock(block, indent) {
  const inner = `${indent}  `;
  if (block.kind !== 'if')
    return `${indent}(${block.kind} ${block.label}\n${printItems(block.items, inner)})`;
  const condition = printExpression(/** @type {Expression} */ (block.condition), inner);
  const otherwise = block.otherwise
    ? `\n${inner}(else\n${printItems(block.otherwise, `${inner}  `)})`
    : '';
  return `${indent}(if\n${condition}\n${inner}(then\n${printItems(block.items, `${inner}  `)})${otherwise})`;
}

/** @type {(text: string, indent: string) => string} */
function comment(text, indent) {
  return text
    .split('\n')
    .map((line) => `${indent};; ${line}`.trimEnd())
    .join('\n');
}

/** @type {(f: FunctionBuilder) => string} */
function printFunction(f) {
  const doc = f.doc ? `${comment(f.doc, '  ')}\n` : '';
  const exported = f.exportName ? ` (export "${f.exportName}")` : '';
  const params = f.params.map((param) => ` (param $${param.name} ${param.type})`).join('');
  const result = f.resultType ? ` (result ${f.resultType})` : '';
  const unused = f.locals.length < FIRST_LOCAL ? 0 : FIRST_LOCAL - f.params.length;
  const padding = unused > 0 ? `    (local${' i32'.repeat(unused)})\n` : '';
  const locals =
    padding + f.locals.map((local) => `    (local $${local.name} ${local.type})\n`).join('');
  return `${doc}  (func $${f.name}${exported}${params}${result}\n${locals}${printItems(f.items, '    ')})`;
}

/** @type {(bytes: Uint8Array) => string} */
function dataText(bytes) {
  return Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
}

/** @type {(m: ModuleBuilder) => string} */
export function printModule(m) {
  const parts = [
    ...m.imports.map(({ module, field, name, params }) => {
      return `  (import "${module}" "${field}" (func $${name}${params.map((type) => ` (param ${type})`).join('')}))`;
    }),
    '  (import "env" "memory" (memory 1))',
    ...m.constants.map(
      ({ name, value }) => `  (global (export "${name}") i32 (i32.const ${value}))`,
    ),
    ...m.data.map(({ offset, bytes }) => `  (data (i32.const ${offset}) "${dataText(bytes)}")`),
    ...reachableFunctions(m.functions).map(printFunction),
  ];
  const doc = m.doc ? `${comment(m.doc, '')}\n` : '';
  return `${doc}(module $${m.name}\n${parts.join('\n\n')})\n`;
}
