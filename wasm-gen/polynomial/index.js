/**
 * The modules of polynomials over the scalars of a group, lists of integers modulo its order and
 * loops over them, and of more such loops, for scalar fields. The field kernels are those of
 * coordinates, with another prime.
 */

import { ModuleBuilder } from '../emit/module.js';
import { staticMemory } from '../static-memory.js';
import { emitFieldLists } from './field-lists.js';
import { emitFmaFieldSteps } from './fma-lists.js';
import { emitFmaSteps } from './fma.js';
import { emitLimbFieldSteps } from './limbs30-lists.js';
import { emitLimbSteps } from './limbs30.js';
import { emitLists } from './lists.js';
import { emitTransforms } from './transforms.js';

/** @import { KernelOptions } from '../curve/index.js' */

const STEPS = { limbs30: emitLimbSteps, fma: emitFmaSteps };

const FIELD_STEPS = { limbs30: emitLimbFieldSteps, fma: emitFmaFieldSteps };

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

/**
 * @type {typeof emitPolynomialModule}
 */
export function emitFieldListModule({ name, order }, kernel, options) {
  const { staticBase, staticEnd, debug = false } = options;
  const doc = `More about lists of scalars of ${name}, field kernel ${kernel}${debug ? ', debug build' : ''}.`;
  const m = new ModuleBuilder(`${name}.lists-${kernel}`, doc);
  const reserve = staticMemory(m, staticBase, staticEnd);
  const steps = FIELD_STEPS[kernel](m, order, { reserve, debug });
  emitFieldLists(m, steps);
  return { module: m, messages: steps.messages };
}
