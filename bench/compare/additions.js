/**
 * Affine additions by secp256k1's batch kernel, the module that MSMs use. The public interface
 * lacks this operation, so this file uses internals.
 */
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { openKernels } from '../../src/engines/wasm/kernels/compile.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { curvePage } from '../../scripts/lib/curve-page.js';
import { readPoints } from './formats.js';

/** @import { Roles } from '../../src/engines/wasm/kernels/kernel.js' */

const COORDINATE = 32;
const ENCODING = 1 + 2 * COORDINATE;
/** An addition: target, first, second. */
const ENTRY = 12;

/**
 * @param {string} backend
 * @param {Uint8Array<ArrayBuffer>} input n first and n second points
 * @param {number} size additions that share an inversion
 * @returns {Promise<import('./host.js').Task>}
 */
export async function openAdditions(backend, input, size) {
  const encodings = readPoints(input);
  const count = encodings.length / ENCODING / 2;
  const { arena, kernel } = await openKernel(backend);
  const { pointBytes } = kernel;
  const points = arena.allocate(3 * count * pointBytes, 'points');
  const buffer = arena.allocate(2 * count * 2 * COORDINATE, 'coordinates');
  const list = arena.allocate(count * ENTRY, 'list');
  const work = arena.allocate((count + 3) * kernel.workBytes, 'work');
  for (let i = 0; i < 2 * count; i++) {
    for (const c of [0, 1]) {
      const start = i * ENCODING + 1 + c * COORDINATE;
      const bytes = encodings.slice(start, start + COORDINATE).reverse();
      arena.u8.set(bytes, buffer + (2 * i + c) * COORDINATE);
    }
  }
  kernel.fromAffineBytes(points, buffer, 2 * count);
  const targets = points + 2 * count * pointBytes;
  for (let i = 0; i < count; i++) {
    const [target, first] = [targets, points].map((base) => base + i * pointBytes);
    arena.i32.set([target, first, first + count * pointBytes], list / 4 + 3 * i);
  }
  const run = () => {
    for (let done = 0; done < count; done += size) kernel.batchAdd(list + done * ENTRY, size, work);
  };
  const encode = () => {
    kernel.toAffineBytes(buffer, targets, count);
    const sums = new Uint8Array(count * ENCODING);
    for (let i = 0; i < count; i++) {
      sums[i * ENCODING] = 4;
      for (const c of [0, 1]) {
        const at = buffer + (2 * i + c) * COORDINATE;
        const bytes = arena.u8.slice(at, at + COORDINATE).reverse();
        sums.set(bytes, i * ENCODING + 1 + c * COORDINATE);
      }
    }
    return sums;
  };
  return { run, encode };
}

/**
 * The batch kernel that an instance would select.
 * @param {string} backend
 */
async function openKernel(backend) {
  const instance = await createSecp256k1({ backend: /** @type {any} */ (backend) });
  const { single, batch } = instance.backend;
  instance.dispose();
  const arena = new Arena();
  const roles = /** @type {Roles} */ ({ single, batch });
  const kernels = await openKernels(await curvePage(secp256k1), { roles, arena });
  return { arena, kernel: kernels.batch };
}
