/**
 * Valid BLS signatures under different keys.
 * @param {any} bls
 * @param {'minPk' | 'minSig'} name
 * @param {number} n
 * @param {(i: number) => number} [text] of the message, by default another one each
 * @returns {{ signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array }[]}
 */
export function blsItems(bls, name, n, text = (i) => i) {
  const [keys, signatures, group] =
    name === 'minPk' ? [bls.G1, bls.G2, 'G2'] : [bls.G2, bls.G1, 'G1'];
  const dst = `BLS_SIG_BLS12381${group}_XMD:SHA-256_SSWU_RO_POP_`;
  return Array.from({ length: n }, (_, i) => {
    const secret = BigInt(i + 1) ** 29n;
    const message = new Uint8Array(32).fill(text(i));
    return {
      signature: signatures.hashToCurve(message, { dst }).multiply(secret).toBytes(),
      message,
      publicKey: keys.generator.multiply(secret).toBytes(),
    };
  });
}
