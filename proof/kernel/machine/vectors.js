/**
 * Rules of v128 as two lanes of 64 bits, words or doubles (specification, §4.4.3), and of the
 * relaxed multiply-add, which is assumed to be fused: rounded once.
 */
import { Lane, round } from '../double.js';
import { Refused } from '../refused.js';
import { add, exact, laneOf } from './doubles.js';
import { and, inBothOrders, or, shiftRight, xor } from './integers.js';
import { combined } from './masks.js';

/**
 * @import { Value } from '../number.js'
 * @import { Machine, Rule } from './machine.js'
 */

const SIGN = 1n << 63n;

/** @param {Machine} machine @param {Value} word */
const laneOfWord = (machine, word) => new Lane(machine.domain, { word });

/**
 * Of lanes of which one is unknown, an unknown one: no such instruction traps.
 * @param {(machine: Machine, ...lanes: Lane[]) => Lane} rule
 * @param {number} [count] of operands
 * @returns {Rule}
 */
const lanewise =
  (rule, count = 2) =>
  (machine) => {
    const operands = Array.from({ length: count }, () => machine.popV128()).reverse();
    const lanes = operands[0].map((_, i) => {
      const those = operands.map((operand) => operand[i]);
      return those.every((lane) => lane.isKnown)
        ? rule(machine, ...those)
        : new Lane(machine.domain, {});
    });
    machine.pushV128(lanes);
  };
/** @param {(a: Value, b: Value) => Value} rule @returns {Rule} */
const words = (rule) => lanewise((machine, a, b) => laneOfWord(machine, rule(a.word(), b.word())));
/** @param {(machine: Machine, a: Lane, b: Lane) => Lane} rule @returns {Rule} */
const doubles = (rule) => (machine) => {
  const b = machine.popV128();
  machine.pushV128(machine.popV128().map((lane, i) => rule(machine, lane, b[i])));
};

/**
 * The one lane, or the other one that has no or all bits set, if that is what is left of both.
 * @param {'any' | 'all'} op @param {Lane} lane @param {Lane} other
 */
function wholeOf(op, lane, other) {
  const word = other.knownWord?.constant() ?? null;
  const bits = word === null ? null : BigInt.asIntN(64, word);
  if (bits === 0n) return op === 'all' ? other : lane;
  return bits === -1n ? (op === 'all' ? lane : other) : null;
}

/**
 * @param {'any' | 'all'} op of masks
 * @param {(a: Value, b: Value) => Value} rule
 * @returns {Rule}
 */
const bitwise = (op, rule) => (machine) => {
  const [y, x] = [machine.pop('v128').lanes, machine.pop('v128').lanes];
  const whole = x.map((lane, i) => wholeOf(op, lane, y[i]) ?? wholeOf(op, y[i], lane));
  machine.pushV128(x);
  machine.pushV128(y);
  const [b, a] = [machine.popV128(), machine.popV128()];
  const lanes = a.map((lane, i) => {
    if (whole[i]) return whole[i];
    const mask = combined(machine, op, lane, b[i]);
    if (mask) return mask;
    const isKnown = lane.isKnown && b[i].isKnown;
    return isKnown
      ? laneOfWord(machine, rule(lane.word(), b[i].word()))
      : new Lane(machine.domain, {});
  });
  machine.pushV128(lanes);
};

/** ±(a·b) + c, rounded once. @param {1n | -1n} sign @returns {Rule} */
const multiplyAdd = (sign) =>
  lanewise((machine, a, b, c) => {
    const product = a.double().mul(b.double()).times(sign);
    return laneOf(machine, round(product.add(c.double())));
  }, 3);

/** @param {(a: Value, k: bigint) => Value} rule @returns {Rule} */
const shift = (rule) => (machine, one) => {
  const k = BigInt.asUintN(6, machine.count(machine.popI32()));
  lanewise((_, lane) => laneOfWord(machine, rule(lane.word(), k)), 1)(machine, one);
};

/**
 * fpmin and fpmax (§4.3.3.24): pmin(a, b) is b if b < a, else a. Of a constant b: a less what
 * exceeds it.
 * @param {boolean} isMin @returns {Rule}
 */
const pseudoExtreme = (isMin) =>
  lanewise((machine, a, b) => {
    const [x, limit] = [a.double(), b.double().constant()];
    if (limit === null || !x.isInteger) throw new Refused('the smaller of two unknown doubles');
    if (isMin ? x.high <= limit : x.low >= limit) return a;
    // Where both are 0 it is a's, whose sign need not be that of b.
    if (isMin ? x.low >= limit : x.high <= limit)
      return limit === 0n ? laneOf(machine, b.double()) : b;
    return laneOf(machine, x.cut(limit, isMin));
  });

/**
 * An exclusive or with the sign bit negates a double.
 * @param {Machine} machine
 * @param {Lane} a
 * @param {Lane} b
 */
function xorLanes(machine, a, b) {
  for (const [lane, mask] of inBothOrders(a, b)) {
    const constant = mask.knownWord?.constant() ?? null;
    if (constant === null || !lane.knownDouble) continue;
    const bits = BigInt.asUintN(64, constant);
    if (bits === 0n) return lane;
    if (bits !== SIGN) continue;
    return laneOf(machine, lane.knownDouble.times(-1n));
  }
  return laneOfWord(machine, xor(a.word(), b.word()));
}

/** @type {Rule} */
function shuffle(machine, { bytes = [] }) {
  const [b, a] = [machine.pop('v128').lanes, machine.pop('v128').lanes];
  const lanes = [...a, ...b];
  /** @param {number} i */
  const byte = (i) => {
    const lane = lanes[i >> 3];
    if (!lane?.isKnown) throw new Refused('a byte of a lane');
    return lane
      .word()
      .unsigned()
      .split(8 * (i % 8))
      .high.split(8).low;
  };
  /** @param {number[]} places @returns {Lane} */
  const chosen = (places) => {
    if (places[0] % 8 === 0 && places.every((place, i) => place === places[0] + i))
      return lanes[places[0] / 8];
    const parts = places.map((place, i) => byte(place).times(1n << BigInt(8 * i)));
    return laneOfWord(
      machine,
      parts.reduce((sum, part) => sum.add(part)),
    );
  };
  machine.pushV128([0, 8].map((first) => chosen([...bytes.slice(first, first + 8)])));
}

/** @type {[string, Rule][]} */
export const VECTOR_RULES = [
  ['f64x2.relaxed_madd', multiplyAdd(1n)],
  ['f64x2.relaxed_nmadd', multiplyAdd(-1n)],
  ['f64x2.add', doubles(add)],
  ['f64x2.sub', doubles(exact((a, b) => a.sub(b)))],
  ['f64x2.mul', doubles(exact((a, b) => a.mul(b)))],
  ['f64x2.neg', lanewise((machine, lane) => laneOf(machine, lane.double().times(-1n)), 1)],
  ['f64x2.pmin', pseudoExtreme(true)],
  ['f64x2.pmax', pseudoExtreme(false)],
  ['i64x2.add', words((a, b) => a.add(b))],
  ['i64x2.sub', words((a, b) => a.sub(b))],
  ['i64x2.shl', shift((a, k) => a.times(1n << k))],
  ['i64x2.shr_u', shift(shiftRight)],
  ['v128.and', bitwise('all', and)],
  [
    // a and not b (§4.4.3.3): of lanes that a constant b keeps or clears.
    'v128.andnot',
    lanewise((machine, a, b) => {
      const mask = b.word().constant();
      if (mask === 0n) return a;
      if (mask === null || BigInt.asIntN(64, mask) !== -1n) throw new Refused('a part of a lane');
      return laneOfWord(machine, machine.domain.constant(0n));
    }),
  ],
  ['v128.or', bitwise('any', or)],
  ['v128.xor', lanewise(xorLanes)],
  [
    'v128.const',
    (machine, one) => {
      const halves = [one.bytes?.slice(0, 8) ?? [], one.bytes?.slice(8) ?? []];
      const bits = halves.map((half) => half.reduceRight((sum, x) => (sum << 8n) | BigInt(x), 0n));
      machine.pushV128(bits.map((word) => laneOfWord(machine, machine.domain.constant(word))));
    },
  ],
  // A choice of bytes (§4.4.3.7), often of whole lanes.
  ['i8x16.shuffle', shuffle],
  ['f64x2.extract_lane', (machine, one) => machine.pushF64(laneAt(machine, one.lane))],
  [
    'i64x2.extract_lane',
    (machine, one) => {
      machine.pushI64(laneAt(machine, one.lane).word());
    },
  ],
  [
    'i64x2.splat',
    (machine) => {
      const lane = laneOfWord(machine, machine.popI64());
      machine.pushV128([lane, lane]);
    },
  ],
  [
    'f64x2.splat',
    (machine) => {
      const { lane } = machine.pop('f64');
      machine.pushV128([lane, lane]);
    },
  ],
];

/** @param {Machine} machine @param {number | undefined} index @returns {Lane} */
function laneAt(machine, index) {
  const lane = machine.pop('v128').lanes[index ?? -1];
  if (!lane) throw new Refused('an unknown lane');
  return lane;
}
