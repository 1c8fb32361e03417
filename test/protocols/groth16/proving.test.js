/** Proofs by keys of circuits written here: on every backend, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError, PointError } from '../../../src/errors.js';
import { forEachBackend } from '../../support/backends.js';
import { creators } from '../../support/creators.js';
import { cubic, mixed } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { container, scalars, sectionsOf, witnessFile } from '../../support/groth16/files.js';
import { setup } from '../../support/groth16/setup.js';
import { concat } from '../../support/hex.js';
import { withMemories } from '../../support/memories.js';

for (const { group, name, q, r } of groth16Curves) {
  forEachBackend(
    `Groth16 proofs, ${name}`,
    (context) => {
      it('proves, and says what the key is', async () => {
        const { instance } = context;
        const circuit = cubic(r);
        const made = await setup({ instance, name, q, r }, circuit, 'cubic');
        const groth16 = await instance.groth16();
        const key = await groth16.provingKey(made.zkey, { check: true });
        expect([key.wires, key.publics, key.domain]).toEqual([5, 1, 8]);
        expect(key.bytes).toBeGreaterThan(0);
        expect(key.verificationKey()).toEqual(made.vkey);
        const vk = groth16.verifyingKey(made.vkey);
        const witnesses = [witnessFile(circuit), scalars(circuit.values), circuit.values];
        for (const witness of witnesses) {
          const { proof, publicSignals } = await key.prove(witness);
          expect(publicSignals).toEqual(['35']);
          expect(vk.verify(publicSignals, proof)).toBe(true);
          expect(groth16.verify(JSON.stringify(made.vkey), publicSignals, proof)).toBe(true);
        }
        // Blinded: no two proofs are alike.
        const [one, other] = await Promise.all([key.prove(witnesses[0]), key.prove(witnesses[0])]);
        expect(one.proof.pi_a).not.toEqual(other.proof.pi_a);
        expect(one.proof.pi_b).not.toEqual(other.proof.pi_b);
        const once = await groth16.prove(made.zkey, witnesses[0]);
        expect(vk.verify(once.publicSignals, once.proof)).toBe(true);
        // Imaginary parts come first.
        const [x, y] = once.proof.pi_b;
        const hex = (/** @type {string} */ text) =>
          `"0x${BigInt(text).toString(16).padStart(64, '0')}"`;
        const b = `[[${hex(x[1])}, ${hex(x[0])}],[${hex(y[1])}, ${hex(y[0])}]]`;
        const call = groth16.toSolidity(once.proof, once.publicSignals);
        expect(call.split(b)).toHaveLength(2);
        expect(call.endsWith(`,["0x${'23'.padStart(64, '0')}"]`)).toBe(true);
        const wrong = [...circuit.values];
        wrong[3] += 1n;
        await expect(key.prove(wrong)).rejects.toThrow(/satisfies the circuit/);
        key.dispose();
        await expect(key.prove(witnesses[0])).rejects.toThrow(InputError);
      });
    },
    group,
  );

  describe(`Groth16 keys and witnesses, ${name}`, () => {
    /** @type {any} */
    let instance, groth16, circuit, made, vk;
    beforeAll(async () => {
      instance = await creators[/** @type {string} */ (group.replace(/-g1$/, ''))]();
      groth16 = await instance.groth16();
      circuit = mixed(r);
      made = await setup({ instance, name, q, r }, circuit, 'mixed');
      vk = groth16.verifyingKey(made.vkey);
    });
    afterAll(() => instance?.dispose());

    /** Sections with their bodies. @returns {Array<[number, Uint8Array]>} */
    const sections = () =>
      sectionsOf(made.zkey).map(({ id, start, end }) => [id, made.zkey.slice(start, end)]);
    const changed = (/** @type {number} */ id, /** @type {(body: Uint8Array) => any} */ change) =>
      container(
        'zkey',
        1,
        sections().map(([own, body]) => [own, own === id ? (change(body) ?? body) : body]),
      );
    const works = async (/** @type {any} */ file) => {
      const key = await groth16.provingKey(file);
      const { proof, publicSignals } = await key.prove(circuit.values);
      key.dispose();
      return vk.verify(publicSignals, proof);
    };

    it('reads files in any form, and sections in any order', async () => {
      const { zkey } = made;
      const pieces = (/** @type {number} */ size) =>
        (async function* () {
          for (let at = 0; at < zkey.length; at += size) yield zkey.slice(at, at + size);
        })();
      const forms = [zkey.buffer.slice(0), new Blob([zkey]), new Response(zkey)];
      const streams = [new Blob([zkey]).stream(), pieces(997), pieces(4096)];
      for (const form of [...forms, ...streams]) expect(await works(form)).toBe(true);
      const reversed = container('zkey', 1, sections().reverse());
      expect(await works(reversed)).toBe(true);
      const ordered = sections().sort(([a], [b]) => a - b);
      expect(await works(container('zkey', 1, ordered))).toBe(true);
    });

    it('reads from views, and copies what may change', async () => {
      const padded = concat(new Uint8Array(3), made.zkey, new Uint8Array(5));
      const key = await groth16.provingKey(padded.subarray(3, 3 + made.zkey.length));
      const witness = witnessFile(circuit);
      const running = key.prove(witness);
      witness.fill(0);
      const { proof, publicSignals } = await running;
      expect(vk.verify(publicSignals, proof)).toBe(true);
      expect(publicSignals).toEqual(circuit.values.slice(1, 5).map(String));
      key.dispose();
    });

    it('refuses files of other kinds, and what is cut, doubled or left over', async () => {
      const { zkey } = made;
      const word = (/** @type {number} */ value) => new Uint8Array(new Uint32Array([value]).buffer);
      const refused = [
        [new Uint8Array(), /expected 12 bytes, got 0/],
        [witnessFile(circuit), /begins with 'zkey', got 'wtns'/],
        [changed(1, () => word(2)), /expected a key of Groth16, got a key of PLONK/],
        [changed(1, () => word(10)), /got a key of FFLONK/],
        [changed(1, () => word(7)), /got protocol 7/],
        [zkey.slice(0, -1), /section 10 \(contributions\): expected 68 bytes, got 67/],
        [concat(zkey, new Uint8Array(1)), /expected the end/],
        [container('zkey', 1, [...sections(), [5, new Uint8Array()]]), /expected one, got two/],
        [container('zkey', 2, sections()), /expected version 1, got 2/],
        [
          container('zkey', 1, sections().slice(1)),
          /section 1 \(protocol\): expected one, got none/,
        ],
      ];
      for (const [file, message] of refused) {
        await expect(groth16.provingKey(file)).rejects.toThrow(message);
        await expect(groth16.provingKey(file)).rejects.toThrow(InputError);
      }
      for (const id of [2, 3, 4, 5, 6, 7, 8, 9]) {
        const left = sections().filter(([own]) => own !== id);
        const without = groth16.provingKey(container('zkey', 1, left));
        await expect(without).rejects.toThrow(new RegExp(`section ${id} .*expected one, got none`));
        const short = groth16.provingKey(changed(id, (body) => body.slice(0, -1)));
        await expect(short).rejects.toThrow(new RegExp(`section ${id} .*expected`));
      }
      for (const value of [undefined, null, 5, 'file', {}, [1]]) {
        await expect(groth16.provingKey(value)).rejects.toThrow(InputError);
      }
    });

    it('refuses headers that do not fit, without taking memory for them', async () => {
      const size = (q.toString(16).length + 1) >> 1;
      const counts = 4 + size + 4 + 32;
      const at = (/** @type {number} */ offset, /** @type {number} */ value) =>
        changed(2, (body) => new DataView(body.buffer).setUint32(offset, value, true));
      await expect(groth16.provingKey(at(4, 5))).rejects.toThrow(/expected q of/);
      await expect(groth16.provingKey(at(4 + size + 4, 5))).rejects.toThrow(/expected r of/);
      for (const [offset, values] of /** @type {const} */ ([
        [0, [0, 4, 2 ** 31, 0xffffffff]],
        [4, [3, 0xffffffff, 194]],
        [8, [0, 1, 3, 128, 2 ** 31]],
      ])) {
        for (const value of values) {
          const before = process.memoryUsage().rss;
          await expect(groth16.provingKey(at(counts + offset, value))).rejects.toThrow(InputError);
          expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
        }
      }
    });

    it('refuses infinity and points off their curves, saying where', async () => {
      const size = (q.toString(16).length + 1) >> 1;
      const points = 4 + size + 4 + 32 + 12;
      for (const [start, length] of [
        [0, 2],
        [2, 2],
        [4, 4],
        [8, 4],
        [12, 2],
        [14, 4],
      ]) {
        const [from, to] = [points + start * size, points + (start + length) * size];
        const infinite = changed(2, (body) => void body.fill(0, from, to));
        await expect(groth16.provingKey(infinite)).rejects.toThrow(/finite point, got infinity/);
        const off = changed(2, (body) => void (body[from] ^= 1));
        const wrong = groth16.provingKey(off);
        await expect(wrong).rejects.toThrow(/section 2 \(header\): \w+: expected/);
        await expect(wrong).rejects.toThrow(InputError);
      }
      for (const [id, place] of [
        [3, 2],
        [5, 7],
        [6, 7],
        [7, 7],
        [8, 3],
        [9, 5],
      ]) {
        const bytes = (id === 7 ? 4 : 2) * size;
        let index = place;
        const file = changed(id, (body) => {
          while (body.subarray(index * bytes, (index + 1) * bytes).every((byte) => byte === 0))
            index++;
          body[index * bytes] ^= 1;
        });
        const error = await groth16.provingKey(file).catch((/** @type {any} */ e) => e);
        expect(error).toBeInstanceOf(InputError);
        expect(error.cause).toBeInstanceOf(PointError);
        expect(error.message).toMatch(new RegExp(`section ${id} .* index ${index}: expected`));
        expect(error.index).toBe(index);
      }
    });

    it('refuses entries outside of the matrices', async () => {
      for (const [offset, value] of [
        [0, 2],
        [4, 256],
        [8, 195],
        [40, 0xffffffff],
      ]) {
        const file = changed(4, (body) =>
          new DataView(body.buffer).setUint32(4 + 44 * 9 + offset, value, true),
        );
        await expect(groth16.provingKey(file)).rejects.toThrow(/section 4 .* entry 9: expected/);
      }
    });

    it('lets no proof of a key with a wrong point out', async () => {
      const size = 2 * ((q.toString(16).length + 1) >> 1);
      for (const [id, bytes] of [
        [5, size],
        [6, size],
        [7, 2 * size],
        [8, size],
        [9, size],
      ]) {
        // Another point of the group in the place of one that counts.
        const file = changed(id, (body) => void body.copyWithin(0, body.length - bytes));
        const key = await groth16.provingKey(file);
        await expect(key.prove(circuit.values)).rejects.toThrow(InputError);
        key.dispose();
      }
    });

    it('refuses witnesses of another size, field or form', async () => {
      const key = await groth16.provingKey(made.zkey);
      const { values } = circuit;
      const file = witnessFile(circuit);
      const shorter = witnessFile({ r, values: values.slice(1) });
      const other = file.slice();
      other[30] ^= 1;
      const large = file.slice();
      large.fill(255, large.length - 32);
      const atOrder = file.slice();
      atOrder.set(scalars([r]), atOrder.length - 32);
      for (const [witness, message] of [
        [shorter, /section 1 \(header\): expected 195 wires, got 194/],
        [other, /the order of the group/],
        [large, /wire 194: expected a value below the order/],
        [atOrder, /wire 194: expected a value below the order/],
        [file.slice(0, -1), /section 2 .values.: expected/],
        [file.slice(0, 20), /expected/],
        [concat(file, new Uint8Array(1)), /expected/],
        [scalars([2n, ...values.slice(1)]), /wire 0: expected the constant 1/],
        [new Uint8Array(31), /expected 6240 bytes, got 31/],
        [[1n], /expected 195 wires, got 1/],
        [[1n, r], /wire 1: expected a value below/],
        [[1n, -1n], /wire 1/],
        [[1n, 5], /expected a bigint, got 5/],
        ['witness', /expected the bytes of a .wtns/],
      ]) {
        await expect(key.prove(witness)).rejects.toThrow(message);
      }
      key.dispose();
    });

    it('reports progress, and stops when it is aborted', async () => {
      /** @type {any[]} */
      const reports = [];
      const key = await groth16.provingKey(made.zkey, {
        onProgress: (/** @type {any} */ report) => reports.push(report),
      });
      expect(reports.at(-1)).toMatchObject({ phase: 'done' });
      reports.length = 0;
      await key.prove(circuit.values, {
        onProgress: (/** @type {any} */ report) => reports.push(report),
      });
      const shares = reports.map(({ done, total }) => done / total);
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
      expect(shares.filter((share) => share === 1)).toHaveLength(1);
      const reason = new Error('enough');
      const signal = AbortSignal.abort(reason);
      await expect(key.prove(circuit.values, { signal })).rejects.toBe(reason);
      await expect(groth16.provingKey(made.zkey, { signal })).rejects.toBe(reason);
      const controller = new AbortController();
      // A small proof may end before a timer fires.
      const running = key.prove(circuit.values, {
        signal: controller.signal,
        onProgress: () => controller.abort(reason),
      });
      await expect(running).rejects.toBe(reason);
      const stalled = new AbortController();
      const never = new ReadableStream({ pull: () => new Promise(() => {}) });
      const opening = groth16.provingKey(never, { signal: stalled.signal });
      setTimeout(() => stalled.abort(reason));
      await expect(opening).rejects.toBe(reason);
      key.dispose();
    });
  });

  it(`leaves nothing of a witness in memory, ${name}`, async () => {
    const create = creators[group.replace(/-g1$/, '')];
    const { instance, memories } = await withMemories(create);
    const secret = 0xfedcba98765432100123456789abcdefn;
    const circuit = mixed(r, secret);
    const made = await setup({ instance, name, q, r }, circuit, 'mixed');
    const key = await (await instance.groth16()).provingKey(made.zkey);
    const pattern = Buffer.from(scalars([secret])).subarray(0, 16);
    const isThere = () => memories.some(({ buffer }) => Buffer.from(buffer).includes(pattern));
    // The key's bits are no secret; before a proof nothing is there.
    expect(isThere()).toBe(false);
    await key.prove(circuit.values);
    expect(isThere()).toBe(false);
    const wrong = [...circuit.values];
    wrong[wrong.length - 1] ^= 1n;
    await expect(key.prove(wrong)).rejects.toThrow(InputError);
    expect(isThere()).toBe(false);
    for (const part of [0, 0.3, 0.6, 0.9]) {
      const controller = new AbortController();
      const onProgress = ({ done, total }) => void (done > part * total && controller.abort());
      const running = key.prove(circuit.values, { signal: controller.signal, onProgress });
      await expect(running).rejects.toHaveProperty('name', 'AbortError');
      expect(isThere()).toBe(false);
    }
    instance.dispose();
  });

  it(`compiles nothing for a second key, ${name}`, async () => {
    const instance = await creators[group.replace(/-g1$/, '')]();
    const made = await setup({ instance, name, q, r }, cubic(r, 3n), 'cubic');
    const groth16 = await instance.groth16();
    const { Module } = WebAssembly;
    let compiled = 0;
    WebAssembly.Module = class extends Module {
      /** @param {BufferSource} bytes */
      constructor(bytes) {
        super(bytes);
        compiled++;
      }
    };
    const open = async () => {
      const key = await groth16.provingKey(made.zkey);
      const { wires } = key;
      key.dispose();
      return wires;
    };
    try {
      const wires = await open();
      expect(compiled).toBe(2);
      for (let i = 0; i < 3; i++) expect(await open()).toBe(wires);
      expect(compiled).toBe(2);
    } finally {
      WebAssembly.Module = Module;
      instance.dispose();
    }
  });
}
