/**
 * A disposed instance leaves nothing large in memory, even while points of it are alive. In a
 * process of its own: the heap of a worker is full of what other files hold.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { backends } from '../support/backends.js';

const run = promisify(execFile);
const entry = new URL('../../src/bls12-381.js', import.meta.url).href;
const elements = new URL('../../src/banderwagon.js', import.meta.url).href;

/** Creates an instance, uses it, disposes of it, and keeps what a user might keep. */
const program = (/** @type {string} */ backend) => `
  import { createBls12381 } from ${JSON.stringify(entry)};
  import { createBanderwagon } from ${JSON.stringify(elements)};
  const { Memory } = WebAssembly;
  const memories = [];
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor) {
      super(descriptor);
      // Without a limit it is that in which modules are read, which stays for the next instance.
      if (descriptor.maximum) memories.push(new WeakRef(this));
    }
  };
  const useAndDispose = async () => {
    const bls = await createBls12381({ backend: ${JSON.stringify(backend)} });
    const { G1 } = bls;
    const vector = G1.randomPoints(100, 1);
    const sum = await G1.msmAsync(vector, G1.randomScalars(100, 2));
    const basis = await G1.fixedBasis(vector);
    const isOne = bls.pairingCheck([]);
    bls.dispose();
    // A sum of fixed elements is affine when it is first read: this one is read later.
    const bw = await createBanderwagon({ backend: ${JSON.stringify(backend)} });
    const fixed = await bw.group.fixedBasis(bw.group.randomPoints(8, 1));
    const unread = fixed.msm([5n, 7n]);
    bw.dispose();
    return { bls, G1, vector, sum, basis, isOne, fixed, unread };
  };
  const kept = await useAndDispose();
  const isGone = () => memories.every((memory) => memory.deref() === undefined);
  // What is compiled on other threads may hold it a little longer.
  for (let i = 0; i < 500 && !isGone(); i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    gc();
  }
  const { isOne, sum, unread } = kept;
  console.log(JSON.stringify({
    ...{ made: memories.length, isGone: isGone(), isOne, isIdentity: sum.isIdentity() },
    bytes: unread.toBytes().length,
  }));`;

describe.each(backends.filter((backend) => backend !== 'bigint'))('memory [%s]', (backend) => {
  it('goes with the instance, although its objects are still held', async () => {
    const flags = [...process.execArgv, '--expose-gc', '--input-type=module'];
    const { stdout } = await run(process.execPath, [...flags, '--eval', program(backend)]);
    const { made, ...found } = JSON.parse(stdout);
    expect(made).toBeGreaterThan(0);
    expect(found).toEqual({ isGone: true, isOne: true, isIdentity: false, bytes: 32 });
  });
});
