import { describe, expect, it } from 'vitest';
import { curveNamed } from '../../src/curves/index.js';
import { GuardedArena } from './sum/arena.js';
import { load } from './sum/load.js';
import { mutants } from './sum/mutants.js';
import { shapes } from './sum/shapes.js';
import { createWorld } from './sum/world.js';

const WORLDS = [
  { name: 'bls12-381-g2', traits: { pairs: true, squared: true, model: false, same: false } },
  { name: 'pallas', traits: { pairs: false, squared: false, model: true, same: true } },
].map((world) => ({ ...world, arena: new GuardedArena(2 ** 29) }));

/** Why a change is refused: the first shape that fails, and how; null if none does. */
async function refusal(change) {
  const code = await load({ isShort: true, change });
  const worlds = await Promise.all(
    WORLDS.map(({ name, traits, arena }) =>
      createWorld(code, curveNamed(name), traits, arena, true),
    ),
  );
  for (const [name, shape] of Object.entries(shapes))
    for (const world of worlds) {
      try {
        shape(world);
      } catch (error) {
        return `${name}: ${error}`;
      }
    }
  return null;
}

describe('sums by code with one change', () => {
  it('are those of 150 and more changes', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(150);
  });

  it('are right without one, with kernels emitted now', async () => {
    expect(await refusal(null)).toBe(null);
  });

  it.each(mutants)('$file, $replace for $find: refused', async (change) => {
    expect(await refusal(change)).not.toBe(null);
  });
});
