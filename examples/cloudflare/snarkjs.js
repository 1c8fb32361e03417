/**
 * snarkjs's `groth16.verify` for Cloudflare, where the alias of wrangler.toml puts it in place of
 * snarkjs, in packages that import it, too. The runtime compiles no bytes, only the .wasm files
 * that a Worker imports: so the instance gets these modules, by their names.
 */
import { createBn254 } from 'curvemill/bn254';
import g1 from 'curvemill/wasm/bn254-g1.limbs30.wasm';
import g1Scalars from 'curvemill/wasm/bn254-g1.scalar.wasm';
import g2 from 'curvemill/wasm/bn254-g2.limbs30.wasm';
import g2Scalars from 'curvemill/wasm/bn254-g2.scalar.wasm';
import pairing from 'curvemill/wasm/bn254.pairing.limbs30.wasm';

const modules = {
  'bn254-g1.limbs30.wasm': g1,
  'bn254-g1.scalar.wasm': g1Scalars,
  'bn254-g2.limbs30.wasm': g2,
  'bn254-g2.scalar.wasm': g2Scalars,
  'bn254.pairing.limbs30.wasm': pairing,
};

const open = async () => (await createBn254({ modules })).groth16();

/** Opened by the first call: later ones of the same isolate share it. */
let opening;

export const groth16 = {
  async verify(vkey, publicSignals, proof) {
    return (await (opening ??= open())).verify(vkey, publicSignals, proof);
  },
};
