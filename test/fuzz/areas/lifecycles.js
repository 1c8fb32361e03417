/**
 * Vectors, views, fixed bases and asynchronous sums in random order, against a model: logarithms of
 * points, what was disposed of, what was aborted.
 */
import { InputError } from '../../../src/errors.js';
import { check, curveNamed, curveNames, same } from '../context.js';
import { parts } from '../fuzz.js';
import { Lives, STARTS, refuses } from '../lives.js';
import { Random } from '../random.js';

const OPERATIONS = [
  'create',
  'create',
  'slice',
  'dispose',
  'sum',
  'sum',
  'async',
  'async',
  'abort',
  're-enter',
  'throw',
  'basis',
  'basis sum',
  'dispose basis',
  'read',
  'settle',
  'refuse',
  'end',
];

/** Points of a vector, at most. @type {Record<string, number>} */
const MOST = { bigint: 8, wide: 60, portable: 900, fma: 900 };

/** @typedef {{ vector: any, logs: bigint[], of: Held | null, gone: boolean }} Held */

/** @type {import('../fuzz.js').Area} */
export const lifecycles = {
  name: 'lifecycles',
  generate: (random) => ({
    curve: random.pick(curveNames),
    steps: Array.from({ length: 2 + random.size(20) }, () => ({
      op: random.pick(OPERATIONS),
      seed: random.word(),
    })),
  }),
  reduce: (input) => parts(input.steps).map((steps) => ({ ...input, steps })),
  async check({ curve, steps }, context) {
    const world = await World.open(curve, context);
    try {
      for (const { op, seed } of steps) await world.step(op, new Random(String(seed)));
      await world.settle();
      await world.isRight();
    } finally {
      await world.close();
    }
  },
};

class World extends Lives {
  /** @type {Held[]} */ vectors = [];
  /** @type {{ basis: any, logs: bigint[], gone: boolean }[]} */ bases = [];

  /** @param {any} instance @param {any} group @param {any} pool @param {number} most points */
  constructor(instance, group, pool, most) {
    super(instance);
    this.group = group;
    this.pool = pool;
    this.most = most;
  }

  /** @param {string} curve @param {any} context */
  static async open(curve, context) {
    const { path, member } = curveNamed(curve).entry;
    const instance = await context.create(path);
    const most = MOST[context.backend] / (curve.endsWith('g2') ? 3 : 1);
    return new World(instance, instance[member], context.pool(curve), most);
  }

  /** @param {string} op @param {Random} random */
  async step(op, random) {
    const held = this.vectors.length > 0 ? random.pick(this.vectors) : null;
    const basis = this.bases.length > 0 ? random.pick(this.bases) : null;
    if (op === 'end') {
      if (random.chance(0.2)) this.end();
    } else if (op === 'create') await this.create(random);
    else if (op === 'settle') await this.settle();
    else if (op === 'basis') await this.build(random, held);
    else if (basis && op === 'basis sum') this.basisSum(random, basis);
    else if (basis && op === 'dispose basis') {
      basis.basis.dispose();
      basis.gone = true;
    } else if (held) this.use(op, random, held);
  }

  /** @param {string} op @param {Random} random @param {Held} held */
  use(op, random, held) {
    if (op === 'dispose') this.dispose(held);
    else if (op === 'slice') this.slice(random, held);
    else if (op === 'read') this.read(random, held);
    else if (op === 'sum') this.sum(random, held);
    else if (op === 'refuse') this.refuse(held);
    else if (STARTS.includes(op)) this.start(op, random, held);
  }

  /** @param {Held} held */
  isGone = (held) => this.isOver || chain(held).some(({ gone }) => gone);

  /** @param {Random} random */
  async create(random) {
    const picks = Array.from({ length: random.size(this.most) }, () =>
      random.int(this.pool.logs.length),
    );
    const bytes = new Uint8Array(Buffer.concat(picks.map((i) => this.pool.encodings[i])));
    const logs = picks.map((i) => this.pool.logs[i]);
    if (random.chance(0.3) && !this.isOver) {
      try {
        const vector = await this.group.pointsAsync(bytes);
        this.vectors.push({ vector, logs, of: null, gone: false });
      } catch (error) {
        // A report of progress may have disposed of the instance meanwhile.
        check(this.isOver && error instanceof InputError, `${error}`);
      }
      return;
    }
    const vector = this.expectUse(this.isOver, () => this.group.points(bytes));
    if (vector) this.vectors.push({ vector, logs, of: null, gone: false });
  }

  /** @param {Random} random @param {Held} held */
  slice(random, held) {
    const [a, b] = [random.int(held.logs.length + 1), random.int(held.logs.length + 1)].sort(
      (x, y) => x - y,
    );
    const vector = this.expectUse(this.isGone(held), () => held.vector.slice(a, b));
    if (vector) this.vectors.push({ vector, logs: held.logs.slice(a, b), of: held, gone: false });
  }

  /** @param {Held} held */
  dispose(held) {
    held.vector.dispose();
    held.gone = true;
    this.mayBeRefused();
  }

  /** @param {Random} random @param {Held} held */
  read(random, held) {
    if (held.logs.length === 0) return;
    const i = random.int(held.logs.length);
    const point = this.expectUse(this.isGone(held), () => held.vector.at(i));
    if (point && !this.isOver) this.isMultiple(point, held.logs[i]);
  }

  /** @param {any} point @param {bigint} log */
  isMultiple(point, log) {
    check(
      same(point.toBytes('compressed'), this.pool.oracle.compressedMultiple(log)),
      'another point',
    );
  }

  /** @param {Random} random @param {number} n */
  scalars(random, n) {
    const bits = random.pick([1, 8, 64, 255]);
    return Array.from({ length: n }, () => random.bits(bits));
  }

  /** @param {Random} random @param {Held} held */
  sum(random, held) {
    const scalars = this.scalars(random, held.logs.length);
    const point = this.expectUse(this.isGone(held), () => this.group.msm(held.vector, scalars));
    if (point) this.isSum(point, held.logs, scalars);
  }

  /** @param {any} point @param {bigint[]} logs @param {bigint[]} scalars */
  isSum(point, logs, scalars) {
    check(
      same(point.toBytes('compressed'), this.pool.oracle.expectedMsm(logs, scalars)),
      'a wrong sum',
    );
  }

  /** Wrong arguments in between. @param {Held} held */
  refuse(held) {
    refuses([
      () => this.group.msm(held.vector, new Array(held.logs.length + 1).fill(1n)),
      () => held.vector.at(held.logs.length),
      () => held.vector.slice(1, 0),
    ]);
  }

  /** @param {string} op @param {Random} random @param {Held} held */
  start(op, random, held) {
    const scalars = this.scalars(random, held.logs.length);
    const { options, may } = this.optionsFor(op, random, () => this.reenter(random));
    if (this.isGone(held)) may.push({ error: InputError });
    const promise = this.group.msmAsync(held.vector, scalars, options);
    this.begin(promise, may, (sum) => this.isSum(sum, held.logs, scalars));
  }

  /** Any synchronous step, from within a report of progress. @param {Random} random */
  reenter(random) {
    const held = random.pick(this.vectors);
    this.use(random.pick(['dispose', 'slice', 'sum', 'read', 'async']), random, held);
    if (random.chance(0.1)) this.end();
  }

  /** @param {Random} random @param {Held | null} held */
  async build(random, held) {
    if (!held || this.isOver) return;
    const logs = held.logs.slice(0, 40);
    const gone = this.isGone(held);
    try {
      const few = held.vector.slice(0, logs.length);
      const basis = await this.group.fixedBasis(few, { memory: 2 ** (8 + random.int(12)) });
      check(!gone, 'a basis of points that are gone');
      this.bases.push({ basis, logs, gone: false });
    } catch (error) {
      // A pending sum may have disposed of it in a report of progress.
      check((gone || this.isOver || this.isGone(held)) && error instanceof InputError, `${error}`);
    }
  }

  /** @param {Random} random @param {{ basis: any, logs: bigint[], gone: boolean }} held */
  basisSum(random, { basis, logs, gone }) {
    const scalars = this.scalars(random, logs.length);
    const point = this.expectUse(gone || this.isOver, () => basis.msm(scalars));
    if (point) this.isSum(point, logs, scalars);
  }

  async isRight() {
    if (this.isOver) return;
    const logs = this.pool.logs.slice(0, 5);
    const scalars = [1n, 2n ** 200n, -5n, 77n, 3n];
    const bytes = new Uint8Array(Buffer.concat(this.pool.encodings.slice(0, 5)));
    this.isSum(this.group.msm(bytes, scalars), logs, scalars);
  }
}

/** A view and what it is a view of. @param {Held | null} held @returns {Held[]} */
function chain(held) {
  return held ? [held, ...chain(held.of)] : [];
}
