/**
 * A service worker that verifies blobs, so that every page of a site can ask it: POST a blob, its
 * commitment and its proof to `verify-blob`, one after the other. The page's half registers it.
 *
 * A service worker may not call import(): bundle this file to one, which is both halves:
 *
 *   npx esbuild examples/kzg-service-worker.js --bundle --format=iife --outfile=kzg.js
 */
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';

const [BLOB, POINT] = [4096 * 32, 48];
const scope = /** @type {any} */ (globalThis);

if ('ServiceWorkerGlobalScope' in globalThis) serve();
else scope.report = ask();

/** The service worker: the browser ends it when it is idle, and starts it again. */
function serve() {
  /** @type {Promise<import('curvemill').Kzg> | undefined} */
  let opening;
  const open = async () => (await createBls12381()).kzg(mainnet);

  scope.addEventListener('install', () => scope.skipWaiting());
  scope.addEventListener('activate', (/** @type {any} */ event) =>
    event.waitUntil(scope.clients.claim()),
  );
  scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { url, method } = event.request;
    if (method !== 'POST' || !url.endsWith('/verify-blob')) return;
    event.respondWith(
      (async () => {
        const body = new Uint8Array(await event.request.arrayBuffer());
        const kzg = await (opening ??= open());
        try {
          const parts = [
            body.slice(0, BLOB),
            body.slice(BLOB, BLOB + POINT),
            body.slice(BLOB + POINT),
          ];
          const [blob, commitment, proof] = parts;
          return Response.json({ valid: kzg.verifyBlobKzgProof(blob, commitment, proof) });
        } catch (error) {
          // What is no field element or no point is an error, not an invalid proof.
          return Response.json({ error: String(error) }, { status: 400 });
        }
      })(),
    );
  });
}

/** The page: asks for a blob that is right, one that is wrong, and one that is none. */
async function ask() {
  await navigator.serviceWorker.register(scope.document.currentScript.src);
  await new Promise((resolve) => {
    if (navigator.serviceWorker.controller) resolve(null);
    else navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  // The empty blob: commitment and proof are the point at infinity.
  const body = new Uint8Array(BLOB + 2 * POINT);
  body[BLOB] = body[BLOB + POINT] = 0xc0;
  const verify = async () =>
    (await fetch('verify-blob', { method: 'POST', body: body.slice() })).json();
  const right = await verify();
  body[BLOB - 1] = 1;
  const wrong = await verify();
  body.fill(0xff, 0, 32);
  return [right, wrong, await verify()];
}
