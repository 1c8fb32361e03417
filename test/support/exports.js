/**
 * Exports of modules under test, by the kinds of their operands: a kind says how a value goes into
 * memory and out of it, and then the test of an export is one line.
 */
import { expect } from 'vitest';
import { compared } from './compared.js';

/**
 * A kind of operand. `layout`: that of its memory; an export may write its result over operands of
 * the same one. `tag`: what is added to its address in a call. `blanks`: values that stand in the
 * place of a result before, in turn. `read` throws where what it finds is malformed. `isRight`:
 * whether what was read is expected. `isSame`: whether a result in the place of an operand is that
 * in a place of its own; if a kind has none, both need only be right.
 * @typedef {{ layout: string, bytes: number, tag?: number, blanks: any[],
 *   write: (address: number, value: any) => void, read: (address: number) => any,
 *   isRight: (found: any, expected: any) => boolean,
 *   isSame?: (found: any, other: any) => boolean }} Kind
 */

/** A value of a kind in memory. @typedef {[Kind, any]} Stored */
/** A number is passed as it is. @typedef {Stored | number} Operand */

/** @param {unknown} value */
const textOf = (value) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `0x${part.toString(16)}` : part));

/** @param {Operand} operand */
const isStored = (operand) => typeof operand !== 'number';

/**
 * @param {Record<string, any>} wasm
 * @param {() => Uint8Array} memory
 * @param {(i: number) => number} at addresses that ascend, each with room for a value of any kind
 */
export function checksOf(wasm, memory, at) {
  let calls = 0;
  /** The place of operand i. @param {number} i */
  const place = (i) => at(i + 1);
  /** @param {readonly Operand[]} operands */
  const put = (operands) =>
    operands.forEach((operand, i) => {
      if (isStored(operand)) operand[0].write(place(i), operand[1]);
    });
  /** @param {readonly Operand[]} operands @param {number} [shared] the place of all of them */
  const addresses = (operands, shared) =>
    operands.map((operand, i) =>
      isStored(operand) ? (shared ?? place(i)) + (operand[0].tag ?? 0) : operand,
    );
  /** @type {(name: string, operands: readonly Operand[], how: string) => never} */
  const fail = (name, operands, how) => {
    const values = operands.map((operand) => textOf(isStored(operand) ? operand[1] : operand));
    return expect.fail(`${name}(${values.join(', ')}): ${how}`);
  };

  /**
   * Calls an export with its operands in places of their own, and returns its result. Of these
   * places, and of that of a result, it changes at most a value of the kind `changed` at the
   * address `target`.
   * @type {(name: string, operands: readonly Operand[], args: number[],
   *   changed?: { kind: Kind, target: number }) => any}
   */
  function call(name, operands, args, changed) {
    put(operands);
    const [start, end] = [at(0), place(operands.length)];
    const before = memory().slice(start, end);
    const returned = wasm[name](...args);
    const after = memory().subarray(start, end);
    if (changed) {
      const first = changed.target - start;
      before.set(after.subarray(first, first + changed.kind.bytes), first);
    }
    if (Buffer.compare(after, before) !== 0) {
      const byte = start + after.findIndex((each, i) => each !== before[i]);
      const i = operands.findLastIndex((_, j) => place(j) <= byte);
      const where = i < 0 ? 'of the result, or behind it,' : `${byte - place(i)} of operand ${i}`;
      fail(name, operands, `byte ${where} has changed`);
    }
    return returned;
  }

  /** @type {(kind: Kind, target: number, operands: readonly Operand[]) => number[]} */
  const argumentsOf = (kind, target, operands) => [
    target + (kind.tag ?? 0),
    ...addresses(operands),
  ];

  /**
   * Calls `again` for each operand in whose place a result of a kind may be written.
   * @type {(kind: Kind, operands: readonly Operand[], again: (i: number) => void) => void}
   */
  const inPlace = (kind, operands, again) =>
    operands.forEach((operand, i) => {
      if (!isStored(operand) || operand[0].layout !== kind.layout) return;
      put(operands);
      again(i);
    });

  return {
    /**
     * An export that writes z, whose operands follow: z in a place of its own, in that of each
     * operand, and with equal operands in one place. Returns z.
     * @param {string} name
     * @param {Kind} kind of z
     * @param {readonly Operand[]} operands
     * @param {any} expected
     * @param {number} [returned] what the export returns
     */
    writes(name, kind, operands, expected, returned) {
      const own = at(0);
      kind.write(own, kind.blanks[calls++ % kind.blanks.length]);
      const compare = (/** @type {unknown} */ found, /** @type {string} */ how) => {
        if (found !== returned) fail(name, operands, `${how}${found}, not ${returned}`);
      };
      const args = argumentsOf(kind, own, operands);
      compare(call(name, operands, args, { kind, target: own }), 'returns ');
      const z = kind.read(own);
      if (!kind.isRight(z, expected)) fail(name, operands, `${textOf(z)}, not ${textOf(expected)}`);
      const { isSame = (/** @type {any} */ found) => kind.isRight(found, expected) } = kind;
      /** @type {(target: number, addressed: number[], how: string) => void} */
      const again = (target, addressed, how) => {
        compare(wasm[name](target + (kind.tag ?? 0), ...addressed), `${how}, returns `);
        const found = kind.read(target);
        if (!isSame(found, z))
          fail(name, operands, `${how}, ${textOf(found)}, not ${textOf(expected)}`);
      };
      inPlace(kind, operands, (i) =>
        again(place(i), addresses(operands), `in place of operand ${i}`),
      );
      const [first, second] = operands.filter(isStored);
      if (operands.length === 2 && second && first[0] === second[0] && first[1] === second[1]) {
        const shared = addresses(operands, place(0));
        put(operands);
        again(own, shared, 'of one operand');
        if (first[0].layout === kind.layout) again(place(0), shared, 'of one operand, in place');
      }
      compared();
      return z;
    },

    /**
     * An export that returns 0 and leaves z as it was, also where z is one of the operands.
     * @param {string} name
     * @param {Kind} kind of z
     * @param {readonly Operand[]} operands
     * @param {{ spoils?: boolean }} [options] `spoils`: z may hold anything afterwards
     */
    refuses(name, kind, operands, { spoils = false } = {}) {
      kind.write(at(0), kind.blanks[calls++ % kind.blanks.length]);
      const into = (/** @type {number} */ target) => {
        const changed = spoils ? { kind, target } : undefined;
        const returned = call(name, operands, argumentsOf(kind, target, operands), changed);
        if (returned !== 0) fail(name, operands, `returns ${returned}, not 0`);
      };
      into(at(0));
      inPlace(kind, operands, (i) => into(place(i)));
      compared();
    },

    /**
     * An export that changes its first operand.
     * @param {string} name
     * @param {readonly [Stored, ...Operand[]]} operands
     * @param {any} expected
     */
    changes(name, operands, expected) {
      const [[kind]] = operands;
      const target = place(0);
      call(name, operands, addresses(operands), { kind, target });
      const z = kind.read(target);
      if (!kind.isRight(z, expected)) fail(name, operands, `${textOf(z)}, not ${textOf(expected)}`);
      compared();
    },

    /**
     * An export that returns an integer.
     * @param {string} name
     * @param {readonly Operand[]} operands
     * @param {number} expected
     */
    returns(name, operands, expected) {
      const found = call(name, operands, addresses(operands));
      if (found !== expected) fail(name, operands, `${found}, not ${expected}`);
      compared();
    },

    /**
     * An export of a debug build that asserts something about its operands, and would write z.
     * @param {string} name
     * @param {Kind} kind of z
     * @param {readonly Operand[]} operands
     * @param {RegExp} message
     */
    asserts(name, kind, operands, message) {
      put(operands);
      expect(() => wasm[name](...argumentsOf(kind, at(0), operands))).toThrow(message);
    },
  };
}
