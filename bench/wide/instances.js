/**
 * Instances with kernels chosen per role, which the public interface does not allow; made from the
 * sources, in the engine that runs this.
 */
import { Banderwagon } from '../../src/banderwagon.js';
import { Bls12381 } from '../../src/bls12-381.js';
import { createWasmEngines } from '../../src/engines/wasm/create.js';
import { Lifetime } from '../../src/port/lifetime.js';
import { Secp256k1 } from '../../src/secp256k1.js';
import * as signatures from '../../src/protocols/signatures/signatures.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { curvePage } from '../../scripts/lib/curve-page.js';

/** @import { CurveData } from '../../src/curves/config.js' */
/** @import { Roles } from '../../src/engines/wasm/kernels/kernel.js' */

/** @param {Roles} roles */
export async function createInstances(roles) {
  const partsOf = async (/** @type {CurveData[]} */ ...configs) => ({
    ...(await createWasmEngines(await Promise.all(configs.map(curvePage)), { roles })),
    lifetime: new Lifetime(),
  });
  return {
    bls: new Bls12381(await partsOf(bls12381G1, bls12381G2)),
    secp: new Secp256k1(await partsOf(secp256k1), secp256k1, signatures),
    banderwagon: new Banderwagon(await partsOf(banderwagon)),
  };
}
