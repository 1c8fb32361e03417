/** u1·G + u2·Q on curves with one part of a scalar and with two, against BigInt. */
import { describe, expect, it } from 'vitest';

import { WasmDoubleMultiplication } from '../../src/engines/wasm/double-multiplication.js';
import { readPointKernels, readScalarKernel } from '../../src/engines/wasm/kernels/kernel.js';
import { ResourceError } from '../../src/errors.js';
import { toBytesLE } from '../../src/math/modular.js';
import { fromAffine, multiply, toAffine } from '../../src/reference/jacobian.js';
import { curveOf } from '../../src/reference/weierstrass.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { emitScalarModule } from '../../wasm-gen/scalar/index.js';
import { namedExports } from '../support/named-exports.js';
import { canonical, fromCanonical } from '../wasm/kernels.js';
import { LIMIT, randomIntegers } from '../wasm/scalar-module.js';
import { p256 } from './configs/p256.js';
import { pallas } from './configs/pallas.js';
import { kernelOf } from './kernels.js';

describe.each([p256, pallas])('u1·G + u2·Q on $name', (config) => {
  it('agrees with the definition, for edge values and random ones, and without room for tables', async () => {
    const curve = curveOf(config);
    const { order, generator: G } = curve;
    const { arena, wasm, size } = await kernelOf(config, 'limbs30', { debug: false });
    const memory = { staticBase: 96 * 1024, staticEnd: 100 * 1024 };
    const text = emitScalarModule(config, memory).toWat();
    const { instance } = await WebAssembly.instantiate(await assemble(config.name, text), {
      env: { memory: arena.memory },
    });
    const traits = { ...config.traits, subgroup: false };
    const scalar = readScalarKernel(namedExports(instance.exports, 'scalar', traits));
    const { single } = readPointKernels('limbs30', namedExports(wasm, 'limbs30', traits));
    const multiplication = new WasmDoubleMultiplication(
      ...[
        /** @type {any} */ (config),
        /** @type {any} */ ({ arena, single, scalarKernel: scalar }),
      ],
    );
    const random = randomIntegers(23n);
    const edges = [
      0n,
      1n,
      2n,
      order - 1n,
      order,
      order / 2n,
      order / 2n + 1n,
      LIMIT - 1n,
      1n << 128n,
    ];
    const pairs = [
      ...edges.flatMap((u1) => [0n, 1n, order - 1n, LIMIT - 1n].map((u2) => [u1, u2])),
      ...Array.from({ length: 20 }, () => [random(), random()]),
    ];
    const start = fromAffine(curve, G);
    const times = (/** @type {bigint} */ k) => toAffine(curve, multiply(curve, start, k % order));
    for (const k of [1n, order - 1n, 5n, random()]) {
      const Q = times(k);
      expect(multiplication.setAffine(canonical(Q, size))).toBe(true);
      for (const [u1, u2] of pairs) {
        multiplication.combine(toBytesLE(u1, 32), toBytesLE(u2, 32));
        const sum = times(u1 + k * u2);
        expect(fromCanonical(multiplication.toAffine(), 1)).toEqual(sum);
        if (sum) expect(multiplication.hasX(toBytesLE(sum.x, size))).toBe(true);
      }
    }
    const small = new WasmDoubleMultiplication(
      ...[
        /** @type {any} */ (config),
        /** @type {any} */ ({ arena, single, scalarKernel: scalar }),
      ],
    );
    arena.allocate = () => {
      throw new ResourceError('no memory');
    };
    expect(small.setAffine(canonical(times(7n), size))).toBe(true);
    for (let u1 = 1n; u1 < 40n; u1++) {
      small.combine(toBytesLE(u1, 32), toBytesLE(1n, 32));
      expect(fromCanonical(small.toAffine(), 1)).toEqual(times(u1 + 7n));
    }
  });
});
