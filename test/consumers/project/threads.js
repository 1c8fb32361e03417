/**
 * A program that sums on two threads, wherever it runs, and notes how its workers were started:
 * what the library tells, and what the constructors of workers were asked for.
 */

/** Enough points that both workers get some. */
const ENOUGH = 2 ** 11;

/**
 * @typedef {object} ThreadsReport
 * @property {number} threads as the instance says
 * @property {string} [reason] as the instance says
 * @property {string[]} ways that were tried, in this order: 'worker_threads', 'blob' or 'file'
 * @property {number} parts of the sum that workers were given
 * @property {boolean} isRight whether the sum is that of one thread
 */

/**
 * @param {(options: object) => Promise<any>} create a creator of the library
 * @param {object} [options] of the creator
 * @param {number} [n] points
 * @returns {Promise<ThreadsReport | { error: string }>}
 */
export async function sumOnThreads(create, options, n = ENOUGH) {
  const { seen, stop } = watchWorkers();
  try {
    const instance = await create({ groups: ['G1'], threads: 2, ...options });
    const { G1, threads, threadsReason: reason } = instance;
    const points = G1.randomPoints(n, 1);
    const scalars = G1.randomScalars(n, 2);
    const sum = await G1.msmAsync(points, scalars);
    const isRight = sum.equals(G1.msm(points, scalars));
    // It is not disposed of: its workers must not keep a process alive.
    return { threads, reason, ways: [...new Set(seen.ways)], parts: seen.parts, isRight };
  } catch (error) {
    return { error: String(error) };
  } finally {
    stop();
  }
}

/** Notes which workers are started, and the parts of sums that they get. */
function watchWorkers() {
  const seen = { ways: /** @type {string[]} */ ([]), parts: 0 };
  const places = [
    [globalThis, (source) => (String(source).startsWith('blob:') ? 'blob' : 'file')],
    [globalThis.process?.getBuiltinModule?.('node:worker_threads'), () => 'worker_threads'],
  ].filter(([place]) => place?.Worker);
  const undo = places.map(([place, nameOf]) => {
    const { Worker } = place;
    place.Worker = class extends Worker {
      constructor(source, options) {
        seen.ways.push(nameOf(source));
        super(source, options);
      }
      postMessage(message, transfer) {
        if (message.op === 'run' && message.task === 'sum') seen.parts++;
        super.postMessage(message, transfer);
      }
    };
    return () => (place.Worker = Worker);
  });
  return { seen, stop: () => undo.forEach((restore) => restore()) };
}
