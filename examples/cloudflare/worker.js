/**
 * A Worker of Cloudflare that verifies Groth16 proofs: POST `{ publicSignals, proof }`, as snarkjs
 * writes them. verification_key.json lies beside this file; `npx wrangler deploy` does the rest.
 */
import { groth16 } from 'snarkjs';
import vkey from './verification_key.json';

export default {
  async fetch(request) {
    if (request.method !== 'POST') return new Response('POST a proof', { status: 405 });
    try {
      const { publicSignals, proof } = await request.json();
      return Response.json({ valid: await groth16.verify(vkey, publicSignals, proof) });
    } catch (error) {
      // What has not the shape of a proof is an error, not an invalid proof.
      return Response.json({ error: String(error) }, { status: 400 });
    }
  },
};
