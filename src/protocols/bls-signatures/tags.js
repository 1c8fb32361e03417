/**
 * Domain separation tags of the ciphersuites (draft-irtf-cfrg-bls-signature-06, section 4.2), for
 * signatures in one of the groups.
 * @param {1 | 2} group of signatures
 * @returns {Readonly<{ pop: string, nul: string, aug: string }>}
 */
export const tagsOf = (group) =>
  Object.freeze({
    /** Proof of possession, the default: Ethereum's, with signatures in G2. */
    pop: `BLS_SIG_BLS12381G${group}_XMD:SHA-256_SSWU_RO_POP_`,
    /** Basic: drand's, and with signatures in G1 the Internet Computer's. */
    nul: `BLS_SIG_BLS12381G${group}_XMD:SHA-256_SSWU_RO_NUL_`,
    /** Message augmentation: messages begin with the key. */
    aug: `BLS_SIG_BLS12381G${group}_XMD:SHA-256_SSWU_RO_AUG_`,
  });
