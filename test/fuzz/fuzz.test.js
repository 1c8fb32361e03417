/**
 * A few seconds of random cases of every area, on all backends in turn, with a new seed each time.
 * CURVEMILL_FUZZ_SECONDS sets how many, CURVEMILL_SEED the seed; `npm run fuzz` tries longer.
 */
import { describe, expect, it } from 'vitest';
import { areas } from './areas/index.js';
import { fuzz } from './fuzz.js';

const seconds = Number(process.env.CURVEMILL_FUZZ_SECONDS ?? 7);
const seed = process.env.CURVEMILL_SEED ?? String(Math.floor(Math.random() * 2 ** 32));
console.info(`fuzz seed: CURVEMILL_SEED=${seed}`);

describe('random cases', () => {
  it.each(areas.map(({ name }) => name))('%s', async (only) => {
    const { failures, turns } = await fuzz({ seed, seconds: seconds / areas.length, only });
    expect(failures).toEqual([]);
    for (const { cases } of turns) expect(cases).toBeGreaterThan(0);
  });
});
