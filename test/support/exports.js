/**
 * Exports of modules under test, by the kinds of their operands: a kind says how a value goes into
 * memory and out of it, and then the test of an export is one line.
 */
import { expect } from 'vitest';
import { compared } from './compared.js';

/**
 * A kind of operand. `layout`: that of its memory; an export may write its result over operands of
 * the same one. `blanks`: values that stand in the place of a result before, in turn. `read` throws
 * where what it finds is malformed. `isRight`: whether what was read is expected. `isSame`: whether
 * results with and without an operand in their place are the same, where that means more than that
 * both are right.
 * @typedef {{ layout: string, bytes: number, blanks: any[],
 *   write: (address: number, value: any) => void, read: (address: number) => any,
 *   isRight: (found: any, expected: any) => boolean,
 *   isSame?: (found: any, other: any) => boolean }} Kind
 */

/** A value of a kind; its address has the `tag`. @typedef {[Kind, any, tag?: number]} Operand */

/** @param {unknown} value */
const textOf = (value) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `0x${part.toString(16)}` : part));

/**
 * @param {Record<string, any>} wasm
 * @param {() => Uint8Array} memory
 * @param {(i: number) => number} at addresses, each with room for a value of any kind
 */
export function checksOf(wasm, memory, at) {
  const places = [1, 2, 3, 4, 5].map(at);
  let calls = 0;
  /** @param {readonly Operand[]} operands */
  const put = (operands) => operands.forEach(([kind, value], i) => kind.write(places[i], value));
  const bytesOf = (/** @type {readonly Operand[]} */ operands) =>
    operands.map(([{ bytes }], i) => memory().slice(places[i], places[i] + bytes));
  /** @param {readonly Operand[]} operands @param {number} [shared] the place of all of them */
  const addresses = (operands, shared) =>
    operands.map(([, , tag = 0], i) => (shared ?? places[i]) | tag);
  /** @type {(name: string, operands: readonly Operand[], how: string) => never} */
  const fail = (name, operands, how) =>
    expect.fail(`${name}(${operands.map(([, value]) => textOf(value)).join(', ')}): ${how}`);

  /** @type {(name: string, operands: readonly Operand[], first?: number) => any} */
  function callUnchanged(name, operands, first) {
    put(operands);
    const before = bytesOf(operands);
    const args = addresses(operands);
    const returned = first === undefined ? wasm[name](...args) : wasm[name](first, ...args);
    bytesOf(operands).forEach((after, i) => {
      if (Buffer.compare(after, before[i]) !== 0) fail(name, operands, `operand ${i} has changed`);
    });
    return returned;
  }

  return {
    /**
     * An export that writes z, whose operands follow: z in a place of its own, in that of each
     * operand, and with equal operands in one place. Returns z.
     * @param {string} name
     * @param {Kind} kind of z
     * @param {readonly Operand[]} operands
     * @param {any} expected
     */
    writes(name, kind, operands, expected) {
      const own = at(0);
      kind.write(own, kind.blanks[calls++ % kind.blanks.length]);
      callUnchanged(name, operands, own);
      const z = kind.read(own);
      if (!kind.isRight(z, expected)) fail(name, operands, `${textOf(z)}, not ${textOf(expected)}`);
      const again = (/** @type {number} */ place, /** @type {string} */ how) => {
        const found = kind.read(place);
        if (!kind.isRight(found, expected) || kind.isSame?.(found, z) === false)
          fail(name, operands, `${how}, ${textOf(found)}, not ${textOf(expected)}`);
      };
      operands.forEach(([{ layout }], i) => {
        if (layout !== kind.layout) return;
        put(operands);
        wasm[name](places[i], ...addresses(operands));
        again(places[i], `in place of operand ${i}`);
      });
      const [[first, value], ...others] = operands;
      if (others.length === 1 && others[0][0] === first && others[0][1] === value) {
        put(operands);
        wasm[name](own, ...addresses(operands, places[0]));
        again(own, 'of one operand');
        if (first.layout === kind.layout) {
          wasm[name](places[0], ...addresses(operands, places[0]));
          again(places[0], 'of one operand, in place');
        }
      }
      compared();
      return z;
    },

    /**
     * An export that changes its first operand.
     * @param {string} name
     * @param {readonly Operand[]} operands
     * @param {any} expected
     */
    changes(name, operands, expected) {
      const [[kind], ...others] = operands;
      put(operands);
      const [, ...before] = bytesOf(operands);
      wasm[name](...addresses(operands));
      const z = kind.read(places[0]);
      if (!kind.isRight(z, expected)) fail(name, operands, `${textOf(z)}, not ${textOf(expected)}`);
      bytesOf(operands)
        .slice(1)
        .forEach((after, i) => {
          if (Buffer.compare(after, before[i]) !== 0)
            fail(name, operands, `operand ${i + 1} of ${others.length + 1} has changed`);
        });
      compared();
    },

    /**
     * An export that returns an integer.
     * @param {string} name
     * @param {readonly Operand[]} operands
     * @param {number} expected
     */
    returns(name, operands, expected) {
      const found = callUnchanged(name, operands);
      if (found !== expected) fail(name, operands, `${found}, not ${expected}`);
      compared();
    },
  };
}
