/**
 * The scalar module of a group with an endomorphism: `split`, `digits` and, where protocols need them, `naf` and
 * arithmetic modulo the order; in a memory that it imports.
 */

import { ModuleBuilder } from '../emit/module.js';
import { emitBaseSplit, splitsInBase } from './base-split.js';
import { emitDigits } from './digits.js';
import { emitNaf } from './naf.js';
import { emitOrder } from './order.js';
import { emitSort } from './sort.js';
import { HALF_BYTES, emitSplit } from './split.js';

/**
 * @param {{ name: string, order: bigint, endomorphism: { lambda: bigint } }} config
 * @param {{ staticBase: number, staticEnd: number }} [order] static memory for the arithmetic modulo the order; without
 * it, the module has none of either, and no `naf`
 * @returns {ModuleBuilder}
 */
export function emitScalarModule(config, order) {
  const m = new ModuleBuilder(
    `${config.name}-scalar`,
    `Scalars of ${config.name}: split by the endomorphism, signed digits${order ? ', arithmetic modulo the order' : ''}.`,
  );
  m.exportConstant('half_bytes', HALF_BYTES);
  const { lambda } = config.endomorphism;
  const inBase = splitsInBase(config.order, lambda);
  m.exportConstant('parts', inBase ? 4 : 2);
  (inBase ? emitBaseSplit : emitSplit)(m, config.order, lambda);
  emitDigits(m);
  emitSort(m);
  if (order) {
    emitNaf(m);
    emitOrder(m, config.order, order);
  }
  return m;
}
