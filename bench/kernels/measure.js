/**
 * Times modules in the engine that runs this. Uses only the language and the modules' memory.
 *
 * All tasks take turns in every round, so that other load on the machine affects them equally.
 */

const PAIRS = 4096;
const ELEMENTS = 1024;
/** Loops over all elements in a sample, for the clock of a browser. */
const LOOPS = 8;
/** End of the modules' own memory. */
export const START = 64 * 1024;

/**
 * Milliseconds before the first sample: until the optimising compiler has replaced the
 * code of the first.
 */
const WARM_UP = 300;

/**
 * A module as text of base64. `kernel`: one of a curve, of which additions are timed. `field`:
 * loops over field operations, for elements of `elementBytes` that hold as many values as `lanes`.
 * @typedef {{ name: string, kernel: string, field: string, elementBytes: number, lanes: number }}
 *   Task
 */

/** @typedef {{ label: string, minimum: number, median: number }} Timing nanoseconds */

/**
 * Two points and their sum as canonical bytes, to be checked elsewhere.
 * @typedef {{ name: string, points: number[][] }} Sum
 */

/**
 * @param {Task[]} tasks
 * @param {number} rounds
 * @returns {Promise<{ timings: Timing[], sums: Sum[] }>} `timings` in the order of tasks
 */
export async function measure(tasks, rounds) {
  /** @type {Array<{ label: string, run: () => void, per: number, samples: number[] }>} */
  const timed = [];
  const sums = [];
  for (const task of tasks) {
    const { sum, ...addition } = await additions(task);
    sums.push(sum);
    for (const each of [addition, ...(await products(task))]) timed.push({ ...each, samples: [] });
  }
  for (const { run } of timed)
    for (const end = performance.now() + WARM_UP; performance.now() < end;) run();
  for (let round = 0; round < rounds; round++) {
    for (const { run, per, samples } of timed) {
      run();
      const start = performance.now();
      run();
      samples.push(((performance.now() - start) * 1e6) / per);
    }
  }
  const timings = timed.map(({ label, samples }) => {
    const sorted = samples.sort((a, b) => a - b);
    return { label, minimum: sorted[0], median: sorted[sorted.length >> 1] };
  });
  return { timings, sums };
}

/** @param {string} base64 @param {number} bytes beyond the modules' own memory */
async function instantiate(base64, bytes) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((START + bytes) / 65536) });
  const code = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(code, { env: { memory } });
  return { wasm: /** @type {any} */ (instance.exports), memory };
}

let state = 1;

/** The next pseudo-random byte. */
function randomByte() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state >>> 24;
}

/**
 * One batch of additions. The formulas do not use the curve's coefficients, so any coordinates
 * suffice; a small top byte makes them canonical.
 * @param {Task} task
 */
async function additions({ name, kernel }) {
  const { wasm, memory } = await instantiate(kernel, 16 * 2 ** 20);
  const [pointBytes, fieldBytes] = [wasm.point_bytes.value, wasm.field_bytes.value];
  const size = 2 * fieldBytes;
  const targets = START + 2 * PAIRS * pointBytes;
  const list = targets + PAIRS * pointBytes;
  const work = list + 12 * PAIRS;
  const u8 = new Uint8Array(memory.buffer);
  // Coordinates in an extension have two top bytes.
  const points = Uint8Array.from({ length: 2 * PAIRS * size }, (_, i) =>
    [47, 31].includes(i % (fieldBytes % 48 ? 32 : 48)) ? randomByte() & 15 : randomByte(),
  );
  u8.set(points, work);
  wasm.points_from_affine(START, work, 2 * PAIRS);
  const entries = Array.from({ length: PAIRS }, (_, i) =>
    [targets, START, START + PAIRS * pointBytes].map((base) => base + i * pointBytes),
  );
  new Int32Array(memory.buffer).set(entries.flat(), list / 4);
  const run = () => wasm.batch_add(list, PAIRS, work);
  run();
  wasm.points_to_affine(work, targets, 1);
  const sum = {
    name,
    points: [
      Array.from(points.subarray(0, size)),
      Array.from(points.subarray(PAIRS * size, (PAIRS + 1) * size)),
      Array.from(u8.subarray(work, work + size)),
    ],
  };
  return { label: `${name}: addition`, run, per: PAIRS, sum };
}

/**
 * Independent multiplications and squarings (throughput), and a chain of dependent
 * multiplications (latency).
 * @param {Task} task
 */
async function products({ name, field, elementBytes, lanes }) {
  const { wasm, memory } = await instantiate(field, 3 * ELEMENTS * elementBytes);
  const [z, x, y] = [0, 1, 2].map((i) => START + i * ELEMENTS * elementBytes);
  // Small limbs: the time does not depend on values.
  const values = Array.from({ length: (3 * ELEMENTS * elementBytes) / 8 }, () => randomByte());
  if (lanes === 2) new Float64Array(memory.buffer).set(values, START / 8);
  else new BigInt64Array(memory.buffer).set(values.map(BigInt), START / 8);
  /** @param {string} what @param {() => void} loop @param {number} values of an iteration */
  const timed = (what, loop, values) => ({
    label: `${name}: ${what}`,
    run: () => {
      for (let i = 0; i < LOOPS; i++) loop();
    },
    per: LOOPS * ELEMENTS * values,
  });
  return [
    timed('multiplication', () => wasm.loop_mul(z, x, y, ELEMENTS), lanes),
    timed('squaring', () => wasm.loop_sqr(z, x, y, ELEMENTS), lanes),
    timed('latency of a call', () => wasm.loop_chain(z, x, ELEMENTS), 1),
  ];
}
