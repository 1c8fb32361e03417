/** Debug builds of all kernels of a curve that the library does not have, with points as BigInt. */

import { expect } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { fieldOf } from '../../src/reference/field.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { emitKernel } from '../../wasm-gen/curve/index.js';
import { instantiate } from '../support/instantiate.js';
import { isFused } from '../support/built-modules.js';
import { canonical, elementBytes, fromCanonical } from '../wasm/kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @typedef {Awaited<ReturnType<typeof kernelOf>>} Kernel */

/** The kernels that this engine runs. */
export const kernelNames = ['limbs30', 'wide64', ...((await isFused()) ? ['fma'] : [])];

/**
 * @param {any} config
 * @param {string} name
 * @param {{ debug?: boolean }} [options]
 */
export async function kernelOf(config, name, { debug = true } = {}) {
  const arena = new Arena();
  const range = { staticBase: 1024, staticEnd: 96 * 1024, debug };
  const kernel =
    name === 'fma'
      ? emitFmaKernel(config, range)
      : emitKernel(config, /** @type {'limbs30' | 'wide64'} */ (name), range);
  const wasm = await instantiate(kernel, arena.memory);
  const { degree } = fieldOf(config);
  const size = wasm.field_bytes.value;
  const pointBytes = wasm.point_bytes.value;

  /** @param {number} bytes */
  const allocate = (bytes) => arena.allocate(bytes, 'test');
  wasm.root_tables?.(allocate(wasm.root_table_bytes.value));

  /** Points at an address. @param {number} address @param {readonly AffinePoint[]} points */
  const write = (address, points) => {
    const source = allocate(2 * size * (points.length + 1));
    points.forEach((point, i) => arena.u8.set(canonical(point, size), source + 2 * size * i));
    expect(wasm.points_from_affine(address, source, points.length)).toBe(-1);
    arena.free(source);
  };

  /** Points in a new block. @param {readonly AffinePoint[]} points */
  const place = (points) => {
    const address = allocate(pointBytes * (points.length + 1));
    write(address, points);
    return address;
  };

  /** @param {number} address @param {number} count @returns {AffinePoint[]} */
  const read = (address, count) => {
    const target = allocate(2 * size * (count + 1));
    wasm.points_to_affine(target, address, count);
    const points = Array.from({ length: count }, (_, i) =>
      fromCanonical(arena.u8.slice(target + 2 * size * i, target + 2 * size * (i + 1)), degree),
    );
    arena.free(target);
    return points;
  };

  /** The affine point of a Jacobian one. @param {number} address */
  const readJacobian = (address) => {
    const target = allocate(pointBytes);
    wasm.jacobian_to_affine(target, address);
    const [point] = read(target, 1);
    arena.free(target);
    return point;
  };

  /**
   * Decompression of a list into a new block.
   * @param {ReadonlyArray<{ x: any, sign: number }>} list
   */
  const decompress = (list) => {
    const target = allocate(pointBytes * (list.length + 1));
    const source = allocate((size + 1) * (list.length + 1));
    const signs = source + size * list.length;
    list.forEach(({ x, sign }, i) => {
      arena.u8.set(elementBytes(x, size), source + size * i);
      arena.u8[signs + i] = sign;
    });
    const result = wasm.points_decompress(target, source, signs, list.length);
    const points = result === -1 ? read(target, list.length) : [];
    [source, target].forEach((block) => arena.free(block));
    return { result, points };
  };

  /**
   * A batched addition, or that of sums and differences, of references; sums go to places of their
   * own, or to those of A or B.
   * @param {ReadonlyArray<{ A: number, B: number, target?: number }>} entries
   * @param {'batch_add' | 'batch_add_both'} [operation]
   * @returns {AffinePoint[]} the sums, each before its difference if that is wanted
   */
  const addAll = (entries, operation = 'batch_add') => {
    const each = operation === 'batch_add' ? 1 : 2;
    const count = entries.length;
    const targets = allocate(each * pointBytes * (count + 1));
    const list = allocate(12 * (count + 1));
    const work = allocate((count + 3) * wasm.work_bytes.value);
    entries.forEach(({ A, B, target }, i) => {
      arena.i32.set([target ?? targets + i * each * pointBytes, A, B], list / 4 + 3 * i);
    });
    wasm[operation](list, count, work);
    const sums = entries.flatMap(({ target }, i) =>
      read(target ?? targets + i * each * pointBytes, each),
    );
    [targets, list, work].forEach((block) => arena.free(block));
    return sums;
  };

  return {
    name,
    arena,
    wasm,
    degree,
    size,
    pointBytes,
    jacobianBytes: wasm.jacobian_bytes?.value ?? 0,
    allocate,
    write,
    place,
    read,
    readJacobian,
    decompress,
    addAll,
  };
}
