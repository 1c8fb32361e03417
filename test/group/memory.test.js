/** A disposed instance leaves nothing large in memory, even while points of it are alive. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { backends } from '../support/backends.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const { Memory } = WebAssembly;

/** @type {WeakRef<WebAssembly.Memory>[]} */
const memories = [];

/** A mock of vitest would hold on to what it made. */
class WatchedMemory extends Memory {
  constructor(descriptor) {
    super(descriptor);
    memories.push(new WeakRef(this));
  }
}

describe.each(backends.filter((backend) => backend !== 'bigint'))('memory [%s]', (backend) => {
  beforeEach(() => {
    memories.length = 0;
    WebAssembly.Memory = WatchedMemory;
  });
  afterEach(() => {
    WebAssembly.Memory = Memory;
  });

  /** Creates an instance, uses it, disposes of it; returns what a user might keep. */
  const useAndDispose = async () => {
    const bls = await createBls12381({ backend: /** @type {any} */ (backend) });
    const { G1 } = bls;
    const vector = G1.randomPoints(100, 1);
    const sum = await G1.msmAsync(vector, G1.randomScalars(100, 2));
    const basis = await G1.fixedBasis(vector);
    expect(bls.pairingCheck([])).toBe(true);
    bls.dispose();
    return { bls, G1, vector, sum, basis };
  };

  it('goes with the instance, although its objects are still held', async () => {
    const kept = await useAndDispose();
    expect(memories.length).toBeGreaterThan(0);
    const isGone = () => memories.every((memory) => memory.deref() === undefined);
    // What is compiled on other threads may hold it a little longer.
    for (let i = 0; i < 500 && !isGone(); i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collectGarbage();
    }
    expect(isGone()).toBe(true);
    expect(kept.sum.isIdentity()).toBe(false);
  });
});
