/** Starts contestants in processes and in a page, and sends them commands. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/lib/paths.js';
import { nativePrograms } from '../native/build.js';
import { openPage } from './browser.js';

/**
 * @typedef {{ ask: (line: string) => Promise<string>, end: () => void }} Program
 * @typedef {{ programs: Map<string, Program>, versions: Record<string, string>, ours: Program,
 *   pinned: string, end: () => Promise<void> }} Field
 *   the program of each system, and the version of each
 */

const FOLDER = join(root, 'bench/compare');
/** Environment that limits each library to one thread. */
const ONE_THREAD = { GOMAXPROCS: '1', RAYON_NUM_THREADS: '1' };

/**
 * `inputs`: the folder of the input files, which pages fetch.
 * @typedef {{ peers: readonly string[], engine: string, backend: string, node: string,
 *   nodeFlags: readonly string[], core: number | undefined, inputs: string }} Starting
 */

/**
 * @param {Starting} options
 * @returns {Promise<Field>}
 */
export async function startPrograms(options) {
  const { peers, core, engine, backend, inputs } = options;
  const chosen = core ?? cpus().length - 1;
  const pin = pinTo(chosen);
  // Child processes inherit this process's core: a browser is many processes, and starts more.
  if (engine !== 'node' && pin.length > 0) {
    spawnSync(pin[0], ['-a', '-p', '-c', String(chosen), String(process.pid)]);
  }
  const page = engine === 'node' ? null : await openPage(engine, { backend, inputs });
  const contestant = (/** @type {string} */ kind, /** @type {string[]} */ ...args) => {
    if (page) return page.program(kind);
    const script = join(FOLDER, 'contestant.js');
    return startProgram([...pin, options.node, ...options.nodeFlags, script, kind, ...args]);
  };
  const ours = contestant('ours', backend);
  const started = [ours];
  if (peers.includes('js')) started.push(contestant('libraries'));
  if (peers.includes('js') && !page) started.push(contestant('ffjavascript'));
  if (peers.includes('native')) {
    if (!page) started.push(contestant('arkworks'));
    for (const program of nativePrograms()) {
      if (existsSync(program)) started.push(startProgram([...pin, program]));
    }
  }
  /** @type {Field} */
  const field = {
    programs: new Map(),
    versions: {},
    ours,
    pinned: pin.length > 0 ? `core ${chosen}` : 'no core: taskset is not installed',
    end: async () => {
      for (const program of started) program.end();
      await page?.close();
    },
  };
  for (const program of started) {
    for (const entry of (await program.ask('systems')).split(' ').filter(Boolean)) {
      const [name, version] = entry.split('=');
      field.programs.set(name, program);
      field.versions[name] = version;
    }
  }
  return field;
}

/**
 * @param {number} core
 * @returns {string[]} the beginning of a command; empty without taskset
 */
function pinTo(core) {
  const pin = ['taskset', '-c', String(core)];
  const { status, error } = spawnSync(pin[0], [...pin.slice(1), 'true']);
  if (error) return [];
  if (status !== 0) throw new Error(`--core: this machine has no core ${core} to pin to`);
  return pin;
}

/**
 * Starts a program that answers each line with one line.
 * @param {string[]} command
 * @returns {Program}
 */
export function startProgram(command) {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...ONE_THREAD },
  });
  const ended = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`${command.join(' ')} ended with exit code ${code}`)),
    );
  });
  // A program's exit matters only while an answer is awaited.
  ended.catch(() => {});
  child.stdin.on('error', () => {});
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      const { value } = await Promise.race([answers.next(), ended]);
      if (value === undefined) await ended;
      return value;
    },
    end: () => child.stdin.end(),
  };
}
