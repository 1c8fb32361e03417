/**
 * Inverting many elements with one inversion (Montgomery's trick): 3 multiplications each. No
 * element may be zero: one zero would make all inverses zero.
 */

import { i32 } from '../../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */

/**
 * @param {ModuleBuilder} m
 * @param {{ parameters: { slotBytes: number }, multiply: Callable, inverse: Callable,
 *   copy: Callable, constants: { address: (name: string) => number },
 *   reserve: (bytes: number) => number }} field
 * @param {string} [name]
 */
export function emitBatchInverse(m, field, name = 'field_batch_inv') {
  const { parameters, multiply, inverse, copy, constants, reserve } = field;
  const { slotBytes } = parameters;
  const [running, product] = [reserve(slotBytes), reserve(slotBytes)];
  return m.func(
    name,
    {
      params: { z: 'i32', x: 'i32', count: 'i32' },
      exported: true,
      doc: 'z[i] = 1/x[i] for count elements in slots back to back; z and x do not overlap; no x[i] is zero. x, z in [0, 2p).',
    },
    (f, { z, x, count }) => {
      const end = f.local('end', 'i32', i32.add(z, i32.mul(count, slotBytes)));
      f.if(i32.eqz(count), () => f.return());
      f.emit(copy.call(running, constants.address('1')));
      f.loop((again) => {
        f.emit(copy.call(z, running));
        f.emit(multiply.call(running, running, x));
        f.set(z, i32.add(z, slotBytes));
        f.set(x, i32.add(x, slotBytes));
        f.brIf(again, i32.lt_u(z, end));
      });
      f.emit(inverse.call(running, running));
      f.loop((again) => {
        f.set(z, i32.sub(z, slotBytes));
        f.set(x, i32.sub(x, slotBytes));
        f.emit(multiply.call(product, running, z));
        f.emit(multiply.call(running, running, x));
        f.emit(copy.call(z, product));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
}
