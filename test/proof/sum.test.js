import { describe, expect, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import { createWorld } from './sum/world.js';
import { load } from './sum/load.js';
import { long, shapes } from './sum/shapes.js';

/** Every property of a kernel in at least one world, and both numbers of parts with each. */
const TRAITS = [
  { pairs: true, squared: true, model: false, same: false },
  { pairs: false, squared: false, model: true, same: true },
  { pairs: true, squared: false, model: false, same: true },
];

describe.each([
  { chunks: 'short chunks', isShort: true },
  { chunks: 'the chunks that ship', isShort: false },
])('with $chunks, a sum of formal sums', ({ isShort }) => {
  it.each(curves)('of $name is Σ k·P, whatever its shape', async (curve) => {
    const code = await load({ isShort });
    const traits = TRAITS[curves.indexOf(curve) % TRAITS.length];
    const world = await createWorld(code, curve, traits);
    const all = isShort ? shapes : { ...shapes, ...long };
    let sums = 0;
    for (const shape of Object.values(all)) sums += shape(world);
    expect(sums).toBeGreaterThan(2000);
  });
});
