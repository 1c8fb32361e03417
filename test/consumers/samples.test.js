/**
 * The examples with the adapter of snarkjs where there is neither a page of a site nor Node: an
 * extension of Chrome (Manifest V3), and a Worker of Cloudflare. Each is built as its comment says,
 * beside a circuit and keys made here.
 */
import { readFileSync } from 'node:fs';
import { cp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/lib/browsers.js';
import { root } from '../../scripts/lib/paths.js';
import { createBn254 } from '../../src/bn254.js';
import { bn254G1 } from '../../src/curves/bn254.js';
import { workerd } from '../engines/engines.js';
import { openExtension } from '../support/extension.js';
import { circuitModule, inputsOf, moduleCircuit } from '../support/groth16/circuit-module.js';
import { setup } from '../support/groth16/setup.js';
import { describeWith } from '../support/installed.js';
import { openProjects } from './examples.js';
import { runInWorkerd } from './workerd.js';

const { order: r, p: q } = bn254G1;

let bn, projects, files, groth16;
beforeAll(async () => {
  [bn, projects] = await Promise.all([createBn254(), openProjects()]);
  groth16 = await bn.groth16();
  const curve = { instance: bn, name: 'bn128', q, r };
  const { zkey, vkey } = await setup(curve, moduleCircuit(r, 6n), 'sample');
  files = {
    'circuit.wasm': await circuitModule({ r }),
    'circuit_final.zkey': zkey,
    'input.json': JSON.stringify(inputsOf(6)),
    'verification_key.json': JSON.stringify(vkey),
  };
});
afterAll(() => {
  bn?.dispose();
  return projects?.remove();
});

/** A sample in a project of its own, with its files. */
async function projectOf(sample) {
  const project = await projects.create();
  await cp(join(root, 'examples', sample), project, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(join(project, name), content);
  return project;
}

/** A proof by BN254 of here, and the same with another signal. */
async function provedHere() {
  const input = inputsOf(6);
  const proved = await groth16.fullProve(input, files['circuit.wasm'], files['circuit_final.zkey']);
  return [proved, { ...proved, publicSignals: ['228'] }];
}

const program = findBrowser('chromium');
describeWith('an extension, Manifest V3', program, 'chromium', () => {
  let extension;
  const lines = [];
  beforeAll(async () => {
    const project = await projectOf('extension');
    await build({
      absWorkingDir: project,
      entryPoints: ['background.js', 'popup.js'],
      alias: { snarkjs: 'curvemill/adapters/snarkjs' },
      ...{ bundle: true, format: 'iife', outdir: 'build', logLevel: 'error' },
    });
    extension = await openExtension(/** @type {string} */ (program), project);
  });
  afterAll(() => extension?.close());

  it('its popup proves; its service worker verifies, and proves', async () => {
    const page = await extension.open('popup.html', (line) => lines.push(line));
    const text = await page.evaluate(`(async () => {
      start.click();
      while (!result.textContent) await new Promise((resolve) => setTimeout(resolve, 10));
      return result.textContent;
    })()`);
    const { verified, ...proved } = JSON.parse(text);
    expect(proved.publicSignals).toEqual(['227']);
    expect(verified).toEqual({ result: true });
    const send = (message) =>
      page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(message)})`);
    const other = await send({ task: 'prove', input: inputsOf(6) });
    const vkey = files['verification_key.json'];
    for (const { publicSignals, proof } of [proved, other.result]) {
      expect(groth16.verify(vkey, publicSignals, proof)).toBe(true);
    }
    const forged = { ...proved, publicSignals: ['228'] };
    expect(await send({ task: 'verify', ...forged })).toEqual({ result: false });
    expect(await send({ task: 'prove', input: {} })).toEqual({
      error: expect.stringContaining('InputError'),
    });
    expect(lines).toEqual([]);
  });
});

describeWith('a Worker of Cloudflare', workerd, 'test/engines/runtimes', () => {
  it('verifies proofs with modules that the runtime has compiled', async () => {
    const project = await projectOf('cloudflare');
    const settings = readFileSync(join(project, 'wrangler.toml'), 'utf8');
    const [, replacement] = /^snarkjs = "(.*)"$/m.exec(settings) ?? [];
    const bodies = [...(await provedHere()), { publicSignals: ['227'] }];
    // Calls of the sample, as the runtime's test.
    await rename(join(project, 'worker.js'), join(project, 'sample.js'));
    await writeFile(
      join(project, 'worker.js'),
      `import sample from './sample.js';
      const answer = async (body) => {
        const request = new Request('https://a.test/', { method: 'POST', body });
        return (await sample.fetch(request)).json();
      };
      export default {
        async test() {
          const answers = [];
          for (const body of ${JSON.stringify(bodies)})
            answers.push(await answer(JSON.stringify(body)));
          console.log('REPORT ' + JSON.stringify(answers));
        },
      };`,
    );
    const alias = { snarkjs: join(project, String(replacement)) };
    expect(await runInWorkerd(/** @type {string} */ (workerd), project, alias)).toEqual([
      { valid: true },
      { valid: false },
      { error: expect.stringContaining('InputError') },
    ]);
  });
});
