/**
 * The trusted setup of Ethereum's KZG ceremony, for `Bls12381.kzg`. The points are downloaded with
 * the first use of each part: 262 kB each for both forms of G1, 8 kB for G2.
 */

/**
 * Loads one part.
 * @param {() => Promise<{ base64: string }>} load
 * @returns {() => Promise<Uint8Array<ArrayBuffer>>}
 */
const part = (load) => async () => {
  const { base64 } = await load();
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
};

/**
 * The ceremony's setup, by name, in the published order. Each part is a function that downloads it:
 * `g1Lagrange`, 4096 points of 48 bytes; `g1Monomial`, 4096 of 48; `g2Monomial`, 65 of 96.
 * @type {Readonly<{ g1Lagrange: () => Promise<Uint8Array<ArrayBuffer>>,
 *   g1Monomial: () => Promise<Uint8Array<ArrayBuffer>>,
 *   g2Monomial: () => Promise<Uint8Array<ArrayBuffer>> }>}
 * @example
 * const kzg = await bls.kzg(mainnet);
 * const commitment = kzg.blobToKzgCommitment(blob);
 */
export const mainnet = Object.freeze({
  g1Lagrange: part(() => import('./generated/trusted-setup/g1-lagrange.js')),
  g1Monomial: part(() => import('./generated/trusted-setup/g1-monomial.js')),
  g2Monomial: part(() => import('./generated/trusted-setup/g2-monomial.js')),
});
