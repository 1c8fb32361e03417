/**
 * A page whose code imports snarkjs, which a bundler's alias moves to the adapter: it proves, and
 * verifies the proof and a forged one. Built by aliases.test.js; not imported by anything.
 */
import { groth16 } from 'snarkjs';

const json = async (file) => (await fetch(file)).json();

globalThis.prove = async () => {
  const [input, vkey] = await Promise.all([json('input.json'), json('verification_key.json')]);
  const proved = await groth16.fullProve(input, 'circuit.wasm', 'circuit_final.zkey');
  const { publicSignals, proof } = proved;
  const forged = publicSignals.map((signal) => String(BigInt(signal) + 1n));
  return {
    proved,
    answers: [
      await groth16.verify(vkey, publicSignals, proof),
      await groth16.verify(vkey, forged, proof),
    ],
  };
};
