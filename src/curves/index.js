/**
 * The registry: every curve of the library, for the build, scripts, benchmarks and tests. Pages do
 * not import it: the build writes each curve's page data to src/generated/curves/.
 */
import { banderwagon } from './banderwagon.js';
import { bls12381G1, bls12381G2 } from './bls12-381.js';
import { bn254G1, bn254G2 } from './bn254.js';
import { pallas, vesta } from './pasta.js';
import { secp256k1 } from './secp256k1.js';

/** Every curve, in the order in which tables list them. */
export const curves = [
  ...[bls12381G1, bls12381G2],
  secp256k1,
  banderwagon,
  ...[bn254G1, bn254G2],
  ...[pallas, vesta],
];

/** Looks up a config by name. @type {(name: string) => (typeof curves)[number]} */
export function curveNamed(name) {
  const curve = curves.find((candidate) => candidate.name === name);
  if (!curve) throw new RangeError(`no curve '${name}'`);
  return curve;
}
