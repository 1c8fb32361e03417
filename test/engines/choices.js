/**
 * Prints the kernels that `auto` chooses in every installed engine, and in the Node that runs this,
 * as a table:
 *
 *   node test/engines/choices.js
 *
 * Build first. The table of docs/decisions/12-wide-arithmetic.md is its output.
 */
import { browsers, commandLine, runInBrowser, runOnCommandLine, WASM_POLICY } from './engines.js';
import { createWorkload } from './workload.js';

const { vectors, cases, secp256k1, banderwagon } = await createWorkload();
const none = { vectors: {}, cases: [] };
/** The smallest case and one encoding: what is asked here is which kernels an instance has. */
const workload = {
  vectors,
  cases: cases.slice(0, 1),
  g2: none,
  secp256k1: { ...none, signatures: secp256k1.signatures },
  banderwagon: { ...none, encodings: banderwagon.encodings.slice(0, 2), refused: [] },
};

const here = { name: 'this Node', program: process.execPath, args: [] };
const rows = [];
for (const engine of [here, ...commandLine]) {
  if (!engine.program) continue;
  const { version, backends } = await runOnCommandLine(engine, workload);
  rows.push({ version, flags: '', ...backends.auto });
}
for (const engine of browsers) {
  if (!engine.program) continue;
  const { engine: version, reports } = await runInBrowser(engine, workload, [WASM_POLICY]);
  rows.push({ version, flags: engine.args.join(' '), ...reports[0].backends.auto });
}

console.log('| engine | single | batch |\n|---|---|---|');
for (const { version, flags, kernels, wrong } of rows) {
  if (wrong.length) throw new Error(`${version}: ${wrong.join(', ')}`);
  const name = flags ? `${version} with \`${flags}\`` : version;
  console.log(`| ${name} | ${kernels.single} | ${kernels.batch} |`);
}
