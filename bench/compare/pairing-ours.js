/** Pairings, hashes to G2 and BLS signatures of this library. */
import { concat } from '../../scripts/lib/bytes.js';
import { readCount } from './formats.js';
import { MESSAGE_BYTES, SIZES, TAG, encodeAnswer, readLists, readPairs } from './pairing-inputs.js';

/** @import { Load } from './ours.js' */

/** @type {Record<string, Load>} */
export const PAIRING_KINDS = {
  pairing: ({ instance: { G1, G2, pairingCheck } }, input) => {
    const [first, second] = readPairs(input);
    const pairs = first.map((bytes, i) => [G1.point(bytes), G2.point(second[i])]);
    return { run: () => pairingCheck(pairs), encode: encodeAnswer };
  },
  hash: ({ instance: { G2 } }, input) => {
    const [messages] = readLists(input, [[readCount(input), MESSAGE_BYTES]]);
    const run = () => messages.map((message) => G2.hashToCurve(message, { dst: TAG }));
    return { run, encode: (points) => concat(points.map(uncompressed)) };
  },
  verify: ({ instance: { minPk } }, input) => {
    const n = readCount(input);
    const [signatures, messages, keys] = readLists(input, [
      [n, SIZES.signature],
      [n, MESSAGE_BYTES],
      [n, SIZES.key],
    ]);
    const items = signatures.map((signature, i) => ({
      ...{ signature, message: messages[i], publicKey: keys[i] },
    }));
    const run =
      n === 1
        ? () => minPk.verify(signatures[0], messages[0], keys[0])
        : () => minPk.verifyBatch(items);
    return { run, encode: encodeAnswer };
  },
  committee: ({ instance: { G1, minPk } }, input) => {
    const [[signature], [message], keys] = readLists(input, [
      [1, SIZES.signature],
      [1, MESSAGE_BYTES],
      [readCount(input), SIZES.G1],
    ]);
    const vector = G1.points(concat(keys));
    const run = () => minPk.fastAggregateVerify(signature, message, vector);
    return { run, encode: encodeAnswer, dispose: () => vector.dispose() };
  },
};

/** @param {any} point */
const uncompressed = (point) => point.toBytes('uncompressed');
