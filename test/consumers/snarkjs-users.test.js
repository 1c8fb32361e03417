/**
 * Published packages that import snarkjs, with the adapter in its place: by npm's `overrides` and
 * a package of five lines, and by the alias of a bundler. Their own code proves and verifies.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBn254 } from '../../src/bn254.js';
import { circuitModule, inputsOf, moduleCircuit } from '../support/groth16/circuit-module.js';
import { Circuit } from '../support/groth16/circuits.js';
import { groth16Curves } from '../support/groth16/curves.js';
import { witnessFile } from '../support/groth16/files.js';
import { setup } from '../support/groth16/setup.js';
import { describeWith } from '../support/installed.js';

const project = fileURLToPath(new URL('snarkjs-users/', import.meta.url));
const artifacts = fileURLToPath(
  new URL('../../examples/semaphore/node_modules/@zk-kit/semaphore-artifacts/', import.meta.url),
);
const areInstalled = existsSync(join(project, 'node_modules')) && existsSync(artifacts);

/** The hash of Anon Aadhaar's test key, the first of its signals. */
const KEY_HASH = 15134874015316324267425466444584014077184337590635665158241104437045239495873n;

/** Nine public signals, of which two are multiplied. @param {bigint} r */
function nineSignals(r) {
  const circuit = new Circuit(r);
  const wires = [KEY_HASH, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n].map((value) => circuit.public(value));
  circuit.multiply(new Map([[wires[1], 1n]]), new Map([[wires[4], 1n]]));
  return circuit;
}

describeWith('users of snarkjs', areInstalled, 'test/consumers/snarkjs-users', () => {
  let folder, file, server;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curvemill-users-'));
    const written = async (
      /** @type {string} */ name,
      /** @type {Uint8Array | string} */ content,
    ) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const { r, ...curve } = groth16Curves.find(({ name }) => name === 'bn128') ?? groth16Curves[0];
    const instance = await createBn254();
    const [circuit, nine] = [moduleCircuit(r, 7n), nineSignals(r)];
    const made = await setup({ ...curve, instance, r }, circuit, 'email');
    const other = await setup({ ...curve, instance, r }, nine, 'aadhaar');
    instance.dispose();
    const wasm = await written('circuit.wasm', await circuitModule({ r }));
    const zkey = await written('circuit.zkey', made.zkey);
    const contents = new Map(
      /** @type {[string, Uint8Array | string][]} */ ([
        ['/circuit.wasm', await readFile(wasm)],
        ['/circuit.vkey.json', JSON.stringify(made.vkey)],
      ]),
    );
    server = createServer(({ url = '' }, response) => {
      const content = contents.get(url);
      response.writeHead(content ? 200 : 404).end(content);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {any} */ (server.address());
    file = await written(
      'arguments.json',
      JSON.stringify({
        ...{ wasm, zkey, circuit: 'circuit', input: inputsOf(7) },
        url: `http://127.0.0.1:${port}/`,
        semaphore: {
          wasm: join(artifacts, 'semaphore-1.wasm'),
          zkey: join(artifacts, 'semaphore-1.zkey'),
        },
        aadhaar: {
          zkey: await written('aadhaar.zkey', other.zkey),
          vkey: await written('aadhaar.json', JSON.stringify(other.vkey)),
          wtns: await written('aadhaar.wtns', witnessFile(nine)),
        },
      }),
    );
  });
  afterAll(async () => {
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param {string} program */
  async function answerOf(program) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, file], {
      cwd: folder,
    });
    return JSON.parse(/** @type {string} */ (stdout.trim().split('\n').at(-1)));
  }
  const expected = { semaphore: [true, false], email: [true, false], aadhaar: [true, false] };

  it('prove and verify with an override of npm', async () => {
    expect(await answerOf(join(project, 'run.js'))).toEqual(expected);
  });

  it('prove and verify with an alias of esbuild', async () => {
    const outfile = join(folder, 'bundled.mjs');
    const { metafile } = await build({
      entryPoints: [join(project, 'run.js')],
      alias: { snarkjs: 'curvemill/adapters/snarkjs' },
      ...{ outfile, bundle: true, platform: 'node', format: 'esm', metafile: true },
      logLevel: 'error',
      // For packages in CommonJS.
      banner: {
        js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
      },
    });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((path) => path.includes('adapters/snarkjs'))).toHaveLength(1);
    expect(inputs.filter((path) => path.includes('snarkjs-users/snarkjs'))).toEqual([]);
    expect(await answerOf(outfile)).toEqual(expected);
  });
});
