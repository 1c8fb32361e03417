/** A program that uses the package: every group of every curve computes a small sum. */
import * as library from 'curvemill';
import { createBls12381 } from 'curvemill/bls12-381';
import { EnvironmentError } from 'curvemill/errors';
import { createSecp256k1 as createEagerly } from 'curvemill/secp256k1/eager';

/**
 * @param {object} [options] of the creators
 * @returns {Promise<Record<string, { batch: string, sum: string }>>} by the name of the group
 */
export async function computeSums(options) {
  if (library.createBls12381 !== createBls12381) throw new Error('the package is there twice');
  const sums = {};
  const names = Object.keys(library).filter((name) => name.startsWith('create'));
  for (const create of [...names.map((name) => library[name]), createEagerly]) {
    const instance = await create(options);
    for (const group of Object.values(instance).filter((member) => member?.randomPoints)) {
      const sum = group.msm(group.randomPoints(20, 1), group.randomScalars(20, 2));
      const report = { batch: instance.backend.batch, sum: toHex(sum.toBytes()) };
      const before = sums[group.name] ?? report;
      if (before.sum !== report.sum || before.batch !== report.batch) {
        throw new Error(`two entries differ: ${JSON.stringify([before, report])}`);
      }
      sums[group.name] = report;
    }
    instance.dispose();
  }
  return sums;
}

/**
 * The sums, or why there are none.
 * @param {object} [options]
 */
export async function tryToComputeSums(options) {
  try {
    return await computeSums(options);
  } catch (error) {
    return { refused: error instanceof EnvironmentError, message: String(error) };
  }
}

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
