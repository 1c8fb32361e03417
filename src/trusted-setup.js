/**
 * The trusted setup of Ethereum's KZG ceremony, for `Bls12381.kzg`. The points are downloaded with
 * the first use of each part.
 */

/**
 * Loads one part.
 * @type {(load: () => Promise<{ base64: string }>) => () => Promise<Uint8Array<ArrayBuffer>>}
 */
const part = (load) => async () => {
  const { base64 } = await load();
  if (Object.hasOwn(Uint8Array, 'fromBase64')) {
    return /** @type {any} */ (Uint8Array).fromBase64(base64);
  }
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};

/** @typedef {() => Promise<Uint8Array<ArrayBuffer>>} Part  downloads a part */

const lagrange = part(() => import('./generated/trusted-setup/ready-lagrange.js'));

/**
 * The ceremony's setup. Each part is a function that downloads it.
 *
 * `ready`: what `kzg` downloads, points in the form in which engines take them, which are ready for
 * use at once: `lagrange` for commitments and openings, 393 kB; `verification`, 7 kB; `cells`,
 * 786 kB, for `computeCellsAndKzgProofsAsync`, `recoverCellsAndKzgProofsAsync` and `prepare`, of
 * which the first to be called downloads them (in Node, Bun and Deno, where modules are files,
 * `kzg` reads them). Leave out the parts that you do not need.
 *
 * `g1Lagrange`, 4096 points of 48 bytes; `g1Monomial`, 4096 of 48; `g2Monomial`, 65 of 96: the
 * published points, compressed, in the published order, for other libraries; `g1Lagrange` is
 * computed from `ready.lagrange`, 15 ms.
 * @type {Readonly<{ ready: Readonly<{ lagrange: Part, verification: Part, cells: Part }>,
 *   g1Lagrange: Part, g1Monomial: Part, g2Monomial: Part }>}
 * @example
 * const kzg = await bls.kzg(mainnet);
 * const commitment = kzg.blobToKzgCommitment(blob);
 * // To verify alone, without the Lagrange points and their download:
 * const { verification } = mainnet.ready;
 * const verifier = await bls.kzg({ ready: { verification } });
 * // Points that are there before `computeCellsAndKzgProofs` is called in a page:
 * const cells = await mainnet.ready.cells();
 * const prover = await bls.kzg({ ready: { ...mainnet.ready, cells } });
 */
export const mainnet = Object.freeze({
  ready: Object.freeze({
    lagrange,
    verification: part(() => import('./generated/trusted-setup/ready-verification.js')),
    cells: part(() => import('./generated/trusted-setup/ready-cells.js')),
  }),
  g1Lagrange: async () => {
    const [points, { compressedLagrange }, { bls12381G1 }] = await Promise.all([
      lagrange(),
      import('./protocols/kzg/setup/lagrange.js'),
      import('./curves/bls12-381.js'),
    ]);
    return compressedLagrange(points, bls12381G1.p);
  },
  g1Monomial: part(() => import('./generated/trusted-setup/g1-monomial.js')),
  g2Monomial: part(() => import('./generated/trusted-setup/g2-monomial.js')),
});
