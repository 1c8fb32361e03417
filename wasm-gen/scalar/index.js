/** The scalar module of a group with an endomorphism: `split` and `digits`, in a memory that it imports. */

import { ModuleBuilder } from '../emit/module.js';
import { emitDigits } from './digits.js';
import { HALF_BYTES, emitSplit } from './split.js';

/**
 * @param {{ name: string, order: bigint, endomorphism: { lambda: bigint } }} config
 * @param {{ staticBase?: number }} [_layout] as for other modules; this one has no static memory
 * @returns {ModuleBuilder}
 */
export function emitScalarModule(config, _layout = {}) {
  const m = new ModuleBuilder(
    `${config.name}-scalar`,
    `Scalars of ${config.name}: split into halves by the endomorphism, and signed digits. No static memory.`,
  );
  m.exportConstant('half_bytes', HALF_BYTES);
  emitSplit(m, config.order, config.endomorphism.lambda);
  emitDigits(m);
  return m;
}
