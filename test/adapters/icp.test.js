/** Signatures of the Internet Computer, by our verifier and by the one of @dfinity/agent. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { icp } from '../../src/adapters/icp.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { describeHost, importHost } from './hosts.js';

const { shortSignatures } = bls12_381;
const TAG = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** A subnet's signature. @param {number} key @param {Uint8Array} message */
function signed(key, message) {
  const secret = new Uint8Array(32).fill(key, 31);
  const signature = shortSignatures.sign(shortSignatures.hash(message, TAG), secret);
  return {
    key: shortSignatures.getPublicKey(secret).toBytes(),
    signature: shortSignatures.Signature.toBytes(signature),
    message,
  };
}

describeHost('@dfinity/agent', ['@dfinity/agent'], () => {
  let own, bls, blsVerify;
  beforeAll(async () => {
    own = await importHost('@dfinity/agent/lib/esm/utils/bls.js');
    bls = await createBls12381();
    ({ blsVerify } = icp(bls));
  });
  afterAll(() => bls?.dispose());

  it('answers as its own does', () => {
    const items = [0, 32, 200].map((length, i) => signed(i + 1, new Uint8Array(length).fill(i)));
    const [first, second] = items;
    const asked = [
      ...items,
      { ...first, signature: second.signature },
      { ...first, key: second.key },
      { ...first, message: second.message },
      { ...first, signature: bls.G1.identity.toBytes() },
      { ...first, key: bls.G2.identity.toBytes() },
      { ...first, signature: first.signature.subarray(1) },
      { ...first, key: new Uint8Array(96) },
      { ...first, signature: new Uint8Array() },
    ];
    const ofHost = asked.map(({ key, signature, message }) => {
      try {
        return own.blsVerify(key, signature, message);
      } catch {
        return false; // it throws for what is no point
      }
    });
    const ours = asked.map(({ key, signature, message }) => blsVerify(key, signature, message));
    expect(ours).toEqual(ofHost);
    expect(ours.filter(Boolean)).toHaveLength(3);
  });
});
