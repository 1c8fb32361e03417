/**
 * Rules of i32 that also take addresses (specification, §4.3.2): an offset from the start of a
 * region, which is even. The last bit of a reference is a sign.
 */
import { Refused } from '../refused.js';
import { and, unsigned32, xor } from './integers.js';

/**
 * @import { Value } from '../number.js'
 * @import { Machine, Rule } from './machine.js'
 */

/** i32.add and i32.sub, also of an address and a number. @param {1n | -1n} sign @returns {Rule} */
const addAddress = (sign) => (machine) => {
  const [b, a] = [machine.pop('i32'), machine.pop('i32')];
  if (b.region !== null && sign < 0n && a.region === b.region)
    return machine.pushI32(a.value.sub(b.value));
  if (b.region !== null && (a.region !== null || sign < 0n))
    throw new Refused('computes with two addresses');
  machine.pushI32(a.value.add(b.value.times(sign)), a.region ?? b.region);
};

/**
 * i32.and, also of an address with 1 or −2: regions begin at even addresses.
 * @type {Rule}
 */
function andAddress(machine) {
  const [b, a] = [machine.pop('i32'), machine.pop('i32')];
  const [mask, offset] = [b.value.constant(), a.value.constant()];
  if (a.region === null && b.region === null) {
    // Low bits are those of any integer that is congruent to the word.
    const isLow = mask !== null && mask > 0n && mask < 1n << 32n && (mask & (mask + 1n)) === 0n;
    return machine.pushI32(and(isLow ? a.value : unsigned32(a.value), unsigned32(b.value), 32));
  }
  if (b.region !== null || (mask !== 1n && mask !== -2n))
    throw new Refused('computes with an address');
  // Of a reference whose sign does not matter.
  if (mask === -2n && offset === null && isSign(a.value))
    return machine.pushI32(machine.domain.constant(0n), a.region);
  const sign = offsetOf(machine, a.value) & 1n;
  if (mask === 1n) machine.pushI32(machine.domain.constant(sign));
  else machine.pushI32(a.value.plus(-sign), a.region);
}

/** Whether only the sign of a reference is unknown. @param {Value} value */
const isSign = ({ low, high }) => low >= 0n && high <= 1n;

/** Of an address, the sign by cases. @param {Machine} machine @param {Value} value */
function offsetOf({ domain }, value) {
  const offset = value.constant() ?? (isSign(value) ? domain.decide(value) : null);
  if (offset === null) throw new Refused('computes with an address');
  return offset;
}

/** i64.extend_i32_u, also of an address, of which the last bit is known. @type {Rule} */
function extendAddress(machine) {
  const one = machine.pop('i32');
  const { region, value } = one;
  if (region === null) {
    const word = value.window(0n, 32);
    // An exclusive or of 32 bits is that of its operands modulo 2^32 only.
    return machine.pushI64(word.xorOf ? word.times(1n) : word);
  }
  const offset = offsetOf(machine, value);
  const rest = machine.domain.input(0n, (1n << 31n) - 1n);
  machine.pushI64(rest.times(2n).plus(offset & 1n));
}

/**
 * i32.xor, also of two addresses, of which the last bit is known, and of an address with 1.
 * @type {Rule}
 */
function xorAddresses(machine) {
  const [b, a] = [machine.pop('i32'), machine.pop('i32')];
  if (a.region === null && b.region === null)
    return machine.pushI32(xor(unsigned32(a.value), unsigned32(b.value), 32));
  const [c, d] = [a, b].map(({ value }) => offsetOf(machine, value));
  if (b.region === null && d === 1n)
    return machine.pushI32(a.value.plus(c & 1n ? -1n : 1n), a.region);
  if (a.region === null || b.region === null) throw new Refused('computes with an address');
  const rest = machine.domain.input(0n, (1n << 31n) - 1n);
  machine.pushI32(rest.times(2n).plus((c ^ d) & 1n));
}

/** @type {[string, Rule][]} */
export const ADDRESS_RULES = [
  ['i32.add', addAddress(1n)],
  ['i32.sub', addAddress(-1n)],
  ['i32.and', andAddress],
  ['i32.xor', xorAddresses],
  ['i64.extend_i32_u', extendAddress],
];
