/** Processes end by themselves; pools leave nothing behind. CURVEMILL_POOLS: how many are made. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Job } from '../../src/parallel/job.js';
import { Lifetime } from '../../src/port/lifetime.js';
import { createWithPool, until } from './pool.js';

const run = promisify(execFile);
const entry = new URL('../../src/bls12-381.js', import.meta.url).href;
const begin = `
  import { createBls12381 } from '${entry}';
  process.on('unhandledRejection', (error) => { console.log('UNHANDLED', error); });
  const bls = await createBls12381({ threads: 2, groups: ['G1'] });
  const points = bls.G1.randomPoints(4000, 1);
  const scalars = bls.G1.randomScalars(4000, 2);
  const start = () => bls.G1.msmAsync(points, scalars).then(() => console.log('done'));
`;

/** The output of a program that ends by itself with code 0. */
async function printed(program) {
  const args = ['--no-warnings', '--input-type=module', '--eval', `${begin}${program}`];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  return (await run(process.execPath, args, { cwd })).stdout.trim();
}

describe('a process', () => {
  it.each([
    ['that idles', 'await start(); console.log("end");', 'done\nend'],
    ['whose job nobody awaits ends after it', 'start(); console.log("end");', 'end\ndone'],
    [
      'may dispose meanwhile',
      'start().catch((e) => console.log(e.code)); bls.dispose();',
      'ERR_INPUT',
    ],
    ['may dispose of what nobody awaits', 'bls.G1.msmAsync(points, scalars); bls.dispose();', ''],
    ['may exit meanwhile', 'start(); process.exit(0);', ''],
  ])('%s', async (_, program, expected) => {
    expect(await printed(program)).toBe(expected);
  });
});

describe('pools', () => {
  it('that are disposed of leave neither workers nor ports', async () => {
    const count = Number(process.env.CURVEMILL_POOLS ?? 20);
    const ofWorkers = () =>
      process.getActiveResourcesInfo().filter((name) => /Port|Worker/.test(name)).length;
    const before = ofWorkers();
    for (let i = 0; i < count; i++) {
      const options = { groups: ['G1'], backend: 'portable' };
      const { instance } = await createWithPool('bls12-381', options);
      expect(instance.threads).toBe(2);
      instance.dispose();
    }
    await until(() => ofWorkers() <= before);
  });
});

it('hands an answer for which nobody waits any longer to its part', async () => {
  /** @type {string[]} */
  const late = [];
  const part = {
    weight: 1,
    message: () => ({ input: {}, transfer: [] }),
    here: () => undefined,
    dropped: (/** @type {string} */ answer) => void late.push(answer),
  };
  const control = { signal: undefined, onProgress: undefined, lifetime: new Lifetime() };
  const job = new Job({ engine: 0, task: 'test' }, [part, part], control, () => {});
  const [first, second] = [0, 1].map(() => {
    const entry = /** @type {any} */ (job.next(/** @type {any} */ ({})));
    job.start(entry, () => {});
    return entry;
  });
  job.complete(first, 'in time', null);
  job.reject(new Error('of a test'));
  job.complete(second, 'late', null);
  await expect(job.promise).rejects.toThrow('of a test');
  expect(late).toEqual(['late']);
});
