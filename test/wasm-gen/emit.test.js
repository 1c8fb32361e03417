import { describe, expect, it } from 'vitest';

import { assemble } from '../../wasm-gen/emit/assemble.js';
import { EmitError, floatText } from '../../wasm-gen/emit/expression.js';
import * as instructions from '../../wasm-gen/emit/instructions.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { assertNonePending } from '../../wasm-gen/emit/pending.js';
import { lowerWide } from '../support/lower-wide.js';

const { i32, i64, loads, mnemonics, signatures, stores, wideSignatures } = instructions;

/** The emitter's function for a mnemonic. @param {string} mnemonic */
function emitterOf(mnemonic) {
  const [prefix, name] = mnemonic.split('.');
  return /** @type {any} */ (instructions)[prefix][name];
}

/** Parameters a, b, … of the given types. @param {string[]} types @returns {any} */
const parameters = (types) =>
  Object.fromEntries(types.map((type, i) => [String.fromCharCode(97 + i), type]));

/** The EmitError that a call throws. @param {() => unknown} call */
function emitErrorOf(call) {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(EmitError);
    return /** @type {EmitError} */ (error);
  } finally {
    // Statements left pending by a failing call must not fail the next test.
    try {
      assertNonePending('clean-up');
    } catch {
      // As intended.
    }
  }
  return expect.fail('expected an EmitError');
}

/**
 * The line of this file that called.
 * @returns {number}
 */
function callerLine() {
  const frame = (new Error().stack ?? '').split('\n')[2];
  return Number(/:(\d+):\d+\)?$/.exec(frame)?.[1]);
}

/** The message; the test runner adds a query to the name of this file. @param {Error} error */
const withoutQuery = ({ message }) => message.replace(/\?[^:]*(?=:\d+:\d+\)$)/, '');

/**
 * Runs `build` in a function with a parameter of every kind.
 * @param {(f: any, locals: any) => void} build
 */
function inFunction(build) {
  const m = new ModuleBuilder('errors');
  m.func('f', { params: { x: 'i32', y: 'i64', z: 'f64' } }, build);
  return m;
}

describe('the instruction table', () => {
  const rows = signatures.flatMap(([names, types, result]) =>
    mnemonics(names).map((op) => ({ op, types, result })),
  );

  it('names every instruction once', () => {
    const rowsOfAll = [...signatures, ...wideSignatures, ...loads, ...stores];
    const all = rowsOfAll.flatMap(([names]) => mnemonics(names));
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(rows)('$op has the signature that the assembler knows', async ({ op, types, result }) => {
    const m = new ModuleBuilder('one');
    m.func('f', { params: parameters(types), result, exported: true }, (f, params) => {
      f.result(emitterOf(op)(...Object.values(params)));
    });
    const wat = m.toWat();
    const operands = types.map((_, i) => `(local.get $${String.fromCharCode(97 + i)})`);
    expect(wat).toContain(`(${[op, ...operands].join(' ')})`);
    await assemble('one', wat);
  });

  it.each(loads.flatMap(([names, type]) => mnemonics(names).map((op) => ({ op, type }))))(
    '$op loads the type that the assembler knows',
    async ({ op, type }) => {
      const m = new ModuleBuilder('one');
      m.func('near', { params: { a: 'i32' }, result: type }, (f, { a }) =>
        f.result(emitterOf(op)(a)),
      );
      m.func('far', { params: { a: 'i32' }, result: type }, (f, { a }) =>
        f.result(emitterOf(op)(a, 40)),
      );
      const wat = m.toWat();
      expect(wat).toContain(`(${op} (local.get $a))`);
      expect(wat).toContain(`(${op} offset=40 (local.get $a))`);
      await assemble('one', wat);
    },
  );

  it.each(stores.flatMap(([names, type]) => mnemonics(names).map((op) => ({ op, type }))))(
    '$op stores the type that the assembler knows',
    async ({ op, type }) => {
      const m = new ModuleBuilder('one');
      m.func('f', { params: { a: 'i32', b: type } }, (f, { a, b }) =>
        f.emit(emitterOf(op)(a, b), emitterOf(op)(a, b, 16)),
      );
      const wat = m.toWat();
      expect(wat).toContain(`(${op} (local.get $a) (local.get $b))`);
      expect(wat).toContain(`(${op} offset=16 (local.get $a) (local.get $b))`);
      await assemble('one', wat);
    },
  );

  const wide = wideSignatures.flatMap(([names, words]) =>
    mnemonics(names).map((op) => ({ op, words })),
  );

  it.each(wide)('$op has the signature that binaryen knows', async ({ op, words }) => {
    const build = (/** @type {boolean} */ nested) => {
      const m = new ModuleBuilder('one');
      const params = parameters(Array(words).fill('i64'));
      m.func('f', { params, result: 'i64', exported: true }, (f, locals) => {
        const [low, high] = [f.local('low', 'i64'), f.local('high', 'i64')];
        const given = Object.values(locals);
        const operands = nested ? [i64.mul_wide_u(given[0], given[1]), ...given.slice(2)] : given;
        f.setPair(low, high, emitterOf(op)(...operands));
        f.result(i64.xor(low, high));
      });
      return m.toWat();
    };
    const wat = build(false);
    const operands = Array.from({ length: words }, (_, i) => `(local.get $${'abcd'[i]})`);
    const text = `(local.set $low (local.set $high (${[op, ...operands].join(' ')})))`;
    expect(wat.replace(/\s+/g, ' ')).toContain(text);
    await assemble('one', wat);
    // A pair stands for two operands.
    await assemble('one', words === 4 ? build(true) : wat);
    // The stand-in of the tests has the same signature.
    await assemble('one', lowerWide(wat));
    await expect(assemble('bad', wat.replace('(local.get $a) ', ''))).rejects.toThrow();
  });

  it('computes wide results by definition, for engines without wide arithmetic', async () => {
    const m = new ModuleBuilder('meaning');
    for (const { op, words } of wide) {
      for (const word of ['low', 'high']) {
        const name = `${op.slice(4)}_${word}`;
        const params = parameters(Array(words).fill('i64'));
        m.func(name, { params, result: 'i64', exported: true }, (f, locals) => {
          const [low, high] = [f.local('low', 'i64'), f.local('high', 'i64')];
          f.setPair(low, high, emitterOf(op)(...Object.values(locals)));
          f.result(word === 'low' ? low : high);
        });
      }
    }
    const { instance } = await WebAssembly.instantiate(
      await assemble('meaning', lowerWide(m.toWat())),
      { env: { memory: new WebAssembly.Memory({ initial: 1 }) } },
    );
    const run = (/** @type {string} */ name, /** @type {bigint[]} */ ...words) => {
      const [low, high] = ['low', 'high'].map((word) =>
        BigInt.asUintN(64, /** @type {any} */ (instance.exports)[`${name}_${word}`](...words)),
      );
      return (high << 64n) | low;
    };
    const values = [
      0n,
      1n,
      2n,
      1n << 31n,
      1n << 32n,
      (1n << 32n) - 1n,
      1n << 63n,
      (1n << 64n) - 1n,
    ];
    values.push((1n << 64n) - (1n << 32n), 0x9e3779b97f4a7c15n, 0xd1342543de82ef95n);
    const wrap = (/** @type {bigint} */ value) => BigInt.asUintN(128, value);
    for (const a of values) {
      for (const b of values) {
        expect(run('mul_wide_u', a, b)).toBe(a * b);
        for (const c of values) {
          for (const d of values) {
            const [x, y] = [(b << 64n) | a, (d << 64n) | c];
            if (run('add128', a, b, c, d) !== wrap(x + y)) expect.fail(`${x} + ${y}`);
            if (run('sub128', a, b, c, d) !== wrap(x - y)) expect.fail(`${x} − ${y}`);
          }
        }
      }
    }
  });

  it('refuses pairs where they do not fit', () => {
    const pair = i64.mul_wide_u(1n, 2n);
    const error = (/** @type {(f: any, locals: any) => void} */ build) =>
      emitErrorOf(() => inFunction(build)).message;
    expect(error((f, { y }) => f.set(y, pair))).toMatch(
      /type i64, got i64.mul_wide_u of type pair/,
    );
    expect(error((f, { y }) => f.setPair(y, y, i64.add(y, y)))).toMatch(/expected a pair/);
    expect(error((f, { x, y }) => f.setPair(x, y, pair))).toMatch(/locals of type i64, got \$x/);
    expect(error(() => i64.add128(pair, 1n))).toMatch(/expected 4 operand\(s\), got 3/);
  });

  it('has an assembler that refuses wrong signatures', async () => {
    for (const body of ['(i64.add (i32.const 1) (i64.const 1))', '(i32.add (i32.const 1))']) {
      await expect(assemble('bad', `(module (func (result i64) ${body}))`)).rejects.toThrow();
    }
  });

  it.each([
    { op: 'i32.sub', a: 3, b: 5, result: -2 },
    { op: 'i32.shr_u', a: -1, b: 28, result: 15 },
    { op: 'i32.shr_s', a: -16, b: 2, result: -4 },
    { op: 'i32.lt_u', a: -1, b: 1, result: 0 },
    { op: 'i32.lt_s', a: -1, b: 1, result: 1 },
    { op: 'i32.ge_u', a: -1, b: 1, result: 1 },
    { op: 'i64.sub', a: 3n, b: 5n, result: -2n },
    { op: 'i64.shr_u', a: -1n, b: 60n, result: 15n },
    { op: 'i64.shr_s', a: -16n, b: 2n, result: -4n },
    { op: 'i64.gt_u', a: -1n, b: 1n, result: 1 },
    { op: 'i64.gt_s', a: -1n, b: 1n, result: 0 },
  ])('$op takes its operands in order: ($a, $b) → $result', async ({ op, a, b, result }) => {
    const { types, result: type } = rows.find((row) => row.op === op) ?? expect.fail(op);
    const m = new ModuleBuilder('one');
    m.func('f', { params: parameters(types), result: type, exported: true }, (f, params) =>
      f.result(emitterOf(op)(params.a, params.b)),
    );
    const memory = new WebAssembly.Memory({ initial: 1 });
    const bytes = await assemble('one', m.toWat());
    const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
    expect(/** @type {any} */ (instance.exports).f(a, b)).toBe(result);
  });
});

describe('constants', () => {
  it('are signed or unsigned, and printed as the assembler wants them', () => {
    expect(i32.const(2 ** 32 - 1).immediates).toEqual(['-1']);
    expect(i32.const(-(2 ** 31)).immediates).toEqual(['-2147483648']);
    expect(i64.const(2n ** 64n - 1n).immediates).toEqual(['-1']);
    expect(i64.const(2n ** 63n).immediates).toEqual([String(-(2n ** 63n))]);
    expect(i64.const(7).immediates).toEqual(['7']);
  });

  it('stand for plain numbers of the type that is expected', () => {
    const sum = i64.add(1, 2n);
    expect(sum.operands.map(({ op, type }) => [op, type])).toEqual([
      ['i64.const', 'i64'],
      ['i64.const', 'i64'],
    ]);
  });

  it('of floating point keep the sign of zero, infinities and not-a-number', () => {
    expect([0, -0, 1.5, Infinity, -Infinity, NaN, 2 ** 103].map(floatText)).toEqual([
      '0',
      '-0',
      '1.5',
      'inf',
      '-inf',
      'nan',
      String(2 ** 103),
    ]);
  });
});

describe('mistakes of a generator', () => {
  /**
   * @type {Array<[what: string, call: (f: any, locals: any) => unknown, expected: string,
   *   got: string, operation: string]>}
   */
  const mistakes = [
    [
      'an operand of the wrong type',
      (_, { x, y }) => i64.add(y, x),
      'operand 2 of type i64',
      'local.get of type i32',
      'i64.add',
    ],
    [
      'a statement as an operand',
      (_, { x }) => i32.add(i32.store(x, 0), 1),
      'operand 1 of type i32',
      'i32.store of type nothing',
      'i32.add',
    ],
    [
      'an address of the wrong type',
      (_, { y }) => i64.load(y),
      'address of type i32',
      'local.get of type i64',
      'i64.load',
    ],
    [
      'a value of the wrong type',
      (_, { x, y }) => i32.store(x, y),
      'value of type i32',
      'local.get of type i64',
      'i32.store',
    ],
    ['an operand that is missing', (_, { x }) => i32.add(x), '2 operand(s)', '1', 'i32.add'],
    ['an operand too many', (_, { x }) => i32.eqz(x, x), '1 operand(s)', '2', 'i32.eqz'],
    [
      'an operand that is no expression',
      (_, { x }) => i32.add(x, 'y'),
      'operand 2 of type i32',
      'string y',
      'i32.add',
    ],
    [
      'an undefined operand',
      (_, { x }) => i32.add(x, undefined),
      'operand 2 of type i32',
      'undefined undefined',
      'i32.add',
    ],
    ['a fraction', (_, { x }) => i32.add(x, 0.5), 'operand 2 of type i32', 'number 0.5', 'i32.add'],
    [
      'a number that is not exact',
      (_, { y }) => i64.add(y, 2 ** 53),
      'operand 2 of type i64',
      'number 9007199254740992',
      'i64.add',
    ],
    [
      'a constant above 32 bits',
      () => i32.const(2 ** 32),
      'operand of 32 bits',
      '4294967296',
      'i32.const',
    ],
    [
      'a constant below 32 bits',
      () => i32.const(-(2 ** 31) - 1),
      'operand of 32 bits',
      '-2147483649',
      'i32.const',
    ],
    [
      'a constant above 64 bits',
      () => i64.const(2n ** 64n),
      'operand of 64 bits',
      '18446744073709551616',
      'i64.const',
    ],
    [
      'a constant below 64 bits',
      () => i64.const(-(2n ** 63n) - 1n),
      'operand of 64 bits',
      '-9223372036854775809',
      'i64.const',
    ],
    ['a negative offset', (_, { x }) => i32.load(x, -4), 'a constant offset ≥ 0', '-4', 'i32.load'],
    [
      'an offset that is no constant',
      (_, { x }) => i32.load(x, x),
      'a constant offset ≥ 0',
      '[object Object]',
      'i32.load',
    ],
    [
      'setting a local to the wrong type',
      (f, { x, y }) => f.set(x, y),
      'value of type i32',
      'local.get of type i64',
      'local.set $x',
    ],
    [
      'a tee of the wrong type',
      (f, { x, y }) => f.tee(y, x),
      'value of type i64',
      'local.get of type i32',
      'local.tee $y',
    ],
    [
      'setting what is no local',
      (f) => f.set(i32.const(1), 1),
      'a local',
      '[object Object]',
      'local.set',
    ],
    [
      'a condition of the wrong type',
      (f, { y }) => f.if(y, () => {}),
      'condition of type i32',
      'local.get of type i64',
      'if',
    ],
    [
      'a branch on the wrong type',
      (f, { y }) => f.loop((/** @type {string} */ label) => f.brIf(label, y)),
      'condition of type i32',
      'local.get of type i64',
      'br_if',
    ],
    ['emitting a value', (f, { x }) => f.emit(i32.add(x, 1)), 'a statement', 'i32.add', 'emit'],
    ['emitting nothing', (f) => f.emit(undefined), 'a statement', 'undefined', 'emit'],
    [
      'a result where there is none',
      (f, { x }) => f.result(x),
      'nothing',
      'a value',
      'result of $f',
    ],
  ];

  it.each(mistakes)('%s', (_, call, expected, got, operation) => {
    const error = emitErrorOf(() => inFunction(call));
    expect(error.message).toContain(`${operation}: expected ${expected}, got ${got} (at `);
    expect(withoutQuery(error)).toMatch(/\(at (test\/)?wasm-gen\/emit\.test\.js:\d+:\d+\)$/);
  });

  it('are reported at the line of the generator', () => {
    let line = 0;
    const error = emitErrorOf(() =>
      inFunction((f, { x }) => {
        line = callerLine() + 2;
        // The next line is the one to name.
        f.set(x, i64.const(1));
      }),
    );
    expect(line).toBeGreaterThan(1);
    expect(withoutQuery(error)).toContain(`emit.test.js:${line}:`);
  });

  it('such as a local of another function', () => {
    const m = new ModuleBuilder('errors');
    /** @type {any} */
    let foreign;
    m.func('first', { params: { x: 'i32' } }, (f) => {
      foreign = f.local('mine', 'i32');
    });
    for (const use of /** @type {const} */ (['set', 'tee'])) {
      const error = emitErrorOf(() => m.func(use, {}, (f) => void f[use](foreign, 1)));
      expect(error.message).toContain(
        `local.${use}: expected a local of $${use}, got $mine of $first`,
      );
    }
  });

  it('such as calls with wrong operands', () => {
    const m = new ModuleBuilder('errors');
    const callee = m.func('callee', { params: { x: 'i32', y: 'i64' } }, () => {});
    expect(emitErrorOf(() => callee.call(1)).message).toContain(
      'call $callee: expected 2 operand(s), got 1',
    );
    expect(emitErrorOf(() => callee.call(1, i32.const(2))).message).toContain(
      'call $callee: expected operand 2 of type i64, got i32.const of type i32',
    );
    const imported = m.importFunc('host', 'report', ['i32']);
    expect(emitErrorOf(() => imported.call()).message).toContain(
      'call $report: expected 1 operand(s), got 0',
    );
  });

  it('such as a result of the wrong type, or a return without a value', () => {
    const m = new ModuleBuilder('errors');
    const wrong = emitErrorOf(() =>
      m.func('wrong', { params: { x: 'i32' }, result: 'i64' }, (f, { x }) => f.result(x)),
    );
    expect(wrong.message).toContain(
      'result of $wrong: expected operand of type i64, got local.get of type i32',
    );
    const missing = emitErrorOf(() => m.func('missing', { result: 'i64' }, (f) => f.return()));
    expect(missing.message).toContain('return: expected operand of type i64, got undefined');
  });

  it('such as a second function of the same name', () => {
    const m = new ModuleBuilder('errors');
    m.func('twice', {}, () => {});
    expect(emitErrorOf(() => m.func('twice', {}, () => {})).message).toContain(
      'func: expected a new name, got twice',
    );
  });

  it('such as statements that were built but never emitted', () => {
    const m = new ModuleBuilder('forgetful');
    const callee = m.func('callee', {}, () => {});
    m.func('f', { params: { x: 'i32' } }, (f, { x }) => {
      f.emit(i32.store(x, 1));
      i32.store(x, 2);
      callee.call();
    });
    expect(emitErrorOf(() => m.toWat()).message).toContain(
      'module forgetful: expected every statement emitted, got built but never emitted: i32.store, call',
    );
    // Said once; the next module starts clean.
    expect(new ModuleBuilder('clean').toWat()).toContain('(module $clean');
  });
});

describe('printing', () => {
  it('leaves out functions that no export reaches', () => {
    const m = new ModuleBuilder('reach');
    const called = m.func('called', {}, () => {});
    m.func('alone', {}, () => {});
    m.func('entry', { params: { x: 'i32' }, exported: true }, (f, { x }) => {
      f.if(i32.eqz(x), () => f.emit(called.call()));
    });
    expect([...m.toWat().matchAll(/func \$(\w+)/g)].map(([, name]) => name)).toEqual([
      'called',
      'entry',
    ]);
  });

  const build = () => {
    const m = new ModuleBuilder('example', 'An example.\nTwo lines.');
    const report = m.importFunc('host', 'report', ['i32']);
    m.exportConstant('size', 48);
    m.dataAt(16, new Uint8Array([0, 34, 92, 255]));
    const doc = 'Σ of the words below end.';
    m.func('sum', { params: { end: 'i32' }, result: 'i64', exported: true, doc }, (f, { end }) => {
      const at = f.local('at', 'i32', 0);
      const total = f.local('total', 'i64');
      f.comment('forward');
      f.block((done) => {
        f.loop((again) => {
          f.brIf(done, i32.ge_u(at, end));
          f.set(total, i64.add(total, i64.load32_u(at, 4)));
          f.set(at, i32.add(at, 4));
          f.br(again);
        });
      });
      f.if(
        i64.eqz(total),
        () => f.emit(report.call(1)),
        () => {
          const again = f.local('at', 'i32', 2);
          f.emit(report.call(again));
        },
      );
      f.result(total);
    });
    return m.toWat();
  };

  it('is stable', () => {
    expect(build()).toBe(`;; An example.
;; Two lines.
(module $example
  (import "host" "report" (func $report (param i32)))

  (import "env" "memory" (memory 1))

  (global (export "size") i32 (i32.const 48))

  (data (i32.const 16) "\\00\\22\\5c\\ff")

  ;; Σ of the words below end.
  (func $sum (export "sum") (param $end i32) (result i64)
    (local $at i32)
    (local $total i64)
    (local $at_1 i32)
    (local.set $at (i32.const 0))
    ;; forward
    (block $block0
      (loop $loop1
        (br_if $block0 (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $total (i64.add (local.get $total) (i64.load32_u offset=4 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $loop1)))
    (if
      (i64.eqz (local.get $total))
      (then
        (call $report (i32.const 1)))
      (else
        (local.set $at_1 (i32.const 2))
        (call $report (local.get $at_1))))
    (local.get $total)))
`);
    expect(build()).toBe(build());
  });

  it('breaks long expressions into lines that mean the same', async () => {
    const m = new ModuleBuilder('long');
    const terms = Array.from({ length: 40 }, (_, i) => i);
    m.func('f', { params: { x: 'i64' }, result: 'i64', exported: true }, (f, { x }) => {
      f.result(terms.map((i) => i64.mul(x, i)).reduce((a, b) => i64.add(a, b)));
    });
    const wat = m.toWat();
    expect(wat.split('\n').every((line) => line.trim().length <= 110)).toBe(true);
    const memory = new WebAssembly.Memory({ initial: 1 });
    const { instance } = await WebAssembly.instantiate(await assemble('long', wat), {
      env: { memory },
    });
    expect(/** @type {any} */ (instance.exports).f(2n)).toBe(1560n);
  });

  it('gives a module that runs: data, constants, imports, control flow', async () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    /** @type {number[]} */
    const reported = [];
    const host = { report: (/** @type {number} */ number) => reported.push(number) };
    const bytes = await assemble('example', build());
    const { instance } = await WebAssembly.instantiate(bytes, { env: { memory }, host });
    const exports = /** @type {any} */ (instance.exports);
    expect(exports.size.value).toBe(48);
    expect(exports.sum(16)).toBe(0xff5c2200n);
    expect(exports.sum(8)).toBe(0n);
    expect(reported).toEqual([2, 1]);
  });
});
