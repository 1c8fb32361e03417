/**
 * Finds an order of the functions of the portable modules in which their text compresses best, and
 * records it in wasm-gen/function-order.json: HTTP compression finds like functions sooner when
 * they are close. Random moves are kept that make a module no larger.
 *
 *   node scripts/order-functions.js [--tries 6000] [--curve NAME]
 *   node wasm-gen/build.js --hashes
 *
 * It continues from the order in src/generated. The build only reads the record, and functions that
 * are not in it come last, so it never has to be renewed. About 2 minutes a curve.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { curves } from '../src/curves/index.js';
import { CODE_SECTION, HEADER_BYTES, readNumber } from '../wasm-gen/emit/binary.js';
import { encodeModule } from '../wasm-gen/emit/module-text.js';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

const { values } = parseArgs({
  options: { tries: { type: 'string', default: '6000' }, curve: { type: 'string' } },
});
const generated = join(root, 'src/generated');
const record = join(root, 'wasm-gen/function-order.json');

/**
 * The bodies of a module, and what stands before and after them.
 * @param {Uint8Array} wasm
 */
function takeApart(wasm) {
  let at = HEADER_BYTES;
  const number = () => {
    const { value, end } = readNumber(wasm, at);
    at = end;
    return value;
  };
  while (wasm[at++] !== CODE_SECTION) at = number() + at;
  number();
  const count = number();
  const before = wasm.subarray(0, at);
  const bodies = Array.from({ length: count }, () => {
    const start = at;
    at = number() + at;
    return wasm.subarray(start, at);
  });
  return { before, bodies, after: wasm.subarray(at) };
}

/** Pseudorandom numbers below a limit. @param {number} seed */
function generator(seed) {
  return (/** @type {number} */ limit) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
  };
}

/**
 * The order found for a module. Calls keep their numbers meanwhile, so sizes are estimates.
 * @param {string} name of a curve
 * @returns {Promise<string[]>} names of functions
 */
async function orderOf(name) {
  const wat = await readFile(join(generated, `${name}.limbs30.wat`), 'utf8');
  const names = [...wat.matchAll(/^ *\(func \$([\w.]+)/gm)].map(([, id]) => id);
  const { before, bodies, after } = takeApart(
    await readFile(join(generated, `${name}.limbs30.wasm`)),
  );
  const scalar = encodeModule(await readFile(join(generated, `${name}.scalar.wasm`)));
  const sizeOf = (/** @type {number[]} */ order) => {
    const module = Buffer.concat([before, ...order.map((i) => bodies[i]), after]);
    return gzipSync(`${scalar}\n${encodeModule(module)}`).length;
  };
  let order = names.map((_, i) => i);
  let least = sizeOf(order);
  const [first, random] = [least, generator(1)];
  for (let left = Number(values.tries); left > 0; left--) {
    const moved = [...order];
    const [one] = moved.splice(random(moved.length), 1);
    moved.splice(random(moved.length + 1), 0, one);
    const size = sizeOf(moved);
    if (size <= least) [order, least] = [moved, size];
  }
  console.log(`${name}: ${first} → ${least} bytes`);
  return order.map((i) => names[i]);
}

const orders = JSON.parse(await readFile(record, 'utf8'));
for (const { name } of curves) {
  if (values.curve && values.curve !== name) continue;
  orders[`${name}.limbs30`] = await orderOf(name);
}
await writeFile(record, `${JSON.stringify(orders, null, 2)}\n`);
