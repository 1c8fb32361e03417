/**
 * BLS12-381: what a page needs to know of its groups. Source: EIP-2537. Symbols: x the curve's seed, p the base field, r the
 * group order.
 */

export const x = -0xd201000000010000n;
const p = ((x - 1n) ** 2n * (x ** 4n - x ** 2n + 1n)) / 3n + x;
const r = x ** 4n - x ** 2n + 1n;

/** G1: over the prime field of order p. */
export const groupG1 = {
  name: 'bls12-381-g1',
  /** Prime of the coordinate field. */
  p,
  /** Order of the group. */
  order: r,
  generator: {
    x: 0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
    y: 0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
  },
};

/** G2: over Fp² = Fp[u]/(u² + 1). An element c0 + c1·u is { c0, c1 }. */
export const groupG2 = {
  name: 'bls12-381-g2',
  /** Characteristic of the coordinate field. */
  p,
  /** Coordinates lie in Fp[u]/(u² − nonResidue). */
  extension: { nonResidue: -1n },
  order: r,
  generator: {
    x: {
      c0: 0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
      c1: 0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
    },
    y: {
      c0: 0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
      c1: 0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
    },
  },
};
