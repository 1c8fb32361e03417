/** The calls of BN254: pairings, and the precompiles of EIP-196 and EIP-197. */
import { outsiderOf } from '../../hostile/outsider.js';
import { productCalls } from './pairings.js';
import { tried } from './tried.js';

/** @import { Calls, Instances } from './index.js' */

const TIMES = 64;
const PAIRS = 8;

/** @param {any} bn @param {Calls} calls */
function sumCalls({ G1, evm }, calls) {
  const [P, Q] = [1, 2].map((seed) => G1.randomPoints(1, seed).toBytes('uncompressed'));
  const opposite = G1.generator.negate().toBytes('uncompressed');
  const generator = G1.generator.toBytes('uncompressed');
  const none = new Uint8Array(64);
  const off = P.with(63, P[63] ^ 1);
  const row = (
    /** @type {string} */ name,
    /** @type {Record<string, Uint8Array[]>} */ variants,
  ) => {
    calls[`Evm.${name}, ${TIMES} times`] = Object.fromEntries(
      Object.entries(variants).map(([kind, parts]) => {
        const call = tried(() => evm[name](new Uint8Array(Buffer.concat(parts))));
        return [kind, () => Array.from({ length: TIMES }, call)];
      }),
    );
  };
  row('ecAdd', {
    random: [P, Q],
    equal: [P, P],
    opposite: [generator, opposite],
    infinity: [none, none],
    'the second off the curve': [P, off],
    'coordinates not below p': [P, new Uint8Array(64).fill(255)],
    'much more input': [P, Q, new Uint8Array(2 ** 12)],
  });
  const scalar = G1.randomScalars(1, 3);
  row('ecMul', {
    random: [P, scalar],
    'scalar 2^256 − 1': [P, new Uint8Array(32).fill(255)],
    'scalar 0': [P, new Uint8Array(32)],
    infinity: [none, scalar],
    'off the curve': [off, scalar],
  });
}

/** @param {Instances} instances @param {Calls} calls */
export function evmCalls({ bn }, calls) {
  const { G1, G2, evm, pairing } = bn;
  productCalls(bn, calls);
  const times = (/** @type {() => any} */ call) => () => Array.from({ length: 16 }, call);
  calls['Bn254.pairing, 16 times'] = {
    random: times(() => pairing(G1.generator.multiply(3n), G2.generator)),
    infinity: times(() => pairing(G1.identity, G2.generator)),
  };
  sumCalls(bn, calls);
  const [Ps, Qs] = [G1.randomPoints(PAIRS, 1), G2.randomPoints(PAIRS, 2)];
  const bytes = (/** @type {any} */ point) => point.toBytes('uncompressed');
  const outside = bytes(outsiderOf(G2));
  const [zeroP, zeroQ] = [G1, G2].map(({ identity }) => bytes(identity));
  const check = (/** @type {(i: number) => Uint8Array[]} */ pair) => {
    const input = Array.from({ length: PAIRS }, (_, i) => pair(i)).flat();
    return tried(() => evm.ecPairing(new Uint8Array(Buffer.concat(input))));
  };
  calls[`Evm.ecPairing, ${PAIRS} pairs`] = {
    random: check((i) => [Ps, Qs].map((list) => bytes(list.at(i)))),
    'equal pairs': check(() => [Ps, Qs].map((list) => bytes(list.at(0)))),
    infinity: check(() => [zeroP, zeroQ]),
    'infinity beside points': check((i) => [zeroP, bytes(Qs.at(i))]),
    'the last is outside the group': check((i) => [
      bytes(Ps.at(i)),
      i === PAIRS - 1 ? outside : bytes(Qs.at(i)),
    ]),
  };
}
