/**
 * Signatures of Ethereum's consensus layer with the interface of @chainsafe/bls, which signs here.
 *
 *   npm install --prefix examples/clients && node examples/clients/chainsafe-bls.js
 */
import herumi from '@chainsafe/bls/herumi';
import { chainsafeBls } from 'curvemill/adapters/chainsafe-bls';
import { createBls12381 } from 'curvemill/bls12-381';

const instance = await createBls12381();
const bls = chainsafeBls(instance);

const message = new Uint8Array(32).fill(1);
const secrets = [1, 2, 3].map((byte) => herumi.SecretKey.fromBytes(new Uint8Array(32).fill(byte)));
const keys = secrets.map((secret) => secret.toPublicKey().toBytes());
const signature = bls.aggregateSignatures(secrets.map((secret) => secret.sign(message).toBytes()));
console.log(bls.verifyAggregate(keys, message, signature)); // true
console.log(bls.verifyAggregate(keys.slice(1), message, signature)); // false
instance.dispose();
