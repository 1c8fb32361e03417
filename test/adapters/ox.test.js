/**
 * Slots of ox by ours: ox's own tests with ours installed, each slot beside ox's default on valid,
 * malformed and edge arguments, and `Kzg` in ox's functions.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ox } from '../../src/adapters/ox.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { mainnet } from '../../src/trusted-setup.js';
import { expectInputError } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { describeHost, importHost } from './hosts.js';
import { isWhole } from '../support/extent.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** @param {bigint} n */
const word = (n) => fromHex(n.toString(16).padStart(64, '0'));
/** @param {number} length @param {number} seed */
const bytes = (length, seed) => Uint8Array.from({ length }, (_, i) => (i * 37 + seed) & 255);

/** The value of a call, or that it throws. @param {() => any} call */
function outcomeOf(call) {
  try {
    const value = call();
    return value instanceof Uint8Array ? toHex(value) : value;
  } catch {
    return 'throws';
  }
}

describeHost('ox', ['ox'], () => {
  let own, bls, secp256k1, slots;
  beforeAll(async () => {
    own = await importHost('ox/dist/index.js');
    [bls, secp256k1] = [await createBls12381(), await createSecp256k1()];
    slots = ox({ bls, secp256k1 });
  });
  afterAll(() => [bls, secp256k1].forEach((instance) => instance?.dispose()));

  it.runIf(isWhole)('passes the tests that ox has of these slots', async () => {
    const config = fileURLToPath(new URL('ox/vitest.config.js', import.meta.url));
    const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
    const args = [vitest, 'run', '--config', config, '--reporter=json'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { numPassedTests, numFailedTests } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect({ numFailedTests }).toEqual({ numFailedTests: 0 });
    expect(numPassedTests).toBe(79);
  });

  it('verifies and recovers as its default does', async () => {
    const { verify, recoverPublicKey } = await importHost('ox/dist/core/internal/secp256k1.js');
    const [key, other] = [word(5n), word(7n)];
    const keys = [key, other].flatMap((privateKey) => {
      const publicKey = own.Secp256k1.getPublicKey({ privateKey });
      return [publicKey, own.PublicKey.compress(publicKey)].map((each) =>
        own.PublicKey.toBytes(each),
      );
    });
    keys.push(new Uint8Array(33), new Uint8Array(65).fill(4), new Uint8Array(32));
    keys.push(concat(Uint8Array.of(6 + (keys[0][64] & 1)), keys[0].slice(1)));
    const differences = [];
    let [compared, valid] = [0, 0];
    const same = (
      /** @type {any} */ ours,
      /** @type {any} */ theirs,
      /** @type {any[]} */ args,
    ) => {
      const [a, b] = [ours, theirs].map((call) => outcomeOf(() => call(...args)));
      if (a !== b) differences.push([args, a, b]);
      if (b !== false && b !== 'throws') valid++;
      compared++;
    };
    for (const length of [0, 1, 31, 32, 33, 64, 100]) {
      const payload = bytes(length, 200);
      const { r, s, yParity } = own.Secp256k1.sign({ payload, privateKey: key });
      const [R, S] = [r, s].map((each) => own.Bytes.fromHex(each, { size: 32 }));
      const high = word(ORDER - BigInt(s));
      const hashed = own.Secp256k1.sign({ payload, privateKey: key, hash: true });
      const rs = [
        ...[concat(R, S), concat(R, high), concat(S, R), concat(word(0n), S), concat(R, word(0n))],
        ...[concat(word(ORDER), S), concat(R, word(ORDER)), new Uint8Array(64).fill(255)],
        ...[concat(word(1n), S), concat(word(5n), S)],
        concat(...[hashed.r, hashed.s].map((each) => own.Bytes.fromHex(each, { size: 32 }))),
      ];
      for (const signature of rs) {
        for (const publicKey of keys)
          for (const prehash of [false, true])
            same(slots.Secp256k1.verify, verify, [signature, payload, publicKey, { prehash }]);
        for (const id of [yParity, 1 - yParity, 2, 3, 4, 27])
          same(slots.Secp256k1.recoverPublicKey, recoverPublicKey, [
            concat(Uint8Array.of(id), signature),
            payload,
          ]);
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(1500);
    expect(valid).toBeGreaterThan(50);
  });

  it('aggregates and verifies BLS as its default does', async () => {
    const { aggregate, verify, sign, getPublicKey } = await importHost(
      'ox/dist/core/internal/bls.js',
    );
    const secrets = [word(3n), word(4n)];
    const groups = /** @type {const} */ (['G1', 'G2']);
    for (const group of groups) {
      const other = group === 'G1' ? 'G2' : 'G1';
      const points = secrets.map((secret) => getPublicKey(secret, group));
      const infinity = bls[group].identity.toBytes();
      for (const list of [points, [...points, infinity], [points[0], points[0]]]) {
        expect(toHex(slots.Bls.aggregate(list, group))).toBe(toHex(aggregate(list, group)));
      }
      for (const wrong of [points[0].slice(1), new Uint8Array(points[0].length)])
        for (const call of [slots.Bls.aggregate, aggregate])
          expect(outcomeOf(() => call([points[0], wrong], group))).toBe('throws');
      const publicKey = getPublicKey(secrets[0], other);
      for (const dst of [undefined, bytes(43, 65), bytes(300, 1)]) {
        const payload = bytes(50, 9);
        const signature = sign(payload, secrets[0], { dst, group });
        const how = { dst, signatureGroup: group };
        for (const call of [slots.Bls.verify, verify]) {
          expect(call(signature, payload, publicKey, how)).toBe(true);
          expect(call(signature, payload.slice(1), publicKey, how)).toBe(false);
          expect(call(points[1], payload, publicKey, how)).toBe(false);
        }
      }
      // Its default throws for what is no point and for infinity, which are false here.
      const how = { signatureGroup: group };
      const key = bls[other].identity.toBytes();
      for (const args of [
        [infinity, secrets[0], publicKey, how],
        [points[0], secrets[0], key, how],
        [points[0].slice(1), secrets[0], publicKey, how],
      ]) {
        expect(outcomeOf(() => verify(...args))).toBe('throws');
        expect(slots.Bls.verify(...args)).toBe(false);
      }
    }
  });

  it('has the shape of its Kzg', async () => {
    const kzg = await bls.kzg(mainnet);
    const shaped = ox.kzg(kzg);
    const ours = own.Kzg.from(shaped);
    expect(Object.keys(shaped).sort()).toEqual(
      [...Object.keys(ours), 'computeBlobKzgProof'].sort(), // viem's
    );
    const blobs = own.Blobs.from('0x11'.padEnd(3000, '2'), { as: 'Bytes' });
    const [commitment] = own.Blobs.toCommitments(blobs, { kzg: ours });
    expect(commitment).toEqual(kzg.blobToKzgCommitment(blobs[0]));
    const { cells, proofs } = ours.computeCellsAndKzgProofs(blobs[0]);
    expect([cells.length, proofs.length]).toEqual([128, 128]);
    expect(ours.computeCells(blobs[0])).toEqual(cells);
    const half = [...cells.keys()].filter((i) => i % 2 === 1);
    const some = half.map((i) => cells[i]);
    expect(ours.recoverCellsAndKzgProofs(half, some)).toEqual({ cells, proofs });
    const verify = (/** @type {Uint8Array[]} */ list) =>
      ours.verifyCellKzgProofBatch(Array(64).fill(commitment), half, some, list);
    const chosen = half.map((i) => proofs[i]);
    expect(verify(chosen)).toBe(true);
    expect(verify([...chosen.slice(1), chosen[0]])).toBe(false);
    expect(
      kzg.verifyBlobKzgProof(
        blobs[0],
        commitment,
        shaped.computeBlobKzgProof(blobs[0], commitment),
      ),
    ).toBe(true);
  });

  it('names what it needs', () => {
    const call = /** @type {any} */ (ox);
    for (const wrong of [undefined, {}, { bls: secp256k1 }, { secp256k1: {} }, { bn: bls }])
      expectInputError(() => call(wrong));
    for (const wrong of [undefined, {}, bls]) expectInputError(() => call.kzg(wrong));
    expect(Object.keys(ox({ bls }))).toEqual(['Bls']);
    expectInputError(() => slots.Bls.aggregate([], 'G3'));
    expectInputError(() => slots.Secp256k1.verify('00', new Uint8Array(), '00'));
  });
});
