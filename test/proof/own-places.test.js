import { describe, expect, it } from 'vitest';
import { checkModule } from '../../proof/check-module.js';
import { moduleNamed } from './support.js';

/**
 * Verdicts on functions of a module after changes of their code.
 * @param {string} moduleName @param {string[]} wanted
 * @param {(one: any, name: string) => any} [change]
 */
function verdicts(moduleName, wanted, change = (one) => one) {
  const read = moduleNamed(moduleName);
  const functions = read.module.functions.map((one, i) => change(one, read.names[i]));
  const found = { ...read, module: { ...read.module, functions } };
  return new Map(
    checkModule(found, (name) => wanted.includes(name)).map(({ name, refused, statements }) => [
      name,
      refused ?? (statements.length > 0 ? 'proven' : 'not tried'),
    ]),
  );
}
/** A constant address in place of another, in one function. */
const moved = (name, from, by) => (one, other) =>
  other !== name
    ? one
    : {
        ...one,
        code: one.code.map((instruction) =>
          instruction.op === 'i32.const' && instruction.value === from
            ? { ...instruction, value: from + by }
            : instruction,
        ),
      };
const constants = ({ code }) =>
  code.flatMap(({ op, value }) => (op === 'i32.const' && value > 200n ? [value] : []));

describe('elements in memory of the module', () => {
  const wallet = 'secp256k1.wide64';
  const names = ['begin_product', 'keep_z', 'restore_z', 'invert_product', 'start_odd_multiples'];

  it('are where the function that leaves them says', () => {
    expect([...verdicts(wallet, names).values()]).toEqual(names.map(() => 'proven'));
  });

  it('a function that looks elsewhere is refused', () => {
    const { module, names: all } = moduleNamed(wallet);
    const [product] = constants(module.functions[all.indexOf('begin_product')]);
    for (const name of ['keep_z', 'restore_z', 'invert_product'])
      expect(verdicts(wallet, [name], moved(name, product, 8n)).get(name)).not.toBe('proven');
  });

  it('lines of a step are those that a product takes', () => {
    const pairing = 'bn254.pairing.wide64';
    const steps = ['tower_double_step', 'tower_add_step', 'tower_line'];
    expect([...verdicts(pairing, steps).values()]).toEqual(steps.map(() => 'proven'));
    const { module, names: all } = moduleNamed(pairing);
    const [l2] = constants(module.functions[all.indexOf('tower_line')]).filter(
      (value, i, every) => every.indexOf(value) !== i,
    );
    const swapped = verdicts(pairing, steps, moved('tower_add_step', l2, -96n));
    expect(swapped.get('tower_double_step')).toBe('proven');
    expect(swapped.get('tower_add_step')).not.toBe('proven');
  });

  it('a step with another line is refused', () => {
    const pairing = 'bls12-381.pairing.limbs30';
    const swap = (one, name) =>
      name === 'tower_add_step'
        ? {
            ...one,
            // The first product is that of other factors.
            code: one.code.map((instruction, i) =>
              i < 8 && instruction.op === 'i32.const' && instruction.value === 384n
                ? { ...instruction, value: 256n }
                : instruction,
            ),
          }
        : one;
    expect(verdicts(pairing, ['tower_add_step'], swap).get('tower_add_step')).toMatch(/is not/);
  });
});
