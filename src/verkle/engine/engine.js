/**
 * The engine of Banderwagon behind the port: the engine of any curve, on kernels that add on a
 * model of the group, with what elements need beside.
 */

import { createEngine } from '../../engines/wasm/engine.js';
import { liftError } from '../../engines/wasm/decode.js';
import { betterOf } from '../../engines/wasm/kernels/registry.js';
import { prepareRoots } from '../../engines/wasm/kernels/roots.js';
import { vectorOf } from '../../engines/wasm/vectors.js';
import { PointError } from '../../errors.js';
import { createElements, elementsOf, readElements } from './elements.js';

/** @import { Engine } from '../../port/engine.js' */
/** @import { EngineOptions, EngineParts } from '../../engines/wasm/engine.js' */
/** @import { PointKernel } from '../../engines/wasm/kernels/kernel.js' */
/** @import { ElementEngine } from './elements.js' */

/** The code `decompressOne` returns for a point on the curve but outside the group. */
const OUTSIDE = 2;

/** @type {(parts: EngineParts, options: EngineOptions) => ElementEngine} */
export function createElementEngine(parts, options) {
  const { batch, data } = parts;
  completeKernels(parts);
  const elements = createElements(parts);
  /** @type {NonNullable<EngineOptions['extend']>} */
  const extend = (engine, context) => {
    /** @type {ElementEngine['tableSteps']} */
    const tableSteps = async (handle, start, end, memory, first) => {
      // Imported with the first fixed table, as many programs have none.
      const { elementTableSteps } = await import('./window-table-msm.js');
      const points = vectorOf(handle).address + start * batch.pointBytes;
      const own = { ...context, order: data.order };
      return elementTableSteps(own, { points, n: end - start, memory, first });
    };
    /** @type {ElementEngine} */
    const own = {
      ...engine,
      ...{ elements, tableSteps },
      decodeOne: decodingOne(engine, parts),
      fixedTableSteps: (handle, start, end, memory) => tableSteps(handle, start, end, memory, 0),
    };
    return own;
  };
  return /** @type {ElementEngine} */ (createEngine(parts, { ...options, extend }));
}

/**
 * Completes kernels: their additions run on the model.
 * @type {(kernels: { batch: PointKernel, single: PointKernel }) => void}
 */
export function completeKernels({ batch, single }) {
  for (const kernel of new Set([batch, single]))
    kernel.model = readElements(/** @type {any} */ (kernel).elements);
}

/**
 * `decodeOne`, by a function of the kernel for a single point, where it has one.
 * @type {(engine: Engine, parts: EngineParts) => Engine['decodeOne']}
 */
function decodingOne(engine, { arena, batch, single }) {
  const kernel = betterOf({ single, batch });
  const { fieldBytes, pointBytes } = kernel;
  const { decompressOne, toCanonicalBytes } = elementsOf(kernel);
  if (!decompressOne) return engine.decodeOne;
  const size = 2 * fieldBytes;
  return (source, checks) => {
    const signs = Object.hasOwn(source, 'signs') ? source.signs : undefined;
    if (!signs) return engine.decodeOne(source, checks);
    prepareRoots(arena, kernel);
    return arena.borrow(size + pointBytes, (buffer) => {
      const { u8 } = arena;
      const point = buffer + size;
      u8.set(/** @type {Uint8Array} */ (source.xs), buffer);
      u8[buffer + fieldBytes] = signs[0];
      const bad = decompressOne(point, buffer, buffer + fieldBytes);
      if (bad === OUTSIDE) {
        if (checks.subgroup) throw new PointError('not-in-subgroup', 0);
      } else if (bad >= 0) {
        throw liftError(bad, 0);
      }
      toCanonicalBytes(buffer, point, 1);
      return u8.slice(buffer, buffer + size);
    });
  };
}
