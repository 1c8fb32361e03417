/**
 * Builds the native programs, and arkworks in WebAssembly: `node bench/native/build.js`. Needs
 * cargo, rustfmt and a C compiler, cargo's target wasm32-unknown-unknown, and go. What cannot be
 * built is reported and left out.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from '../../scripts/lib/help.js';

helpIfAsked(import.meta.url);

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Output folder; may be shared between work trees. */
const target = process.env.CURVEMILL_NATIVE_TARGET ?? join(folder, 'target');

/**
 * p256k1 exports functions that are static upstream, which keeps them from being inlined:
 * about a tenth slower.
 */
const CFLAGS = '-fno-semantic-interposition -fvisibility=hidden';

/**
 * @returns {string[]} paths of the programs, if they have been built
 */
export function nativePrograms() {
  return [join(target, 'release/yardstick'), join(target, 'yardstick-go')];
}

/** Of cargo, for the module. */
const WASM = 'wasm32-unknown-unknown';

/** SIMD and bulk memory operations, which every current engine has. */
const WASM_FEATURES = '+simd128,+bulk-memory';

/**
 * arkworks in WebAssembly, if it has been built.
 * @returns {{ path: string, version: string }}
 */
export function arkworksModule() {
  const manifest = readFileSync(join(folder, 'wasm/Cargo.toml'), 'utf8');
  const [, version] = /ark-ec = \{ version = "=([^"]+)"/.exec(manifest) ?? [];
  return { path: join(target, WASM, 'release/curvemill_yardstick_wasm.wasm'), version };
}

/**
 * Runs the builds; cargo and go skip what is up to date.
 */
export function buildNative() {
  const cargo = ['build', '--release', '--locked', '--quiet', '--target-dir', target];
  build('cargo', cargo, folder, { CFLAGS, RUSTFLAGS: '-C target-cpu=native' });
  build('cargo', [...cargo, '--target', WASM], join(folder, 'wasm'), {
    RUSTFLAGS: `-C target-feature=${WASM_FEATURES}`,
  });
  build('go', ['build', '-o', join(target, 'yardstick-go'), '.'], join(folder, 'go'), {});
}

/**
 * @param {string} tool
 * @param {string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} env
 */
function build(tool, args, cwd, env) {
  const { status, error } = spawnSync(tool, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  const reason = error ? `${tool} is not installed` : `${tool} failed`;
  process.stderr.write(`the ${tool} programs of ${cwd} are left out: ${reason}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildNative();
