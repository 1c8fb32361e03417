/**
 * Faults that a pool of workers must survive, in any engine: this file uses nothing but the
 * language, the library that it is given, and a way to start a worker. `../parallel/` tests the
 * same sources in the Node that runs the tests, in more detail.
 */

/** Key of the library's own options for tests. */
const INTERNALS = Symbol.for('curvemill.workers');

/**
 * Deadlines: a new worker's first word, a computing worker's next one, what is started by itself,
 * and each fault as a whole. No page hears of a worker that is ended: it falls silent.
 * @typedef {{ startMs: number, silentMs: number, ampleMs: number, wholeMs: number }} Deadlines
 */

/**
 * In turn: on a busy machine a sound worker may be late for the short ones, and is then given up as
 * it should be. What is wrong is wrong with ample ones too.
 * @type {readonly Deadlines[]}
 */
const PATIENCE = [
  { startMs: 500, silentMs: 600, ampleMs: 10_000, wholeMs: 20_000 },
  { startMs: 5000, silentMs: 6000, ampleMs: 60_000, wholeMs: 180_000 },
];

/** Points of a sum that takes some milliseconds on two workers. */
const N = 1500;

const ABORTS = 12;

/**
 * `create`: createBls12381. `source`: the script of ../parallel/test-worker.js, whose workers
 * misbehave where they are asked to.
 * @typedef {{ create: (options: object) => Promise<any>, source: string }} Means
 */

/** @typedef {Means & { deadlines: Deadlines }} Attempt */

/** @type {Record<string, (means: Attempt) => Promise<void>>} throw where something is wrong */
export const faults = {
  async 'a worker is ended in the middle of a sum: replaced once'(means) {
    const s = await scene(means, true);
    const [worker] = s.pool.workers;
    for (const state of ['live', 'dead']) {
      const sum = s.isRight();
      await wait(1);
      worker.port.end();
      check(await sum, 'the sum is wrong');
      await until(() => worker.state === state, `the worker is not ${state}`);
      check(await s.isRight(), 'the next sum is wrong');
    }
    equal(s.instance.threads, 1);
    equal(typeof s.instance.threadsReason, 'string');
    s.instance.dispose();
  },

  async 'a worker throws'(means) {
    const s = await scene(means);
    equal(await s.run('crash', [{}]), ['here']);
    check(/crashed on purpose|ended/.test(s.instance.threadsReason), s.instance.threadsReason);
    check(await s.isRight(), 'the next sum is wrong');
    s.instance.dispose();
  },

  async 'a worker ends itself'(means) {
    const s = await scene(means, true);
    equal(await s.run('exit', [{}]), ['here']);
    check(await s.isRight(), 'the next sum is wrong');
    s.instance.dispose();
  },

  async 'all workers are ended in the middle of two sums'(means) {
    const s = await scene(means, true);
    const isUp = () => s.pool.workers.every(({ state }) => state === 'live');
    for (const threads of [2, 1]) {
      const sums = [s.isRight(), s.isRight()];
      await wait(2);
      for (const { port } of s.pool.workers) port.end();
      equal(await Promise.all(sums), [true, true]);
      if (threads === 2) await until(isUp, 'the workers are not replaced');
      equal(s.instance.threads, threads);
    }
    const read = await s.G1.pointsAsync(s.points.toBytes());
    check(read.at(N - 1).equals(s.points.at(N - 1)), 'a list is wrong');
    s.instance.dispose();
  },

  async 'a worker is ended while it reads points'(means) {
    const s = await scene(means, true);
    const reading = s.G1.pointsAsync(s.points.toBytes());
    await wait(3);
    s.pool.workers[1].port.end();
    const sum = await s.G1.msmAsync(await reading, s.scalars);
    check(sum.equals(s.expected), 'the sum of what was read is wrong');
    s.instance.dispose();
  },

  async 'workers say nothing: one loops, one waits for ever'(means) {
    const s = await scene(means, true);
    const answers = s.run('spin', [{ ms: 1e9 }, { ms: 0, value: 1 }]);
    equal(await answers, ['here', 1]);
    check(
      s.instance.threadsReason.includes(`${means.deadlines.silentMs} ms`),
      s.instance.threadsReason,
    );
    check(await s.isRight(), 'the next sum is wrong');
    equal(await s.run('never', [{}]), ['here']);
    s.instance.dispose();
  },

  async 'scripts that are no worker: one thread, and the reason'({ create, deadlines }) {
    const scripts = {
      'is empty': ['', /no answer|ended/],
      'is no script': ['(', /.+/],
      throws: ['throw new Error("at start")', /at start|ended|no answer/],
      loops: ['for (;;);', /no answer/],
      'is of another version': [`${POST}('curvemill 0.0.0')`, /another script|no answer/],
      'answers no more': [`${POST}('curvemill 0.1.0')`, /not open|ended|no answer/],
    };
    for (const [name, [text, reason]] of Object.entries(scripts)) {
      const createWorker = () => start(/** @type {string} */ (text));
      const instance = await create({
        ...{ groups: ['G1'], threads: 2, createWorker },
        [INTERNALS]: { startMs: deadlines.startMs },
      });
      const { threads, threadsReason } = instance;
      equal(threads, 1);
      const said = `a script that ${name}: ${threadsReason}`;
      check(/** @type {RegExp} */ (reason).test(threadsReason), said);
      check(await isRightAlone(instance), 'the sum is wrong');
      instance.dispose();
    }
  },

  async 'sums are aborted at random times'(means) {
    const s = await scene(means);
    const reason = new Error('enough');
    for (let i = 0; i < ABORTS; i++) {
      const control = new AbortController();
      const sum = s.isRight({ signal: control.signal });
      await wait(random(20));
      control.abort(reason);
      const result = await sum.catch((error) => error);
      check(result === reason || result === true, `an aborted sum gives ${result}`);
      check(await s.isRight(), 'the next sum is wrong');
    }
    equal([s.instance.threads, s.instance.threadsReason], [2, undefined]);
    s.instance.dispose();
  },

  async 'the instance is disposed of while sums run and wait'(means) {
    const s = await scene(means);
    const sums = [1, 2, 3].map(() => s.isRight().catch(({ code }) => code));
    await wait(random(5));
    s.instance.dispose();
    s.instance.dispose();
    equal(await Promise.all(sums), ['ERR_INPUT', 'ERR_INPUT', 'ERR_INPUT']);
    const other = await scene(means);
    const sum = other.isRight({ onProgress: () => other.instance.dispose() });
    equal(await sum.catch(({ code }) => code), 'ERR_INPUT');
  },

  async 'a report of progress throws; others grow and end'(means) {
    const s = await scene(means);
    const onProgress = () => {
      throw new RangeError('from onProgress');
    };
    equal(await s.isRight({ onProgress }).catch(({ message }) => message), 'from onProgress');
    const shares = [];
    const note = ({ done, total }) => shares.push(done / total);
    check(await s.isRight({ onProgress: note }), 'the next sum is wrong');
    check(
      shares.every((share, i) => i === 0 || share >= shares[i - 1]),
      `progress falls: ${shares}`,
    );
    equal(shares.at(-1), 1);
    s.instance.dispose();
  },

  async '10 instances are made and disposed of'({ create, deadlines }) {
    for (let i = 0; i < 10; i++) {
      const instance = await create({
        ...{ groups: ['G1'], threads: 2 },
        [INTERNALS]: { startMs: deadlines.ampleMs },
      });
      equal(instance.threads, 2);
      instance.dispose();
    }
  },
};

/**
 * Tries every fault, and listens for errors that nobody handles.
 * @param {Means} means
 * @returns {Promise<{ outcomes: Record<string, string>, unhandled: string[] }>} 'fine', or what
 *   is wrong
 */
export async function tryFaults(means) {
  const unhandled = listenForUnhandled();
  /** @type {Record<string, string>} */
  const outcomes = {};
  for (const [name, attempt] of Object.entries(faults)) {
    for (const deadlines of PATIENCE) {
      outcomes[name] = await outcomeOf(attempt, { ...means, deadlines });
      if (outcomes[name] === 'fine') break;
    }
  }
  // A rejection counts as unhandled some time after it.
  await wait(20);
  return { outcomes, unhandled };
}

/**
 * @param {(means: Attempt) => Promise<void>} attempt
 * @param {Attempt} means
 */
async function outcomeOf(attempt, means) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('hangs'), means.deadlines.wholeMs);
  });
  const work = attempt(means).then(
    () => 'fine',
    (error) => `${error}\n${error?.stack}`,
  );
  const outcome = await Promise.race([work, late]);
  clearTimeout(timer);
  return outcome;
}

/**
 * An instance with two workers, its pool, points, and their sum, which always uses both.
 * @param {Means & { deadlines?: Deadlines }} means
 * @param {boolean} [endsWorkers] whether a worker will be silent for good
 */
export async function scene(means, endsWorkers = false) {
  const { create, source, deadlines = PATIENCE[1] } = means;
  /** @type {any} */
  let pool;
  const instance = await create({
    ...{ groups: ['G1'], threads: 2 },
    [INTERNALS]: {
      ...{ source, startMs: deadlines.ampleMs },
      silentMs: endsWorkers ? deadlines.silentMs : deadlines.ampleMs,
      onPool: (own) => (pool = own),
      cutOf: (n, workers) => ({ workers: Math.min(n, workers), byWindows: false }),
    },
  });
  const { G1 } = instance;
  const points = G1.randomPoints(N, 1);
  const scalars = G1.randomScalars(N, 2);
  const expected = G1.msm(points, scalars);
  equal(instance.threads, 2);
  return {
    ...{ instance, pool, G1, points, scalars, expected },
    isRight: async (task = {}) => (await G1.msmAsync(points, scalars, task)).equals(expected),
    /** Runs a task of test-worker.js for each input. */
    run: (task, inputs) =>
      pool.run(
        { engine: 0, task },
        inputs.map((input) => ({
          weight: 1,
          message: () => ({ input, transfer: [] }),
          here: () => 'here',
        })),
        {},
      ),
  };
}

/** @param {any} instance */
async function isRightAlone({ G1 }) {
  const [points, scalars] = [G1.randomPoints(9, 1), G1.randomScalars(9, 2)];
  return (await G1.msmAsync(points, scalars)).equals(G1.msm(points, scalars));
}

/** Posts a message, in a script of any kind of worker. */
const POST =
  "(globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort ?? self).postMessage";

/** Starts a script as the library would. @param {string} text */
function start(text) {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (threads) return new threads.Worker(text, { eval: true, stderr: true });
  return new globalThis.Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
}

/** @returns {string[]} to which rejections and errors are added that nobody handles */
function listenForUnhandled() {
  const unhandled = [];
  const note = (error) => unhandled.push(String(error?.reason ?? error?.message ?? error));
  if (globalThis.process?.on) {
    globalThis.process.on('unhandledRejection', note);
  } else {
    globalThis.addEventListener('unhandledrejection', note);
    globalThis.addEventListener('error', note);
  }
  return unhandled;
}

let state = 7;
/** Reproducible, from 0 to below − 1. */
const random = (below) => (state = (state * 48271) % 2147483647) % below;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(holds, otherwise) {
  for (const end = Date.now() + 30_000; !holds(); await wait(5)) check(Date.now() < end, otherwise);
}

function check(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}

function equal(got, expected) {
  const [is, should] = [got, expected].map((value) => JSON.stringify(value));
  check(is === should, `expected ${should}, got ${is}`);
}
