import { expect, it } from 'vitest';
import { decodeModule } from '../../proof/kernel/wasm/decode.js';
import { checkModule } from '../../proof/check-module.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from '../../proof/labels.js';
import { Refused } from '../../proof/kernel/refused.js';
import { functionHashes } from '../../proof/hash.js';
import { isEquivalent, mutate, randomness, refusal } from './mutants.js';
import { functionNamed, moduleNamed } from './support.js';

/** More at night: MUTANTS=1000 npx vitest run test/proof/mutants.test.js */
const COUNT = Number(process.env.MUTANTS ?? 20);
const SEED = Number(process.env.SEED ?? 1);

it.each([
  ['bls12-381-g1.limbs30', 'field_mul'],
  ['bls12-381-g1.limbs30', 'field_sqr'],
  ['bls12-381-g1.limbs30', 'field_sub'],
  ['bls12-381-g1.limbs30', 'field_reduce'],
  ['banderwagon.limbs30', 'field_mul'],
  ['secp256k1.limbs30', 'field_mul'],
  ['bls12-381-g1.wide64', 'field_mul'],
  ['bls12-381-g1.wide64', 'field_add'],
  ['banderwagon.wide64', 'field_mul'],
  ['secp256k1.wide64', 'field_mul'],
  ['bls12-381-g1.fma', 'field_mul'],
  ['bls12-381-g2.fma', 'field_mul_sub'],
  ['banderwagon.fma', 'field_mul'],
  ['secp256k1.fma', 'field_square'],
  ['bls12-381-g1.fma', 'lane_from_bytes'],
  ['bls12-381-g1.fma', 'limbs_from_lane'],
  ['banderwagon.fma', 'row_from_limbs'],
  ['bn254-g2.fma', 'lane_to_bytes'],
  ['banderwagon.fma', 'gather_difference'],
  ['bn254-g1.fma', 'gather_step'],
  ['secp256k1.fma', 'sum_x'],
  ['bn254-g1.fma', 'sum_y'],
  ['bn254-g1.fma', 'row_to_record'],
  ['bn254-g2.fma', 'columns'],
  ['bn254-g2.fma', 'reduce_sub'],
  ['bls12-381-g1.scalar', 'split'],
  ['vesta.scalar', 'digits'],
])('mutants of %s %s are refused, or compute the same', (moduleName, name) => {
  const random = randomness(SEED);
  const { module, at, claim, one } = functionNamed(moduleName, name);
  let refused = 0;
  for (let i = 0; i < COUNT; i++) {
    const mutant = mutate(one, random);
    if (refusal(module, at, mutant.one, claim) !== null) refused++;
    else {
      const same = isEquivalent(module, at, mutant.one, claim, random, 40);
      expect(same, `proven, but different: ${mutant.text}`).toBe(true);
    }
  }
  console.log(
    `${moduleName} ${name}: ${refused} of ${COUNT} refused, ${COUNT - refused} equivalent`,
  );
  expect(refused).toBeGreaterThan(COUNT / 2);
});

it('damaged modules are refused, or prove only what they prove undamaged', () => {
  const random = randomness(SEED + 7);
  const bytes = readFileSync(join(GENERATED, 'banderwagon.limbs30.wasm'));
  const read = moduleNamed('banderwagon.limbs30');
  const wanted = new Set(['field_add', 'field_copy', 'field_is_zero', 'field_neg']);
  let decoded = 0;
  for (let i = 0; i < 4 * COUNT; i++) {
    const damaged = new Uint8Array(bytes);
    for (let j = 0; j <= random.below(3); j++)
      damaged[8 + random.below(bytes.length - 8)] = random.below(256);
    try {
      const module = decodeModule(
        damaged.slice(0, random.below(9) ? undefined : random.below(bytes.length)),
      );
      const hashes = functionHashes(module);
      if (module.functions.length !== read.names.length) continue;
      decoded++;
      const found = {
        name: 'banderwagon.limbs30',
        bytes: damaged,
        module,
        names: read.names,
        hashes,
      };
      for (const { name, hash, refused } of checkModule(found, (one) => wanted.has(one)))
        if (hash !== read.hashes[read.names.indexOf(name)]) expect(refused, name).not.toBe(null);
    } catch (error) {
      expect(error).toBeInstanceOf(Refused);
    }
  }
  expect(decoded).toBeGreaterThan(COUNT / 4);
});

/** Every byte of a function, once with another value: code that is no valid module, mostly. */
it('code of any bytes is never proven', () => {
  const random = randomness(SEED + 9);
  const { module, at, claim, one } = functionNamed('banderwagon.limbs30', 'field_add');
  const all = module.functions.flatMap(({ code }) => code);
  let refused = 0;
  for (let i = 0; i < 10 * COUNT; i++) {
    const code = one.code.map((instruction) =>
      random.below(one.code.length) < 3 ? random.pick(all) : instruction,
    );
    if (code.every((instruction, j) => instruction === one.code[j])) continue;
    if (refusal(module, at, { ...one, code }, claim) === null) {
      const same = isEquivalent(module, at, { ...one, code }, claim, random, 100);
      expect(same).toBe(true);
    } else refused++;
  }
  expect(refused).toBeGreaterThan(COUNT);
});
