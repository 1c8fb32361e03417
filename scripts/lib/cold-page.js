/** The first multi-scalar multiplication of a page, step by step: `report` holds milliseconds. */
/** @type {any} */ (globalThis).report = measure();

async function measure() {
  const { backend, points, scalars } = await (await fetch('/data.json')).json();
  const encodings = Uint8Array.from(points);
  const factors = Uint8Array.from(scalars);
  const start = performance.now();
  // @ts-expect-error: the address on the server of scripts/measure-cold-start.js
  const { createBls12381 } = await import('/dist/bls12-381.js');
  const imported = performance.now();
  const bls = await createBls12381({ backend });
  const created = performance.now();
  const vector = bls.G1.points(encodings);
  const decoded = performance.now();
  bls.G1.msm(vector, factors).toBytes();
  const summed = performance.now();
  return {
    import: imported - start,
    create: created - imported,
    decode: decoded - created,
    msm: summed - decoded,
    total: summed - start,
  };
}
