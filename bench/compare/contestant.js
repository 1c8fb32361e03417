/**
 * A contestant in a command-line runtime: reads commands from stdin, one per line, until it ends.
 *
 *   node contestant.js ours BACKEND
 *   node contestant.js libraries
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describeEngine } from '../../scripts/lib/device.js';
import { createHost } from './host.js';
import { createLibraries } from './libraries.js';
import { createOurs } from './ours.js';
import { withVerkle } from './verkle-peer.js';

const [kind, backend] = process.argv.slice(2);
const engine = describeEngine();
const program = kind === 'ours' ? createOurs(engine, backend) : withVerkle(createLibraries(engine));
const ask = createHost(program, async (file) => new Uint8Array(readFileSync(file)));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${await ask(line)}\n`);
}
