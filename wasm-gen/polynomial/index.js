/**
 * The module of polynomials over the scalars of a group: lists of integers modulo its order, and
 * loops over them. The field kernels are those of coordinates, with another prime.
 */

import { ModuleBuilder } from '../emit/module.js';
import { staticMemory } from '../static-memory.js';
import { emitFmaSteps } from './fma.js';
import { emitLimbSteps } from './limbs30.js';
import { emitLists } from './lists.js';
import { emitTransforms } from './transforms.js';

/** @import { KernelOptions } from '../curve/index.js' */

const STEPS = { limbs30: emitLimbSteps, fma: emitFmaSteps };

/** The field kernels that have such a module. */
export const POLYNOMIAL_KERNELS = /** @type {Array<keyof typeof STEPS>} */ (Object.keys(STEPS));

/**
 * @param {{ name: string, order: bigint }} config
 * @param {keyof typeof STEPS} kernel
 * @param {KernelOptions} options
 * @returns {{ module: ModuleBuilder, messages: string[] }} `messages` translate the numbers that a
 *   debug build reports
 */
export function emitPolynomialModule({ name, order }, kernel, options) {
  const { staticBase, staticEnd, debug = false } = options;
  const doc = `Lists of scalars of ${name}, field kernel ${kernel}${debug ? ', debug build' : ''}.`;
  const m = new ModuleBuilder(`${name}.polynomials-${kernel}`, doc);
  const reserve = staticMemory(m, staticBase, staticEnd);
  const steps = STEPS[kernel](m, order, { reserve, debug });
  emitLists(m, steps);
  emitTransforms(m, steps);
  m.exportConstant('row_elements', steps.elements);
  m.exportConstant('row_bytes', steps.rowBytes);
  return { module: m, messages: steps.messages };
}
