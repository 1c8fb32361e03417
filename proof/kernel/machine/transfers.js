/** Rules of loads and stores (specification, §4.4.7): words, doubles, vectors, and copies. */
import { Lane } from '../double.js';
import { Refused } from '../refused.js';
import { readTable } from './tables.js';

/** @import { Machine, Rule } from './machine.js' */

/** @param {Machine} machine @param {number | undefined} offset */
const place = (machine, offset) => machine.locate(machine.pop('i32'), offset ?? 0);

/**
 * A load of some bytes, as an unsigned or signed integer.
 * @param {number} size
 * @param {boolean} isSigned
 */
const load =
  (size, isSigned) => (/** @type {Machine} */ machine, /** @type {number=} */ offset) => {
    const { region, at } = place(machine, offset);
    const value = machine.memory.read(region, at, size);
    return value.window(isSigned ? -(1n << BigInt(8 * size - 1)) : 0n, 8 * size);
  };

/** @param {number} size @param {boolean} isSigned @returns {Rule} */
const loadI64 = (size, isSigned) => (machine, one) =>
  machine.pushI64(load(size, isSigned)(machine, one.offset));
/** @param {number} size @param {boolean} isSigned @returns {Rule} */
const loadI32 = (size, isSigned) => (machine, one) =>
  machine.pushI32(load(size, isSigned)(machine, one.offset));

/**
 * Some low bytes of an integer.
 * @param {'i32' | 'i64'} type
 * @param {number} size
 * @returns {Rule}
 */
const store = (type, size) => (machine, one) => {
  const value = type === 'i32' ? machine.popI32() : machine.popI64();
  const { region, at } = place(machine, one.offset);
  machine.memory.write(region, at, size, size === 8 ? value : value.split(8 * size).low);
};

/** @param {Machine} machine @param {number | undefined} offset */
const laneAt = (machine, offset) => {
  const { region, at } = place(machine, offset);
  return machine.memory.readLane(region, at);
};

/** @param {Machine} machine */
const zeroLane = (machine) => new Lane(machine.domain, { word: machine.domain.constant(0n) });

/** @type {[string, Rule][]} */
export const MEMORY_RULES = [
  [
    'i32.load',
    (machine, one) => {
      const { region, at } = place(machine, one.offset);
      const content = region.cells.get(at)?.content;
      if (content && 'pointer' in content) {
        machine.memory.noteRead(region, at, 4);
        return void machine.stack.push(content.pointer);
      }
      machine.pushI32(machine.memory.read(region, at, 4).window(0n, 32));
    },
  ],
  ['i32.load8_u', loadI32(1, false)],
  ['i32.load8_s', loadI32(1, true)],
  ['i64.load8_u', loadI64(1, false)],
  ['i64.load32_u', loadI64(4, false)],
  ['i64.load32_s', loadI64(4, true)],
  [
    'i64.load',
    (machine, one) => {
      // The word as it was stored, so that its bounds are kept.
      const address = machine.pop('i32');
      const offset = one.offset ?? 0;
      const entry = address.region ? null : readTable(machine, address.value, offset);
      if (entry) return machine.pushI64(entry);
      const { region, at } = machine.locate(address, offset);
      machine.pushI64(machine.memory.read(region, at, 8));
    },
  ],
  [
    'i32.store',
    (machine, one) => {
      const pointer = machine.pop('i32');
      if (pointer.region === null) {
        machine.stack.push(pointer);
        return store('i32', 4)(machine, one);
      }
      const { region, at } = place(machine, one.offset);
      machine.memory.write(region, at, 4, { pointer });
    },
  ],
  ['i32.store8', store('i32', 1)],
  ['i64.store32', store('i64', 4)],
  ['i64.store', store('i64', 8)],
  ['f64.load', (machine, one) => machine.pushF64(laneAt(machine, one.offset))],
  [
    'f64.store',
    (machine, one) => {
      const { lane } = machine.pop('f64');
      const { region, at } = place(machine, one.offset);
      machine.memory.write(region, at, 8, lane);
    },
  ],
  [
    'v128.load',
    (machine, one) => {
      const { region, at } = place(machine, one.offset);
      machine.pushV128([0, 8].map((o) => machine.memory.readLane(region, at + o)));
    },
  ],
  [
    'v128.load64_splat',
    (machine, one) => {
      const lane = laneAt(machine, one.offset);
      machine.pushV128([lane, lane]);
    },
  ],
  [
    'v128.load64_zero',
    (machine, one) => machine.pushV128([laneAt(machine, one.offset), zeroLane(machine)]),
  ],
  [
    'v128.store',
    (machine, one) => {
      const { lanes } = machine.pop('v128');
      const { region, at } = place(machine, one.offset);
      lanes.forEach((lane, i) => machine.memory.write(region, at + 8 * i, 8, lane));
    },
  ],
  [
    'memory.copy',
    (machine) => {
      const length = machine.popI32().constant();
      const [from, to] = [place(machine, 0), place(machine, 0)];
      if (length === null || length < 0n || length % 8n || length > 4096n)
        throw new Refused('copies an unknown number of bytes');
      // Between two cells all is read before anything is written (§4.4.7.19).
      const offsets = Array.from({ length: Number(length) / 8 }, (_, i) => 8 * i);
      const lanes = offsets.map((o) => machine.memory.readLane(from.region, from.at + o));
      offsets.forEach((o, i) => machine.memory.write(to.region, to.at + o, 8, lanes[i]));
    },
  ],
];
