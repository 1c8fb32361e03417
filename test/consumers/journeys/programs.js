/**
 * The programs of users for ten jobs, and those that they wrote for the same answer before the
 * package had adapters, tasks, and the formats of the libraries that they use. Those still work.
 * All may use `data`, which is theirs.
 */

/**
 * `prints`: the last line. `lines`: how many each has, without blank ones.
 * @typedef {{ before: string, after: string, prints: string, lines: [number, number] }} Journey
 */

/** @type {Record<string, Journey>} */
export const journeys = {
  'a feed of nostr': {
    prints: '[ 7 ]',
    lines: [13, 5],
    before: `
      import { createHash } from 'node:crypto';
      import { createSecp256k1 } from 'curvemill/secp256k1';
      const { schnorr } = await createSecp256k1();
      const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
      const idOf = ({ pubkey, created_at, kind, tags, content }) =>
        createHash('sha256').update(JSON.stringify([0, pubkey, created_at, kind, tags, content]));
      const items = data.events.map((event) => ({
        signature: bytes(event.sig),
        message: new Uint8Array(idOf(event).digest()),
        publicKey: bytes(event.pubkey),
      }));
      const invalid = schnorr.verifyBatch(items) ? [] : schnorr.findInvalid(items);
      console.log(invalid);`,
    after: `
      import { nostrTools } from 'curvemill/adapters/nostr-tools';
      import { createSecp256k1 } from 'curvemill/secp256k1';
      const { queue } = nostrTools(await createSecp256k1());
      const answers = await Promise.all(data.events.map((event) => queue.verify(event)));
      console.log(answers.flatMap((isValid, i) => (isValid ? [] : [i])));`,
  },
  'a verifier of blobs': {
    prints: 'true',
    lines: [8, 7],
    before: `
      import { createBls12381 } from 'curvemill/bls12-381';
      import { mainnet } from 'curvemill/trusted-setup';
      const bls = await createBls12381();
      const { lagrange, verification } = mainnet.ready;
      const kzg = await bls.kzg({ ready: { lagrange, verification } });
      const [blob, infinity] = [new Uint8Array(131072), new Uint8Array(48)];
      infinity[0] = 0xc0;
      console.log(kzg.verifyBlobKzgProof(blob, infinity, infinity));`,
    after: `
      import { createBls12381 } from 'curvemill/bls12-381';
      import { mainnet } from 'curvemill/trusted-setup';
      const bls = await createBls12381({ hashing: false });
      const kzg = await bls.kzg({ ready: { verification: mainnet.ready.verification } });
      const [blob, infinity] = [new Uint8Array(131072), new Uint8Array(48)];
      infinity[0] = 0xc0;
      console.log(kzg.verifyBlobKzgProof(blob, infinity, infinity));`,
  },
  'a sum of a prover, bundled for a page': {
    prints: 'true',
    lines: [15, 7],
    before: `
      import { createBn254 } from 'curvemill/bn254';
      const { G1 } = await createBn254({ groups: ['G1'] });
      const file = G1.randomPoints(50, 1).toBytes('montgomery-le'); // as snarkjs has them
      const p = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
      const inverse = 20988524275117001072002809824448087578619730785600314334253784976379291040311n;
      const number = (at) => {
        let value = 0n;
        for (let i = 31; i >= 0; i--) value = 256n * value + BigInt(file[at + i]);
        return (value * inverse) % p;
      };
      const points = Array.from({ length: 50 }, (_, i) =>
        G1.point({ x: number(64 * i), y: number(64 * i + 32) }));
      const sum = await G1.msmAsync(points, G1.randomScalars(50, 2));
      globalThis.answer = sum.isInSubgroup() && !sum.isIdentity();
      console.log(globalThis.answer);`,
    after: `
      import { createBn254 } from 'curvemill/bn254';
      const { G1 } = await createBn254({ groups: ['G1'] });
      const file = G1.randomPoints(50, 1).toBytes('montgomery-le'); // as snarkjs has them
      const points = await G1.pointsAsync(file, { format: 'montgomery-le' });
      const sum = await G1.msmAsync(points, G1.randomScalars(50, 2));
      globalThis.answer = sum.isInSubgroup() && !sum.isIdentity();
      console.log(globalThis.answer);`,
  },
  'a beacon of drand': {
    prints: 'true',
    lines: [12, 4],
    before: `
      import { createHash } from 'node:crypto';
      import { createBls12381 } from 'curvemill/bls12-381';
      const { minSig } = await createBls12381();
      const { info, round, signature, randomness } = data.beacon;
      const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
      const hash = (input) => new Uint8Array(createHash('sha256').update(input).digest());
      const number = Buffer.alloc(8);
      number.writeBigUInt64BE(BigInt(round));
      const dst = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
      const [key, signed] = [bytes(info.public_key), bytes(signature)];
      const isValid = minSig.verify(signed, hash(number), key, { dst });
      console.log(isValid && Buffer.from(hash(signed)).toString('hex') === randomness);`,
    after: `
      import { drand } from 'curvemill/adapters/drand';
      import { createBls12381 } from 'curvemill/bls12-381';
      const { verifyBeacon } = drand(await createBls12381());
      console.log(verifyBeacon(data.beacon.info, data.beacon, 1000));`,
  },
  'keys of a watch-only wallet': {
    prints: '027c4b09ffb985c298afe7e5813266cbfcb7780b480ac294b0b43dc21f2be3d13c',
    lines: [19, 5],
    before: `
      import { createHmac } from 'node:crypto';
      import { createSecp256k1 } from 'curvemill/secp256k1';
      const { group } = await createSecp256k1();
      const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
      const value = [...data.xpub].reduce((n, c) => 58n * n + BigInt(digits.indexOf(c)), 0n);
      const file = Buffer.from(value.toString(16).padStart(164, '0'), 'hex');
      const [code, key] = [file.subarray(13, 45), file.subarray(45, 78)];
      const parent = group.point(new Uint8Array(key));
      const children = [];
      for (let i = 0; i < 3; i++) {
        const index = Buffer.alloc(4);
        index.writeUInt32BE(i);
        const digest = createHmac('sha512', code).update(key).update(index).digest();
        const tweak = BigInt('0x' + digest.subarray(0, 32).toString('hex'));
        const child = parent.add(group.generator.multiply(tweak));
        if (tweak >= group.order || child.isIdentity()) throw new Error('no such child');
        children.push(child.toBytes());
      }
      console.log(Buffer.from(children[0]).toString('hex'));`,
    after: `
      import { bitcoinjs } from 'curvemill/adapters/bitcoinjs';
      import { createSecp256k1 } from 'curvemill/secp256k1';
      const { deriveMany } = bitcoinjs(await createSecp256k1());
      const children = await deriveMany(data.xpub, 0, 3);
      console.log(Buffer.from(children[0]).toString('hex'));`,
  },
  'a light client': {
    prints: 'true',
    lines: [7, 6],
    before: `
      import { createBls12381 } from 'curvemill/bls12-381';
      const { minPk } = await createBls12381();
      const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
      const { keys, bits, message, signature } = data.committee;
      const taken = bytes(bits);
      const present = keys.map(bytes).filter((_, i) => (taken[i >> 3] >> (i % 8)) & 1);
      console.log(minPk.fastAggregateVerify(bytes(signature), bytes(message), present));`,
    after: `
      import { createBls12381 } from 'curvemill/bls12-381';
      const { minPk } = await createBls12381({ hashing: 'G2' });
      const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
      const { keys, bits, message, signature } = data.committee;
      const [all, options] = [keys.map(bytes), { bits: bytes(bits) }];
      console.log(minPk.fastAggregateVerify(bytes(signature), bytes(message), all, options));`,
  },
  'a library in TypeScript with declarations': {
    prints: '',
    lines: [6, 5],
    before: `
      import { createBls12381 } from 'curvemill/bls12-381';
      import type { Bls12381, Point } from 'curvemill';
      export async function open(): Promise<{ bls: Bls12381; generator: Point }> {
        const bls = await createBls12381();
        return { bls, generator: bls.G1.generator };
      }`,
    after: `
      import { createBls12381 } from 'curvemill/bls12-381';
      export async function open() {
        const bls = await createBls12381();
        return { bls, generator: bls.G1.generator };
      }`,
  },
  'a proof of Groth16': {
    prints: 'true',
    lines: [16, 4],
    before: `
      import { createBn254 } from 'curvemill/bn254';
      const { G1, G2, pairingCheck } = await createBn254();
      const { key, publicSignals, proof } = data.groth16;
      const point1 = ([x, y]) => G1.point({ x: BigInt(x), y: BigInt(y) });
      const number2 = ([c0, c1]) => ({ c0: BigInt(c0), c1: BigInt(c1) });
      const point2 = ([x, y]) => G2.point({ x: number2(x), y: number2(y) });
      const signals = publicSignals.map(BigInt);
      if (signals.some((signal) => signal >= G1.order)) throw new Error('a signal is too large');
      const [first, ...rest] = key.IC.map(point1);
      const inputs = signals.reduce((sum, s, i) => sum.add(rest[i].multiply(s)), first);
      console.log(pairingCheck([
        [point1(proof.pi_a).negate(), point2(proof.pi_b)],
        [point1(key.vk_alpha_1), point2(key.vk_beta_2)],
        [inputs, point2(key.vk_gamma_2)],
        [point1(proof.pi_c), point2(key.vk_delta_2)],
      ]));`,
    after: `
      import { createBn254 } from 'curvemill/bn254';
      const groth16 = await (await createBn254()).groth16();
      const { key, publicSignals, proof } = data.groth16;
      console.log(groth16.verify(key, publicSignals, proof));`,
  },
  'an MSM with progress that can be cancelled': {
    prints: 'true',
    lines: [18, 8],
    before: `
      import { createBls12381 } from 'curvemill/bls12-381';
      const { G1 } = await createBls12381({ groups: ['G1'] });
      const [points, scalars] = [G1.randomPoints(20000, 1), G1.randomScalars(20000, 2)];
      let [isCancelled, share] = [false, 0];
      async function sum() {
        let total = G1.identity;
        for (let i = 0; i < 20000; i += 1000) {
          if (isCancelled) throw new Error('cancelled');
          const part = scalars.slice(32 * i, 32 * i + 32000);
          total = total.add(G1.msm(points.slice(i, i + 1000), part));
          share = (i + 1000) / 20000;
          await new Promise((resolve) => setTimeout(resolve));
        }
        return total;
      }
      const running = sum();
      setTimeout(() => (isCancelled = true));
      console.log(await running.catch(() => share < 1));`,
    after: `
      import { createBls12381 } from 'curvemill/bls12-381';
      const { G1 } = await createBls12381({ groups: ['G1'] });
      const [points, scalars] = [G1.randomPoints(20000, 1), G1.randomScalars(20000, 2)];
      const controller = new AbortController();
      const onProgress = () => controller.abort('cancelled');
      const { signal } = controller;
      const running = G1.msmAsync(points, scalars, { signal, onProgress });
      console.log(await running.catch((reason) => reason === 'cancelled'));`,
  },
  'whether the key of a prover is honest': {
    prints: 'true anna, berta, end',
    lines: [17, 6],
    before: `
      import { mkdtempSync, writeFileSync } from 'node:fs';
      import { spawnSync } from 'node:child_process';
      import { createRequire } from 'node:module';
      import { join } from 'node:path';
      const folder = mkdtempSync('ceremony-');
      const paths = ['r1cs', 'ptau', 'zkey'].map((name) => {
        const path = join(folder, name);
        writeFileSync(path, Buffer.from(data.ceremony[name], 'base64'));
        return path;
      });
      const entry = createRequire(import.meta.url).resolve('curvemill');
      const program = join(entry, '../../bin/curvemill.js');
      const args = [program, 'verify-zkey', ...paths, '--json'];
      const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const { valid, contributions } = JSON.parse(stdout);
      const names = contributions.map(({ name }) => name);
      console.log(valid, names.join(', '));`,
    after: `
      import { createBn254 } from 'curvemill/bn254';
      const groth16 = await (await createBn254()).groth16();
      const file = (name) => new Blob([Buffer.from(data.ceremony[name], 'base64')]);
      const [r1cs, ptau, zkey] = ['r1cs', 'ptau', 'zkey'].map(file);
      const { valid, contributions } = await groth16.verifyZkey({ r1cs, ptau, zkey });
      console.log(valid, contributions.map(({ name }) => name).join(', '));`,
  },
};

/** Lines that a user writes. @param {string} program */
export const linesOf = (program) => program.split('\n').filter((line) => line.trim()).length;
