/**
 * Files and JSON with random changes: every one is read, or refused by an error of this library;
 * no proof that is not valid leaves, and no memory is taken that the file does not justify.
 * CURVEMILL_MUTATIONS=100000 tries so many keys, in ten minutes and more (--testTimeout=0), a tenth
 * of what ends in pairings, and prints what the slowest took of the processor.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CurvemillError } from '../../../src/errors.js';
import { Random } from '../../fuzz/random.js';
import { creators } from '../../support/creators.js';
import { rounds } from '../../support/extent.js';
import { sectionsOf } from '../../support/groth16/files.js';
import { withMemories } from '../../support/memories.js';
import { readBytes } from '../../support/vectors.js';

const COUNT = Number(process.env.CURVEMILL_MUTATIONS ?? rounds(300));

/** Of what ends in a proof or pairings, 10 ms each, of which the changes of a file are nothing. */
const FEWER = Math.min(COUNT, Math.max(rounds(300), COUNT / 10));
const SEED = process.env.CURVEMILL_SEED ?? '1';

/** Integers where lengths and counts may be. */
const COUNTS = [0, 1, 2, 3, 7, 255, 2 ** 16, 2 ** 24, 2 ** 28, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];

/** Bytes of memory that files of 110 kB, their matrices and transforms may take. */
const MOST_MEMORY = 2 ** 24;

/** @param {string} path */
const json = (path) => JSON.parse(new TextDecoder().decode(readBytes(path)));

/**
 * The place of a length, a count of the header, or anything.
 * @param {Random} random
 * @param {Uint8Array} file
 */
function placeIn(random, file) {
  const sections = sectionsOf(file);
  const { start, end } = sections[random.int(sections.length)];
  const places = [
    () => random.int(12),
    () => start - 12 + random.int(12),
    () => start + random.int(Math.min(64, end - start || 1)),
    () => start + random.int(end - start || 1),
    () => random.int(file.length),
  ];
  return places[random.int(places.length)]();
}

/**
 * A file with one to three changes: bytes, integers, parts that move, are missing or come twice.
 * @param {Random} random
 * @param {Uint8Array} file
 */
function mutated(random, file) {
  let bytes = file.slice();
  for (let left = 1 + random.int(3); left > 0; left--) {
    const at = Math.min(placeIn(random, file), bytes.length - 8);
    const length = 1 + random.int(100);
    const other = random.int(bytes.length);
    const view = new DataView(bytes.buffer);
    const changes = [
      () => void (bytes[at] ^= 1 << random.int(8)),
      () => view.setUint32(at, COUNTS[random.int(COUNTS.length)], true),
      () => view.setBigUint64(at, 2n ** BigInt(random.int(64)) - BigInt(random.int(2)), true),
      () => void bytes.fill(255 * random.int(2), at, at + length),
      () => void bytes.copyWithin(at, other, other + length),
      () => void (bytes = bytes.slice(0, -length)),
      () => void (bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])),
      () => void (bytes = Buffer.concat([bytes, bytes.subarray(at, at + length)])),
    ];
    changes[random.int(changes.length)]();
    bytes = new Uint8Array(bytes);
    if (bytes.length < 16) break;
  }
  return bytes;
}

/** Values in the place of others in JSON. */
const VALUES = [undefined, null, 0, -1, 1.5, '', '0', '1', '-1', '0x1', 'a', true, [], {}, 10n];

/**
 * JSON with one value changed, missing, or in another place.
 * @param {Random} random
 * @param {any} value
 * @returns {any}
 */
function mutatedJson(random, value) {
  const own = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (own.length === 0 || random.chance(0.1)) {
    if (typeof value === 'string' && random.chance(0.5)) {
      return value.replace(/\d/, () => String(random.int(10)));
    }
    return VALUES[random.int(VALUES.length)];
  }
  const [name, old] = own[random.int(own.length)];
  const changed = mutatedJson(random, old);
  if (!Array.isArray(value)) return { ...value, [name]: changed };
  return value.map((item, i) => (i === Number(name) ? changed : item));
}

describe('Groth16 under random changes', () => {
  /** @type {any} */
  let instance, groth16;
  /** @type {WebAssembly.Memory[]} */
  let memories = [];
  const circuits = ['cubic', 'mixed'].map((name) => ({
    zkey: readBytes(`groth16/${name}.zkey`),
    wtns: readBytes(`groth16/${name}.wtns`),
  }));
  const vkey = json('groth16/mixed.vkey.json');
  const item = {
    publicSignals: json('groth16/mixed.public.json'),
    proof: json('groth16/mixed.proof.json'),
  };
  const allocated = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

  beforeAll(async () => {
    ({ instance, memories } = await withMemories(creators.bn254));
    groth16 = await instance.groth16();
  });
  afterAll(() => instance?.dispose());

  /**
   * @param {string} what
   * @param {number} count
   * @param {(random: Random) => unknown} attempt
   */
  async function tryAll(what, count, attempt) {
    const before = allocated();
    let [refused, slowest] = [0, 0];
    for (let i = 0; i < count; i++) {
      const started = processorMs();
      try {
        await attempt(new Random(`${SEED}/${what}/${i}`));
      } catch (error) {
        refused++;
        if (!(error instanceof CurvemillError)) {
          throw new Error(`CURVEMILL_SEED=${SEED}, ${what} ${i}`, { cause: error });
        }
      }
      slowest = Math.max(slowest, processorMs() - started);
    }
    if (COUNT > 1000) console.log(`${what}: ${refused} of ${count} refused, ${slowest} ms at most`);
    expect(refused).toBeGreaterThan(0);
    expect(allocated() - before).toBeLessThan(MOST_MEMORY);
  }

  it('keys are read or refused', async () => {
    await tryAll('key', COUNT, async (random) => {
      const { zkey, wtns } = circuits[random.int(circuits.length)];
      const opened = await groth16.provingKey(mutated(random, zkey));
      try {
        if (!random.chance(0.05)) return;
        const { proof, publicSignals } = await opened.prove(wtns);
        const vk = groth16.verifyingKey(opened.verificationKey());
        expect(vk.verify(publicSignals, proof)).toBe(true);
      } finally {
        opened.dispose();
      }
    });
  });

  it('keys that come in pieces of any size are proved with, or refused', async () => {
    const [{ zkey, wtns }] = circuits;
    const vk = groth16.verifyingKey(json('groth16/cubic.vkey.json'));
    await tryAll('stream', FEWER, async (random) => {
      const file = mutated(random, zkey);
      const most = random.int(3) === 0 ? 3 : 1 + random.int(4096);
      const pieces = (async function* () {
        for (let at = 0; at < file.length;) {
          yield file.subarray(at, (at += 1 + random.int(most)));
        }
      })();
      const { proof, publicSignals } = await groth16.prove(pieces, wtns);
      expect(typeof vk.verify(publicSignals, proof)).toBe('boolean');
    });
  });

  it('witnesses are refused, or proofs of them are valid', async () => {
    // Most changes break a constraint, after all of the work: a small circuit.
    const [{ zkey, wtns }] = circuits;
    const key = await groth16.provingKey(zkey);
    const vk = groth16.verifyingKey(key.verificationKey());
    await tryAll('witness', FEWER, async (random) => {
      const { proof, publicSignals } = await key.prove(mutated(random, wtns));
      expect(vk.verify(publicSignals, proof)).toBe(true);
    });
    key.dispose();
  });

  it('verification keys and items are refused, or false', async () => {
    await tryAll('verification key', FEWER, (random) => {
      const vk = groth16.verifyingKey(mutatedJson(random, vkey));
      return vk.verify(item.publicSignals, item.proof);
    });
    const vk = groth16.verifyingKey(vkey);
    await tryAll('item', FEWER, (random) => {
      const { publicSignals, proof } = mutatedJson(random, item) ?? {};
      const same = JSON.stringify({ publicSignals, proof }, text) === JSON.stringify(item, text);
      const valid = vk.verify(publicSignals, proof);
      // Names of protocol and curve may be missing.
      const { pi_a, pi_b, pi_c } = proof;
      const points = JSON.stringify([publicSignals, pi_a, pi_b, pi_c], text);
      const old = [item.publicSignals, item.proof.pi_a, item.proof.pi_b, item.proof.pi_c];
      if (valid && !same) expect(points).toBe(JSON.stringify(old));
      expect(vk.verifyBatch([item, { publicSignals, proof }])).toBe(valid);
    });
  });
});

/** Of this process: other work on the machine does not count. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Bigints as text. @param {string} _ @param {unknown} value */
const text = (_, value) => (typeof value === 'bigint' ? String(value) : value);
