/**
 * ox with the slots of its engine filled: signatures of BLS12-381, which nobody else provides, and
 * of secp256k1. Every function of ox and of what is built on it verifies by them from here on.
 *
 *   npm install --prefix examples/clients && node examples/clients/ox.js
 */
import { ox } from 'curvemill/adapters/ox';
import { createBls12381 } from 'curvemill/bls12-381';
import { createSecp256k1 } from 'curvemill/secp256k1';
import { Bls, Engine, Secp256k1 } from 'ox';

const [bls, secp256k1] = [await createBls12381(), await createSecp256k1()];
await Engine.install(ox({ bls, secp256k1 }));

const payload = '0xdeadbeef';
const privateKey = `0x${'11'.repeat(32)}`; // a key that everybody knows

const keys = ['22', '33'].map((byte) => /** @type {const} */ (`0x${byte.repeat(32)}`));
const signature = Bls.aggregate(keys.map((key) => Bls.sign({ payload, privateKey: key })));
const publicKey = Bls.aggregate(keys.map((key) => Bls.getPublicKey({ privateKey: key })));
console.log(Bls.verify({ payload, publicKey, signature })); // true
console.log(Bls.verify({ payload: '0x00', publicKey, signature })); // false

const signed = Secp256k1.sign({ payload, privateKey });
console.log(Secp256k1.recoverAddress({ payload, signature: signed }));
[bls, secp256k1].forEach((instance) => instance.dispose());
