/**
 * The scalar module of a group: `split`, `digits`, `sort_window` and, if protocols verify
 * signatures, `naf` and arithmetic modulo the order. It imports its memory.
 */

import { ModuleBuilder } from '../emit/module.js';
import { emitDigits } from './digits.js';
import { splitParameters } from './lattice.js';
import { emitNaf } from './naf.js';
import { emitOrder } from './order.js';
import { emitSort } from './sort.js';
import { emitSplit, partBytes } from './split.js';

/**
 * The inputs of a scalar module.
 * @typedef {object} ScalarConfig
 * @property {string} name
 * @property {bigint} order
 * @property {{ lambda: bigint } | null} endomorphism
 * @property {{ signatures: boolean }} traits
 */

/**
 * @param {ScalarConfig} config
 * @param {{ staticBase: number, staticEnd: number }} [memory] for arithmetic modulo the order
 * @returns {ModuleBuilder}
 */
export function emitScalarModule({ name, order, endomorphism, traits }, memory) {
  const arithmetic = traits.signatures ? ', arithmetic modulo the order' : '';
  const doc = `Scalars of ${name}: split by the endomorphism, signed digits${arithmetic}.`;
  const m = new ModuleBuilder(`${name}-scalar`, doc);
  const parameters = splitParameters(order, endomorphism && endomorphism.lambda);
  const bytes = partBytes(parameters);
  m.exportConstant('part_bytes', bytes);
  m.exportConstant('part_bits', parameters.bits);
  m.exportConstant('parts', parameters.basis.length);
  emitSplit(m, parameters);
  emitDigits(m, bytes);
  emitSort(m);
  if (traits.signatures) {
    if (!memory) throw new Error(`expected static memory for the order of ${name}, got none`);
    emitNaf(m, parameters.words);
    emitOrder(m, order, memory);
  }
  return m;
}
