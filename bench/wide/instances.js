/**
 * Instances whose kernels are chosen role by role, which users cannot do: made of the sources, in whatever engine runs this.
 */
import { Banderwagon } from '../../src/banderwagon.js';
import { Bls12381 } from '../../src/bls12-381.js';
import { elementParts } from '../../src/engines/wasm/elements.js';
import { createWasmEngines } from '../../src/engines/wasm/create.js';
import { Lifetime } from '../../src/port/lifetime.js';
import { PRICES } from '../../src/engines/wasm/msm/prices.js';
import { Secp256k1 } from '../../src/secp256k1.js';
import * as signatures from '../../src/secp256k1-signatures.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';

/** @import { CurveConfig, CurveKernels } from '../../src/engines/wasm/create.js' */
/** @import { Roles } from '../../src/engines/wasm/kernels/choose.js' */

/** @param {string} name */
const moduleOf = (name) => ({
  name,
  source: () => import(`../../src/generated/${name}.js`),
});

/**
 * @param {CurveConfig} config
 * @param {string} [scalar] the name of its scalar module
 */
function kernelsOf(config, scalar = `${config.name}.scalar`) {
  const [limbs30, fma, wide64] = ['limbs30', 'fma', 'wide64'].map((kernel) =>
    moduleOf(`${config.name}.${kernel}`),
  );
  return {
    config,
    prices: PRICES[config.name],
    loadFaster: () => import('../../src/engines/wasm/faster.js'),
    loadTables: () => import('../../src/engines/wasm/msm/fixed/fixed-msm.js'),
    kernels: { limbs30, fma, wide64, scalar: moduleOf(scalar) },
  };
}

/** @param {Roles} roles */
export async function createInstances(roles) {
  const partsOf = async (/** @type {CurveKernels[]} */ ...curves) => ({
    ...(await createWasmEngines({ curves, backend: roles, modules: undefined })),
    lifetime: new Lifetime(),
  });
  const loadMembers = async () => signatures.signatureMembers;
  const g1 = kernelsOf(bls12381G1, 'bls12-381.scalar');
  return {
    bls: new Bls12381(await partsOf(g1, kernelsOf(bls12381G2))),
    secp: new Secp256k1(await partsOf({ ...kernelsOf(secp256k1), loadMembers }), signatures),
    banderwagon: new Banderwagon(await partsOf({ ...kernelsOf(banderwagon), ...elementParts })),
  };
}
