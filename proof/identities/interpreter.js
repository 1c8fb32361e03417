/**
 * A plain interpreter of decoded code, on BigInt, of all instructions that the proofs have rules
 * for. It shares nothing with the rules but the decoder.
 *
 * `call` runs a function, or returns null if it is to be interpreted; `branch` learns which way a
 * branch or selection goes.
 * @typedef {{ call?: (index: number, operands: any[]) => any[] | null,
 *   branch?: (index: number, pc: number, isTaken: boolean) => void }} Hooks
 */
const MOST_STEPS = 4_000_000;
const u64 = (/** @type {any} */ x) => BigInt.asUintN(64, x);
const s64 = (/** @type {any} */ x) => BigInt.asIntN(64, x);
const bits = new DataView(new ArrayBuffer(8));

/** @param {bigint} pattern */
export function doubleOf(pattern) {
  bits.setBigUint64(0, pattern);
  return bits.getFloat64(0);
}
/** @param {number} double */
export function patternOf(double) {
  bits.setFloat64(0, double);
  return bits.getBigUint64(0);
}
/** A double as n·2^e. @param {bigint} pattern */
export function dyadicOf(pattern) {
  const exponent = Number((pattern >> 52n) & 0x7ffn);
  const fraction = pattern & ((1n << 52n) - 1n);
  const n = exponent ? fraction | (1n << 52n) : fraction;
  return { n: pattern >> 63n ? -n : n, e: Math.max(exponent, 1) - 1075 };
}

/** (±a·b) + c rounded once, ties to even. */
function fusedMultiplyAdd(
  /** @type {any} */ a,
  /** @type {any} */ b,
  /** @type {any} */ c,
  /** @type {any} */ sign,
) {
  const [x, y, z] = [a, b, c].map(dyadicOf);
  const product = { n: sign * x.n * y.n, e: x.e + y.e };
  const e = Math.min(product.e, z.e);
  let n = (product.n << BigInt(product.e - e)) + (z.n << BigInt(z.e - e));
  if (n === 0n) return 0n;
  const isNegative = n < 0n;
  if (isNegative) n = -n;
  let shift = n.toString(2).length - 53;
  if (shift > 0) {
    const half = 1n << BigInt(shift - 1);
    const rest = n & ((half << 1n) - 1n);
    n >>= BigInt(shift);
    if (rest > half || (rest === half && n & 1n)) n++;
  } else shift = 0;
  return patternOf(Number(isNegative ? -n : n) * 2 ** (e + shift));
}

/** @type {Record<string, (a: any, b: any) => any>} */
const INTEGER = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div_u: (a, b) => a / b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};
/** @type {Record<string, (a: any, b: any) => any>} */
const COMPARE = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  gt: (a, b) => a > b,
  le: (a, b) => a <= b,
  ge: (a, b) => a >= b,
};
/** @type {Record<string, (a: any, b: any) => any>} */
const FLOAT = { add: (a, b) => a + b, sub: (a, b) => a - b, mul: (a, b) => a * b };
/** @type {Record<string, number>} */
const SIZES = { store32: 4, store8: 1, store: 8, load32_u: 4, load32_s: 4, load8_u: 1, load: 8 };

/**
 * Runs a function.
 * @param {any} module
 * @param {number} index
 * @param {any[]} operands unsigned
 * @param {DataView} memory
 * @param {(pc: number, top: any) => void} watch
 * @param {Hooks} [hooks]
 * @returns {any[]} results
 */
export function interpret(module, index, operands, memory, watch, hooks = {}) {
  const one = module.functions[index - module.imports.length];
  const { code } = one;
  const zeros = one.locals.map((/** @type {any} */ type) => (type === 'v128' ? [0n, 0n] : 0n));
  const locals = [...operands, ...zeros];
  /** @type {any[]} */
  const stack = [];
  /** @type {any[]} */
  const labels = [];
  const pop = () => stack.pop();
  const push = (/** @type {any} */ x) => stack.push(x);
  const address = (/** @type {any} */ offset) => Number(pop()) + offset;
  const read = (/** @type {any} */ at, /** @type {any} */ size) => {
    if (size === 8) return memory.getBigUint64(at, true);
    return BigInt(size === 4 ? memory.getUint32(at, true) : memory.getUint8(at));
  };
  const write = (/** @type {any} */ at, /** @type {any} */ size, /** @type {any} */ value) => {
    if (size === 8) return memory.setBigUint64(at, value, true);
    const word = Number(BigInt.asUintN(8 * size, value));
    if (size === 4) memory.setUint32(at, word, true);
    else memory.setUint8(at, word);
  };
  const lanes = (/** @type {any} */ rule) => {
    const [b, a] = [pop(), pop()];
    push(a.map((/** @type {any} */ x, /** @type {any} */ i) => u64(rule(x, b[i]))));
  };
  const isTaken = (/** @type {any} */ pc) => {
    const taken = pop() !== 0n;
    hooks.branch?.(index, pc, taken);
    return taken;
  };
  const branch = (/** @type {any} */ depth) => {
    if (depth === labels.length) return code.length;
    const label = labels[labels.length - 1 - depth];
    const kept = label.result && !label.isLoop ? [pop()] : [];
    stack.length = label.height;
    stack.push(...kept);
    labels.length -= label.isLoop ? depth : depth + 1;
    return (label.isLoop ? label.start : label.end) + 1;
  };
  for (let pc = 0, steps = 0; pc < code.length; steps++) {
    if (steps > MOST_STEPS) throw new RangeError('too many steps');
    const at = pc;
    pc = step(code[pc], pc);
    watch(at, stack[stack.length - 1]);
  }
  return stack.splice(stack.length - one.type.results.length);

  function step(/** @type {any} */ instruction, /** @type {any} */ pc) {
    const { op, offset = 0 } = instruction;
    const height = stack.length;
    const { end, result } = instruction;
    switch (op) {
      case 'block':
      case 'loop':
        labels.push({ isLoop: op === 'loop', start: pc, end, height, result });
        return pc + 1;
      case 'if': {
        const taken = isTaken(pc);
        if (!taken && instruction.otherwise < 0) return end + 1;
        labels.push({ isLoop: false, start: pc, end, height: height - 1, result });
        return (taken ? pc : instruction.otherwise) + 1;
      }
      case 'else':
        return end;
      case 'end':
        labels.pop();
        return pc + 1;
      case 'br':
        return branch(instruction.index);
      case 'br_if':
        return isTaken(pc) ? branch(instruction.index) : pc + 1;
      case 'return':
        return code.length;
      case 'unreachable':
        throw new RangeError('it traps');
      case 'call': {
        const callee = module.functions[instruction.index - module.imports.length];
        const given = stack.splice(stack.length - callee.type.params.length);
        const results =
          hooks.call?.(instruction.index, given) ??
          interpret(module, instruction.index, given, memory, watch, hooks);
        stack.push(...results);
        return pc + 1;
      }
      case 'local.get':
        push(locals[instruction.index]);
        return pc + 1;
      case 'local.set':
        locals[instruction.index] = pop();
        return pc + 1;
      case 'local.tee':
        locals[instruction.index] = stack[stack.length - 1];
        return pc + 1;
      case 'nop':
        return pc + 1;
      case 'drop':
        pop();
        return pc + 1;
      case 'select': {
        const isFirst = isTaken(pc);
        const [b, a] = [pop(), pop()];
        push(isFirst ? a : b);
        return pc + 1;
      }
    }
    plain(instruction, op, offset);
    return pc + 1;
  }

  function plain(/** @type {any} */ instruction, /** @type {any} */ op, /** @type {any} */ offset) {
    const [type, name] = op.split('.');
    if (type === 'f64') return double(instruction, name, offset);
    if (type !== 'i32' && type !== 'i64') return vector(instruction, op, offset);
    const width = type === 'i32' ? 32 : 64;
    const word = (/** @type {any} */ x) => BigInt.asUintN(width, x);
    const [base, suffix] = name.split('_');
    if (INTEGER[name]) {
      const [b, a] = [pop(), pop()];
      return push(word(INTEGER[name](a, b)));
    }
    if (COMPARE[base]) {
      const form =
        suffix === 's'
          ? (/** @type {any} */ x) => BigInt.asIntN(width, x)
          : (/** @type {any} */ x) => x;
      const [b, a] = [form(pop()), form(pop())];
      return push(COMPARE[base](a, b) ? 1n : 0n);
    }
    if (name.startsWith('load')) {
      const size = name === 'load' ? width / 8 : SIZES[name];
      const value = read(address(offset), size);
      return push(word(name.endsWith('_s') ? BigInt.asIntN(8 * size, value) : value));
    }
    if (name.startsWith('store')) {
      const value = pop();
      return write(address(offset), name === 'store' ? width / 8 : SIZES[name], value);
    }
    switch (name) {
      case 'const':
        return push(word(instruction.value));
      case 'eqz':
        return push(pop() === 0n ? 1n : 0n);
      case 'clz':
        return push(BigInt(width - pop().toString(2).replace(/^0$/, '').length));
      case 'ctz':
        return push(
          BigInt(/0*$/.exec((pop() | (1n << BigInt(width))).toString(2))?.[0].length ?? 0),
        );
      case 'shl':
      case 'shr_u':
      case 'shr_s': {
        const k = pop() % BigInt(width);
        const a = pop();
        const shifted = name === 'shr_s' ? BigInt.asIntN(width, a) >> k : a >> k;
        return push(word(name === 'shl' ? a << k : shifted));
      }
      case 'rotl': {
        const k = pop() % BigInt(width);
        const a = pop();
        return push(word((a << k) | (a >> (BigInt(width) - k))));
      }
      case 'wrap_i64':
      case 'extend_i32_u':
        return push(BigInt.asUintN(32, pop()));
      case 'extend_i32_s':
        return push(u64(BigInt.asIntN(32, pop())));
      case 'mul_wide_u': {
        const [b, a] = [pop(), pop()];
        const product = BigInt(a) * BigInt(b);
        return stack.push(u64(product), product >> 64n);
      }
      case 'add128':
      case 'sub128': {
        const [bh, bl, ah, al] = [pop(), pop(), pop(), pop()];
        const [a, b] = [al + (ah << 64n), bl + (bh << 64n)];
        const sum = BigInt.asUintN(128, name === 'add128' ? a + b : a - b);
        return stack.push(u64(sum), sum >> 64n);
      }
      case 'trunc_sat_f64_s':
        return push(u64(BigInt(Math.trunc(doubleOf(pop())))));
      case 'reinterpret_f64':
        return undefined;
    }
    throw new Error(`the interpreter does not know ${op}`);
  }

  function double(
    /** @type {any} */ instruction,
    /** @type {any} */ name,
    /** @type {any} */ offset,
  ) {
    if (FLOAT[name]) {
      const [b, a] = [doubleOf(pop()), doubleOf(pop())];
      return push(patternOf(FLOAT[name](a, b)));
    }
    if (name === 'const') return push(BigInt.asUintN(64, instruction.value));
    if (name === 'abs') return push(BigInt.asUintN(63, pop()));
    if (COMPARE[name]) {
      const [b, a] = [doubleOf(pop()), doubleOf(pop())];
      return push(COMPARE[name](a, b) ? 1n : 0n);
    }
    if (name === 'load') return push(read(address(offset), 8));
    if (name === 'store') {
      const value = pop();
      return write(address(offset), 8, value);
    }
    if (name === 'convert_i64_s') return push(patternOf(Number(s64(pop()))));
    if (name === 'reinterpret_i64') return undefined;
    throw new Error(`the interpreter does not know f64.${name}`);
  }

  function vector(
    /** @type {any} */ instruction,
    /** @type {any} */ op,
    /** @type {any} */ offset,
  ) {
    const [type, name] = op.split('.');
    if (type === 'f64x2' && FLOAT[name])
      return lanes((/** @type {any} */ a, /** @type {any} */ b) =>
        patternOf(FLOAT[name](doubleOf(a), doubleOf(b))),
      );
    switch (op) {
      case 'f64x2.relaxed_madd':
      case 'f64x2.relaxed_nmadd': {
        const [c, b, a] = [pop(), pop(), pop()];
        const sign = op === 'f64x2.relaxed_madd' ? 1n : -1n;
        return push(
          a.map((/** @type {any} */ x, /** @type {any} */ i) =>
            fusedMultiplyAdd(x, b[i], c[i], sign),
          ),
        );
      }
      case 'f64x2.pmin':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) =>
          doubleOf(b) < doubleOf(a) ? b : a,
        );
      case 'f64x2.pmax':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) =>
          doubleOf(a) < doubleOf(b) ? b : a,
        );
      case 'f64x2.eq':
      case 'f64x2.ne':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) =>
          COMPARE[name](doubleOf(a), doubleOf(b)) ? -1n : 0n,
        );
      case 'f64x2.abs':
        return push(pop().map((/** @type {any} */ a) => BigInt.asUintN(63, a)));
      case 'v128.any_true':
        return push(pop().some((/** @type {any} */ a) => a !== 0n) ? 1n : 0n);
      case 'v128.bitselect': {
        const [mask, b, a] = [pop(), pop(), pop()];
        const choose = (/** @type {any} */ x, /** @type {any} */ y, /** @type {any} */ m) =>
          u64(BigInt(x & m) | BigInt(y & ~m));
        return push(
          a.map((/** @type {any} */ x, /** @type {any} */ i) => choose(x, b[i], mask[i])),
        );
      }
      case 'f64x2.neg':
        return push(pop().map((/** @type {any} */ a) => a ^ (1n << 63n)));
      case 'i64x2.add':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) => a + b);
      case 'i64x2.sub':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) => a - b);
      case 'v128.and':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) => a & b);
      case 'v128.or':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) => a | b);
      case 'v128.xor':
        return lanes((/** @type {any} */ a, /** @type {any} */ b) => a ^ b);
      case 'i64x2.shl':
      case 'i64x2.shr_u': {
        const k = pop() % 64n;
        return push(pop().map((/** @type {any} */ a) => u64(op === 'i64x2.shl' ? a << k : a >> k)));
      }
      case 'v128.andnot': {
        const [b, a] = [pop(), pop()];
        return push(a.map((/** @type {any} */ x, /** @type {any} */ i) => u64(x & ~b[i])));
      }
      case 'v128.const': {
        const half = (/** @type {any} */ from) =>
          instruction.bytes
            .slice(from, from + 8)
            .reduceRight((/** @type {any} */ n, /** @type {any} */ x) => (n << 8n) | BigInt(x), 0n);
        return push([half(0), half(8)]);
      }
      case 'v128.load': {
        const at = address(offset);
        return push([read(at, 8), read(at + 8, 8)]);
      }
      case 'v128.load64_splat': {
        const value = read(address(offset), 8);
        return push([value, value]);
      }
      case 'v128.load64_zero':
        return push([read(address(offset), 8), 0n]);
      case 'v128.store': {
        const value = pop();
        const at = address(offset);
        return value.forEach((/** @type {any} */ x, /** @type {any} */ i) =>
          write(at + 8 * i, 8, x),
        );
      }
      case 'i8x16.shuffle': {
        const [b, a] = [pop(), pop()];
        const words = [...a, ...b];
        const half = (/** @type {number} */ from) =>
          instruction.bytes
            .slice(from, from + 8)
            .reduceRight(
              (/** @type {bigint} */ n, /** @type {number} */ k) =>
                (n << 8n) | ((words[k >> 3] >> BigInt(8 * (k & 7))) & 255n),
              0n,
            );
        return push([half(0), half(8)]);
      }
      case 'f64x2.extract_lane':
      case 'i64x2.extract_lane':
        return push(pop()[instruction.lane]);
      case 'f64x2.splat':
      case 'i64x2.splat': {
        const value = pop();
        return push([value, value]);
      }
    }
    throw new Error(`the interpreter does not know ${op}`);
  }
}
