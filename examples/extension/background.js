/**
 * The service worker of an extension (Manifest V3): it proves and verifies for the extension's
 * pages, on one thread, as service workers have no workers. Circuit, key and verification key lie
 * beside the manifest.
 *
 * Chrome compiles WebAssembly in extensions only under the policy of manifest.json, with
 * 'wasm-unsafe-eval', and a service worker may not call import(). So each script is bundled to one
 * file, in which code that imports snarkjs, this one or a package's, gets the adapter:
 *
 *   npx esbuild background.js popup.js --bundle --format=iife --outdir=build \
 *     --alias:snarkjs=curvemill/adapters/snarkjs
 */
import { groth16 } from 'snarkjs';

const at = (file) => chrome.runtime.getURL(file);

const tasks = new Map([
  ['prove', ({ input }) => groth16.fullProve(input, at('circuit.wasm'), at('circuit_final.zkey'))],
  [
    'verify',
    async ({ publicSignals, proof }) => {
      const vkey = await (await fetch(at('verification_key.json'))).json();
      return groth16.verify(vkey, publicSignals, proof);
    },
  ],
]);

// Pages of the extension alone can send messages to it, as the manifest says nothing else.
chrome.runtime.onMessage.addListener((message, _sender, respond) => {
  const task = tasks.get(message.task);
  if (!task) return false;
  task(message).then(
    (result) => respond({ result }),
    (error) => respond({ error: String(error) }),
  );
  return true; // the answer comes later
});
