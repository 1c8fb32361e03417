/**
 * A contestant in a command-line runtime: reads commands from stdin, one per line, until it ends.
 *
 *   node contestant.js ours BACKEND
 *   node contestant.js libraries
 *   node contestant.js ffjavascript
 *   node contestant.js arkworks
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describeEngine } from '../../scripts/lib/device.js';
import { createArkworks } from './arkworks-peer.js';
import { createFfjavascript } from './ffjavascript-peer.js';
import { createHost } from './host.js';
import { createLibraries } from './libraries.js';
import { createOurs } from './ours.js';
import { withVerkle } from './verkle-peer.js';

const [kind, backend] = process.argv.slice(2);
const engine = describeEngine();
/** @type {Record<string, () => import('./host.js').Program>} */
const programs = {
  ours: () => createOurs(engine, backend),
  libraries: () => withVerkle(createLibraries(engine)),
  ffjavascript: () => createFfjavascript(engine),
  arkworks: () => createArkworks(engine),
};
const ask = createHost(programs[kind](), async (file) => new Uint8Array(readFileSync(file)));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${await ask(line)}\n`);
}
