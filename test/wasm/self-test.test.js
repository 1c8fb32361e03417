/**
 * The tests of kernels before use: their answers are right, and a kernel that gives others is not
 * used.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { curvePage } from '../../scripts/lib/curve-page.js';
import { curves } from '../../src/curves/index.js';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { EnvironmentError } from '../../src/errors.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { openKernels } from '../../src/engines/wasm/kernels/compile.js';
import { readPointKernels } from '../../src/engines/wasm/kernels/kernel.js';
import { chainAnswer, sumsAnswer } from '../../src/engines/wasm/kernels/known-answers.js';
import { coordinatesOf } from '../../src/math/coordinates.js';
import { add, curveOf, negate } from '../../src/reference/weierstrass.js';
import { batchKernels, compile } from './kernels.js';

const KERNELS = [...batchKernels, 'wide64'];

/** @param {Uint8Array} bytes */
function fnv1a(bytes) {
  let hash = 0x811c9dc5n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n;
  return Number(BigInt.asIntN(32, hash));
}

describe.each(curves.map((config) => ({ config })))('answers, $config.name', ({ config }) => {
  it.each(KERNELS)('%s gives those beside the kernels', async (kernel) => {
    const arena = new Arena();
    const module = await compile(`${config.name}.${kernel}`);
    const { exports } = await WebAssembly.instantiate(module, { env: { memory: arena.memory } });
    const { kernels } = await curvePage(config);
    const { batch, single } = readPointKernels(/** @type {any} */ (kernel), exports);
    const { sums, chain } = await /** @type {any} */ (kernels).fma();
    expect(sumsAnswer(batch, arena, config)).toBe(sums);
    if (single) expect(chainAnswer(single, arena, config)).toBe(chain);
  });

  it.runIf(!('edwards' in config))('they are those of BigInt', async () => {
    const curve = curveOf(/** @type {any} */ (config));
    const { bytes: size, fromBytes, toBytes } = coordinatesOf(config);
    // The top bytes of coordinates are 0, and so are those of both coefficients in Fp².
    const sample = Uint8Array.from({ length: 4 * size }, (_, i) =>
      [0, size / 2].includes((i + 1) % size) ? 0 : (i * i + 3 * i + 1 + (i >> 4)) & 15,
    );
    const at = (/** @type {number} */ i) => fromBytes(sample.subarray(i * size, (i + 1) * size));
    const [P, Q] = [
      { x: at(0), y: at(1) },
      { x: at(2), y: at(3) },
    ];
    const bytesOf = (/** @type {any[]} */ ...points) =>
      Uint8Array.from(points.flatMap(({ x, y }) => [...toBytes(x), ...toBytes(y)]));
    const sum = (/** @type {any} */ A, /** @type {any} */ B) =>
      /** @type {any} */ (add(curve, A, B));
    const { sums, chain } = await /** @type {any} */ (await curvePage(config)).kernels.fma();
    expect(fnv1a(bytesOf(sum(P, P), sum(P, Q), sum(Q, P), sum(Q, Q)))).toBe(sums);
    let T = P;
    for (let i = 0; i < 16; i++) T = sum(sum(T, T), i & 1 ? negate(curve, P) : P);
    expect(fnv1a(bytesOf(T))).toBe(chain);
  });
});

describe.each(['chain', 'sums'])('a kernel with wrong answers: %s', (answer) => {
  /** @type {any} */
  let page;
  /** @type {Record<string, WebAssembly.Module>} */
  let modules;

  beforeAll(async () => {
    const { kernels, ...rest } = await curvePage(bls12381G1);
    const wrong = async () => ({ ...(await /** @type {any} */ (kernels).wide64()), [answer]: 0 });
    page = { ...rest, kernels: { ...kernels, wide64: wrong } };
    const names = ['limbs30', 'scalar', 'wide64'].map((name) => `${page.data.name}.${name}`);
    modules = Object.fromEntries(
      await Promise.all(names.map(async (name) => [`${name}.wasm`, await compile(name)])),
    );
  });

  it('is refused if it is required', async () => {
    const opened = openKernels(page, { backend: 'wide', arena: new Arena(), modules });
    await expect(opened).rejects.toThrow(EnvironmentError);
    await expect(opened).rejects.toThrow('that computes wrong sums');
  });

  it("is left out by 'auto'", async () => {
    const { single } = await openKernels(page, { backend: 'auto', arena: new Arena(), modules });
    expect(single.name).not.toBe('wide64');
  });
});
