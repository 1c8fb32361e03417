/** secp256k1: what a page needs to know of the group. Source: SEC 2 version 2.0, section 2.4.1. */
export const secp256k1Group = {
  name: 'secp256k1',
  /** Prime of the coordinate field. */
  p: 2n ** 256n - 2n ** 32n - 977n,
  /** Order of the group. */
  order: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  generator: {
    x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
    y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  },
};
