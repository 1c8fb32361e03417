/** Signatures: BIP-340, Wycheproof, go-ethereum's ecrecover and own edge cases. */
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, it } from 'vitest';
import { isInputError } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

conformance('secp256k1/bip340.json', (context, { cases }) => {
  const items = cases.map(({ signature, message, publicKey }) => ({
    signature: fromHex(signature),
    message: fromHex(message),
    publicKey: fromHex(publicKey),
  }));
  const good = items.filter((_, i) => cases[i].valid);
  const bad = items.filter((_, i) => !cases[i].valid);

  it.each(cases.map(({ index, comment, valid }, i) => ({ index, comment, valid, item: items[i] })))(
    'case $index: $valid ($comment)',
    ({ item: { signature, message, publicKey }, valid }) => {
      expect(context.secp.schnorr.verify(signature, message, publicKey)).toBe(valid);
    },
  );

  it('all valid ones as a batch, and with each invalid one', () => {
    const { schnorr } = context.secp;
    const batch = [...good, ...good];
    expect(schnorr.verifyBatch(batch)).toBe(true);
    for (const item of bad) expect(schnorr.verifyBatch([...batch, item])).toBe(false);
  });

  it('findInvalid finds the invalid ones', () => {
    const expected = cases.flatMap(({ valid }, i) => (valid ? [] : [i]));
    expect(context.secp.schnorr.findInvalid(items)).toEqual(expected);
    const shifted = expected.map((i) => i + 2 * good.length);
    const list = [...good, ...good, ...items];
    expect(context.secp.schnorr.findInvalid(list)).toEqual(shifted);
  });
});

conformance('secp256k1/wycheproof-ecdsa-bitcoin-der.json', (context, { cases }) => {
  it.each(cases)('$tcId: $result ($comment)', ({ publicKey, msg, sig, result }) => {
    const { ecdsa } = context.secp;
    const verify = () => {
      const signature = ecdsa.signatureFromDer(fromHex(sig));
      return ecdsa.verify(signature, sha256(fromHex(msg)), fromHex(publicKey));
    };
    let verdict = false;
    try {
      verdict = verify();
    } catch (error) {
      isInputError(error);
    }
    expect(verdict).toBe(result === 'valid');
  });
});

conformance('secp256k1/wycheproof-ecdsa-sha256-p1363.json', (context, { cases }) => {
  it.each(cases)('$tcId: $result ($comment)', ({ publicKey, msg, sig, result }) => {
    const { ecdsa } = context.secp;
    const signature = fromHex(sig);
    const hash = sha256(fromHex(msg));
    const key = fromHex(publicKey);
    const options = { lowS: false };
    const valid = result === 'valid';
    expect(ecdsa.verify(signature, hash, key, options)).toBe(valid);
    if (!valid) return;
    // Some recovery id gives the key back, and with it the batch holds.
    const ids = [0, 1, 2, 3].filter(
      (id) =>
        toHex(ecdsa.recover(signature, id, hash)?.toBytes('uncompressed') ?? hash) === publicKey,
    );
    expect(ids).toHaveLength(1);
    const item = { signature, recoveryId: ids[0], hash, publicKey: key };
    expect(ecdsa.verifyBatch([item], options)).toBe(true);
    for (const recoveryId of [0, 1, 2, 3]) {
      const batch = Array.from({ length: 4 }, () => ({ ...item, recoveryId }));
      expect(ecdsa.verifyBatch(batch.slice(3), options)).toBe(recoveryId === ids[0]);
      expect(ecdsa.verifyBatch(batch, options)).toBe(recoveryId === ids[0]);
    }
  });
});

conformance('secp256k1/wycheproof-ecdh.json', (context, { cases }) => {
  it.each(cases)('$tcId: $result ($comment)', ({ point, scalar, x, result }) => {
    const { group } = context;
    let decoded = null;
    try {
      decoded = group.point(fromHex(point));
    } catch ({ code }) {
      expect(code).toBe('ERR_POINT');
    }
    if (result === 'invalid') expect(decoded).toBe(null);
    if (decoded === null) return;
    const product = decoded.multiply(BigInt(`0x${scalar}`));
    expect(toHex(product.toBytes('compressed').subarray(1))).toBe(x);
  });
});

conformance('secp256k1/ecrecover.json', (context, { cases, precompile }) => {
  it.each(cases)('$name', ({ hash, r, s, recid, publicKey }) => {
    const { ecdsa } = context.secp;
    const signature = fromHex(r + s);
    const digest = fromHex(hash);
    const recovered = ecdsa.recover(signature, recid, digest);
    expect(recovered && toHex(recovered.toBytes('uncompressed'))).toBe(publicKey);
    if (publicKey === null) return;
    const options = { lowS: false };
    for (const key of [recovered, fromHex(publicKey), recovered.toBytes('compressed')]) {
      expect(ecdsa.verify(signature, digest, key, options)).toBe(true);
      const item = { signature, recoveryId: recid, hash: digest, publicKey: key };
      expect(ecdsa.verifyBatch([item], options)).toBe(true);
    }
    const other = new Uint8Array(digest);
    other[31] ^= 1;
    expect(ecdsa.verify(signature, other, recovered, options)).toBe(false);
  });

  it('all recoverable ones as one batch', () => {
    const items = cases
      .filter(({ publicKey }) => publicKey !== null)
      .map(({ hash, r, s, recid, publicKey }) => ({
        signature: fromHex(r + s),
        recoveryId: recid,
        hash: fromHex(hash),
        publicKey: fromHex(publicKey),
      }));
    const { ecdsa } = context.secp;
    expect(ecdsa.verifyBatch(items, { lowS: false })).toBe(true);
    const [first] = items;
    const bad = { ...first, hash: concat(first.hash.subarray(1), Uint8Array.of(0)) };
    expect(ecdsa.verifyBatch([...items, bad], { lowS: false })).toBe(false);
  });

  it.each(precompile)('the precompile: $name', ({ precompileInput, expected }) => {
    const input = fromHex(precompileInput);
    expect(expected).toBe('');
    const v = BigInt(`0x${toHex(input.subarray(32, 64))}`);
    if (v !== 27n && v !== 28n) return;
    const signature = input.subarray(64, 128);
    const key = context.secp.ecdsa.recover(signature, Number(v - 27n), input.subarray(0, 32));
    expect(key).toBe(null);
  });
});
