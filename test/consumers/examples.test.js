/**
 * The programs that users read first, installed as they would be: those of the README and of
 * docs/interface.md as they are printed, in a project with the packed archive, and each of
 * `examples/` in one of its own, beside the packages that they name. What the archive's documents
 * link to is in it.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browsers.js';
import { root } from '../../scripts/lib/paths.js';
import { serveFolder } from '../../scripts/lib/static-server.js';
import { createBn254 } from '../../src/bn254.js';
import { bn254G1 } from '../../src/curves/bn254.js';
import { browsers } from '../engines/engines.js';
import { edited, flip, madeBySnarkjs, madeOverBls12381 } from '../support/ceremony/files.js';
import { circuitModule, inputsOf, moduleCircuit } from '../support/groth16/circuit-module.js';
import { semaphoreSignals } from '../support/groth16/semaphore.js';
import { setup } from '../support/groth16/setup.js';
import { describeWith } from '../support/installed.js';
import { readBytes } from '../support/vectors.js';
import {
  addReport,
  areClientsInstalled,
  bundleServiceWorker,
  openProjects,
  semaphoreFiles,
} from './examples.js';

const readme = readFileSync(`${root}/README.md`, 'utf8');
const programsOf = (page) => [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
const programs = programsOf(readme);
const samples = programsOf(readFileSync(`${root}/docs/interface.md`, 'utf8'));

let projects;
beforeAll(async () => {
  projects = await openProjects();
});
afterAll(() => projects?.remove());

/** The output of a program, run by Node in a project. */
const outputIn = async (cwd, ...args) =>
  (await promisify(execFile)(process.execPath, args, { cwd })).stdout;

/** The output of an example, in a project of its own. */
const outputOf = async (file, ...args) =>
  outputIn(await projects.create(file), posix.basename(file), ...args);

describe('a program of the README, or of the interface', () => {
  let folder;
  beforeAll(async () => {
    folder = await projects.create();
  });
  const run = (source) => outputIn(folder, '--input-type=module', '--eval', source);

  it('shows an MSM on all threads', async () => {
    expect(await run(programs[0])).toMatch(/^\{\n {2}x: \d{100,}n,\n {2}y: \d{100,}n\n\}\n$/);
  });

  it('shows how to verify a feed of signatures', async () => {
    expect(await run(programs[1])).toBe('false [ 1 ]\n');
  });

  it('shows the commitment to a blob, and proofs of its cells', async () => {
    expect(await run(programs[2])).toBe('true\n');
  });

  it('shows signatures of a consensus layer, in a batch', async () => {
    expect(await run(samples[1])).toBe('true []\n');
  });

  it('shows a proof by the calls of snarkjs', async () => {
    const files = {
      zkey: 'circuit.zkey',
      wtns: 'witness.wtns',
      'vkey.json': 'verification_key.json',
    };
    for (const [end, name] of Object.entries(files))
      writeFileSync(posix.join(folder, name), readBytes(`groth16/mixed.${end}`));
    expect(await run(programs[3])).toBe('true\n');
  });

  it('shows a proof with progress and cancellation', async () => {
    for (const [end, name] of [
      ['zkey', 'circuit.zkey'],
      ['wtns', 'witness.wtns'],
    ])
      writeFileSync(posix.join(folder, name), readBytes(`groth16/mixed.${end}`));
    expect(await run(samples[3])).toBe('true\n');
  });

  it('shows the contributions of a ceremony, with their hashes', async () => {
    const files = madeBySnarkjs();
    for (const name of ['r1cs', 'ptau', 'zkey'])
      writeFileSync(posix.join(folder, `circuit.${name}`), files[name]);
    expect(await run(samples[4])).toMatch(
      /^anna 80bcd37b\w+\nberta 4dda7f37\w+\nend 15920acb\w+\n$/,
    );
  });

  it('shows what an error says', async () => {
    expect(await run(samples[6])).toMatch(/^ERR_POINT 0 point at index 0/);
  });

  it('says that points of @noble/curves are taken as they are, and how to go back', async () => {
    const program = `
      import { bls12_381 } from '@noble/curves/bls12-381.js';
      import { createBls12381 } from 'curvemill/bls12-381';
      const { G1, G2 } = await createBls12381();
      for (const [group, { Point }] of [[G1, bls12_381.G1], [G2, bls12_381.G2]]) {
        const P = Point.BASE.double();
        const sum = group.msm(group.points([P, Point.BASE]), [3n, 5n]);
        const wanted = Point.BASE.multiply(11n);
        const read = [Point.fromBytes(sum.toBytes()), Point.fromAffine(sum.toAffine())];
        console.log(...read.map((point) => wanted.equals(point)));
      }`;
    expect(await run(program)).toBe('true true\ntrue true\n');
  });

  it('shows how to verify ECDSA signatures', async () => {
    expect(await run(samples[0])).toBe('true\ntrue\n');
  });

  it('shows G2 and its precompiles', async () => {
    expect(await run(samples[2])).toBe('true\n256\n');
  });

  it('shows Verkle commitments, tree keys and proofs', async () => {
    expect(await run(samples[5])).toBe('32\n32\ntrue\n');
  });

  it('has no other example, untested', () => {
    expect([programs.length, samples.length]).toEqual([4, 7]);
  });
});

/** Of 31 bytes of text, as micro-eth-signer and kzg-wasm compute it. */
const COMMITMENT =
  'afd570518703f0da722eb45a92f9d02e573f44d7e6acfe2c91c4f56fea6ca15f8e7605e4d688201ecbaf6866b36297f3';

describe('the examples', () => {
  it('nostr-feed.js finds the forged event in a worker', async () =>
    expect(await outputOf('nostr-feed.js', '20')).toBe('20 events, invalid: 10\n'));
  it('noble-points.js takes points and gives them back', async () =>
    expect(await outputOf('noble-points.js')).toBe('true true\n'));

  it('groth16-verify.js finds the forged proof in a worker', async () => {
    const project = await projects.create('groth16-verify.js');
    const files = ['vkey', 'proof', 'public'].map((name) => `${name}.json`);
    for (const file of files)
      writeFileSync(posix.join(project, file), readBytes(`groth16/cubic.${file}`));
    const output = await outputIn(project, 'groth16-verify.js', ...files, '20');
    expect(output).toBe('20 proofs, invalid: 10\n');
  });

  it('kzg-commitment.js commits with the ceremony’s setup', async () =>
    expect(await outputOf('kzg-commitment.js')).toBe(`${COMMITMENT}\n`));

  const [chromium] = browsers.filter(({ name }) => name === 'Chromium');
  describeWith('in a page', chromium.program, chromium.install, () => {
    let browser;
    const servers = [];
    beforeAll(async () => {
      browser = await launchBrowser('chromium');
    });
    afterAll(() => Promise.all([browser, ...servers].map((opened) => opened?.close())));

    const serve = async (project) => {
      const server = await serveFolder(project);
      servers.push(server);
      return server;
    };

    /** A page with a result, which is read once a condition holds. */
    const converse = async (url) => {
      const page = await browser.converse(url);
      const until = (condition) =>
        page.evaluate(`(async () => {
        while (!(${condition})) await new Promise((resolve) => setTimeout(resolve, 10));
        return document.getElementById('result').textContent;
      })()`);
      return { page, until };
    };

    it('kzg-service-worker.js verifies blobs', async () => {
      const project = await projects.create('kzg-service-worker.js');
      await bundleServiceWorker(project);
      const server = await serve(project);
      expect(await browser.open(`${server.url}kzg.html`)).toEqual([
        { valid: true },
        { valid: false },
        { error: expect.stringContaining('ScalarError') },
      ]);
    });

    /** A page that proves, with the files of a circuit, once it is ready. */
    const proverPage = async (name) => {
      const { order: r } = bn254G1;
      const bn = await createBn254();
      const curve = { instance: bn, name: 'bn128', q: bn254G1.p, r };
      const made = await setup(curve, moduleCircuit(r, 6n), name);
      const project = await projects.create(name);
      await addReport(project, name);
      for (const [file, content] of /** @type {const} */ ([
        ['circuit_final.zkey', made.zkey],
        ['circuit.wasm', await circuitModule({ r })],
        ['input.json', JSON.stringify(inputsOf(6))],
      ])) {
        writeFileSync(posix.join(project, file), content);
      }
      const { url } = await serve(project);
      const { page, until } = await converse(`${url}prover.html`);
      await until('!start.disabled');
      return { bn, made, page, until };
    };

    it('groth16-page.html proves, and is cancelled', async () => {
      const { bn, made, page, until } = await proverPage('groth16-page.html');
      await page.evaluate('start.click(), ""');
      const { publicSignals, proof } = JSON.parse(await until('result.textContent'));
      expect(publicSignals).toEqual(['227']);
      expect((await bn.groth16()).verify(made.vkey, publicSignals, proof)).toBe(true);
      await page.evaluate('start.click(), cancel.click(), ""');
      expect(await until('result.textContent')).toBe('cancelled');
      bn.dispose();
    });

    it('large-key-page.html proves while the key comes, and by the key that it stored', async () => {
      const { bn, made, page, until } = await proverPage('large-key-page.html');
      await page.evaluate('start.click(), cancel.click(), ""');
      expect(await until('result.textContent')).toBe('cancelled');
      const vk = (await bn.groth16()).verifyingKey(made.vkey);
      for (const place of ['network', 'storage', 'network']) {
        await page.evaluate('start.click(), ""');
        const { publicSignals, proof } = JSON.parse(await until('result.textContent'));
        expect(vk.verify(publicSignals, proof)).toBe(true);
        const said = await page.evaluate('document.getElementById("status").textContent');
        expect(said).toContain(`from ${place}`);
        if (place === 'storage') {
          await page.evaluate('forget.click(), ""');
          await until('forget.disabled');
        }
      }
      bn.dispose();
    });

    it('verify-ceremony.html shows the contributions of a key, and why another is not valid', async () => {
      const project = await projects.create('verify-ceremony.html');
      const files = madeBySnarkjs();
      for (const name of ['r1cs', 'ptau', 'zkey', 'initial'])
        writeFileSync(posix.join(project, `circuit.${name}`), files[name]);
      writeFileSync(posix.join(project, 'wrong.ptau'), edited(files.ptau, flip(7, -1)));
      const others = madeOverBls12381();
      for (const name of ['r1cs', 'ptau', 'zkey', 'initial'])
        writeFileSync(posix.join(project, `other.${name}`), others[name]);
      await addReport(project, 'verify-ceremony.html');
      const { url } = await serve(project);
      const { page } = await converse(`${url}prover.html`);
      /** Chooses files as a person would, and reads the verdict. */
      const verdictOf = async (chosen) => {
        const found = await page.evaluate(`(async () => {
        for (const [id, name] of ${JSON.stringify(chosen)}) {
          const file = new File([await (await fetch(name)).blob()], name);
          const one = new DataTransfer();
          one.items.add(file);
          const input = document.getElementById(id);
          input.files = one.files;
          input.dispatchEvent(new Event('change'));
        }
        const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
        while (start.disabled) await pause();
        start.click();
        while (verdict.textContent === '') await pause();
        const items = [...document.querySelectorAll('li')].map((item) => item.textContent);
        return JSON.stringify([verdict.textContent, ...items]);
      })()`);
        return JSON.parse(found);
      };
      const good = ['r1cs', 'ptau', 'zkey'].map((name) => [name, `circuit.${name}`]);
      const [verdict, ...items] = await verdictOf(good);
      expect(verdict).toMatch(/^Valid/);
      expect(items).toHaveLength(6);
      expect(items[0]).toMatch(/^Contribution “anna”[0-9a-f]{128}$/);
      expect(await verdictOf([['initial', 'circuit.initial']])).toHaveLength(7);
      const [wrong] = await verdictOf([['ptau', 'wrong.ptau']]);
      expect(wrong).toMatch(/^Not valid: ptau: section 7/);
      const names = ['r1cs', 'ptau', 'zkey', 'initial'];
      const [other] = await verdictOf(names.map((name) => [name, `other.${name}`]));
      expect(other).toMatch(/^Valid/);
      await verdictOf([...good, ['initial', 'circuit.initial']]);
      const [refused] = await verdictOf([['zkey', 'circuit.initial']]);
      expect(refused).toMatch(/^Not valid: zkey: section 2/);
    });

    const install = 'npm install --prefix examples/semaphore';
    describeWith('Semaphore', semaphoreFiles, install, () => {
      it('is proven with the files of its ceremony', async () => {
        const project = await projects.create('semaphore/index.html');
        await addReport(project, 'index.html');
        const server = await serve(project);
        const { page, until } = await converse(`${server.url}prover.html`);
        const bn = await createBn254();
        const vk = (await bn.groth16()).verifyingKey(
          readFileSync(`${semaphoreFiles}.json`, 'utf8'),
        );
        const proved = [];
        for (let i = 0; i < 2; i++) {
          await page.evaluate('start.click(), ""');
          proved.push(JSON.parse(await until('result.textContent')));
        }
        expect(vk.verifyBatch(proved)).toBe(true);
        // A member's second signal of a scope is known by its nullifier.
        const [first, second] = proved;
        const member = { secret: 123456789n, index: 5, siblings: [17n, 18n, 19n] };
        expect(first.publicSignals).toEqual(
          semaphoreSignals({ ...member, message: 42n, scope: 7n }),
        );
        expect(second.publicSignals).toEqual(first.publicSignals);
        expect(second.proof).not.toEqual(first.proof);
        const [root, nullifier, message, scope] = first.publicSignals;
        const other = [root, nullifier, String(Number(message) + 1), scope];
        expect(vk.verify(other, first.proof)).toBe(false);
        bn.dispose();
      });
    });

    it('prover-page.html shows progress, and is cancelled', async () => {
      const project = await projects.create('prover-page.html');
      await addReport(project);
      const server = await serve(project);
      const { page, until } = await converse(`${server.url}prover.html`);
      await until('!start.disabled');
      await page.evaluate('size.value = 11, start.click(), ""');
      expect(await until('result.textContent')).toMatch(
        /^\d+ ms on \d+ threads: (0x)?[\da-f]{96}$/,
      );
      expect(await page.evaluate('String(bar.value)')).toBe('1');
      // In the page, as a busy machine may look at it only after the end.
      await page.evaluate(`new MutationObserver(() => {
        if (bar.value > 0 && bar.value < 1) cancel.click();
      }).observe(bar, { attributes: true })`);
      await page.evaluate('size.value = 16, start.click(), ""');
      expect(await until('result.textContent')).toBe('cancelled');
    });
  });
});

describeWith('clients', areClientsInstalled, 'npm install --prefix examples/clients', () => {
  // Of all bytes of the transaction with a proof of its blob, and with proofs of its cells.
  const hashes = [
    '0xfee8a3c3b08771516da2f705871341e1ffd7a5465fecf9d42f8bb96e0578604a',
    '0x4bac0735f0ddba5020bab8209450cb3c7fec4d4479c36f59447f94c6c0b9d691',
  ];
  const names = ['viem', 'ethers', 'ethereumjs'];
  it.each(names)('%s: a transaction with a blob, in both forms', async (name) => {
    const stdout = await outputOf(`clients/${name}.js`);
    expect(stdout.trim().split('\n')).toEqual(hashes);
  });

  // test/adapters has these adapters, and the same EVM over the vectors of EIP-2537.
  it.each([
    ['nostr-tools', '200 events, invalid: 7'],
    ['drand', 'round 1000: fe290beca10872ef…'],
    ['chainsafe-bls', 'true\nfalse'],
    ['icp', 'true\nfalse'],
    ['ox', 'true\nfalse\n0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'],
  ])('%s: an adapter', async (name, expected) => {
    expect((await outputOf(`clients/${name}.js`)).trim()).toBe(expected);
  });

  it('bitcoinjs: addresses of an extended key', async () => {
    const addresses = (await outputOf('clients/bitcoinjs.js')).trim().split('\n');
    expect(addresses).toHaveLength(3);
    for (const address of addresses) expect(address).toMatch(/^bc1p[02-9ac-hj-np-z]{58}$/);
  });

  it('ethereumjs-evm: calls of precompiles, the last of which fails', async () => {
    const project = await projects.create('clients/ethereumjs-evm.js');
    const stdout = await outputIn(project, 'ethereumjs-evm.js');
    expect(stdout.trim().split('\n').slice(-3)).toEqual([
      '0x0f: …00000000, gas 70300',
      '0x0f: …00000001, gas 102900',
      '0x0f: point not on curve, gas 500000',
    ]);
  });
});

describe('the archive', () => {
  /** Links of a text to files: neither to other sites, nor within it. */
  const linksOf = (text) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link);

  it('has what its documents lead to', () => {
    const pages = projects.files.filter((path) => path.endsWith('.md'));
    const dead = pages.flatMap((path) =>
      linksOf(readFileSync(`${root}/${path}`, 'utf8'))
        .map((link) => posix.join(posix.dirname(path), link))
        .filter((target) => !projects.files.includes(target))
        .map((target) => `${path}: ${target}`),
    );
    expect(dead).toEqual([]);
    expect(pages.length).toBeGreaterThan(20);
    expect(linksOf(readme).length).toBeGreaterThan(5);
  });
});
