/**
 * A signature of the Internet Computer, as agents ask `blsVerify` for: that of a certificate's root
 * by the key of a subnet. Here the key is everybody's.
 *
 *   npm install --prefix examples/clients && node examples/clients/icp.js
 */
import { icp } from 'curvemill/adapters/icp';
import { createBls12381 } from 'curvemill/bls12-381';

const bls = await createBls12381();
const { blsVerify } = icp(bls); // Certificate.create({ …, blsVerify })

const secret = 0x1cen;
const message = new TextEncoder().encode('\ric-state-root');
const publicKey = bls.G2.generator.multiply(secret).toBytes();
const hash = bls.G1.hashToCurve(message, { dst: bls.tags.G1.nul });
const signature = hash.multiply(secret).toBytes();
console.log(blsVerify(publicKey, signature, message)); // true
console.log(blsVerify(publicKey, signature, message.subarray(1))); // false
bls.dispose();
