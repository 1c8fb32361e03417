/**
 * Proves the functions of the built modules, by their bytes.
 *
 *   node proof/run.js                  proves src/generated and says what came of it
 *   node proof/run.js --write          also writes unproven.json and docs/proofs.md
 *   node proof/run.js --check          also fails if these are not up to date
 *   node proof/run.js --modules DIR    proves the modules of another folder of .wasm files
 *   node proof/run.js --only REGEX     only functions whose `module function` it matches; what is
 *                                      before a space also says which modules are read
 *   node proof/run.js --all            names every function, not only those that are refused
 *
 * The exit code is 1 if a claim is refused, or if a function is neither proven nor listed as
 * unproven with the reason.
 */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { helpIfAsked } from '../scripts/lib/help.js';
import { DIGITS, IDENTITY, LISTS } from './check-module.js';
import { GENERATED, modulesIn } from './labels.js';
import { compareRecords, unlisted, writeRecords } from './records.js';

/** @import { Verdict } from './check-module.js' */

helpIfAsked(import.meta.url);

const { values } = parseArgs({
  options: {
    modules: { type: 'string', default: GENERATED },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});

/** @param {string[]} waiting names of modules @returns {Promise<Verdict[]>} */
function proveAll(waiting) {
  /** @type {Verdict[]} */
  const verdicts = [];
  const work = () =>
    new Promise((resolve, reject) => {
      const workerData = { folder: values.modules, only: values.only };
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        workerData,
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      });
      const next = () => worker.postMessage(waiting.shift() ?? null);
      worker.on('message', (found) => {
        verdicts.push(...found);
        next();
      });
      worker.once('error', reject);
      worker.once('exit', resolve);
      next();
    });
  return Promise.all(Array.from({ length: Number(values.jobs) }, work)).then(() => verdicts);
}

/** Those that take longest first. @param {string} name */
const size = (name) => statSync(join(values.modules, `${name}.wasm`)).size;

const began = performance.now();
const ofModule = new RegExp(/^\S+(?= )/.exec(values.only)?.[0] ?? '');
const names = modulesIn(values.modules).filter((name) => ofModule.test(name));
names.sort((a, b) => size(b) - size(a));
const verdicts = await proveAll(names);
verdicts.sort((a, b) => (a.module === b.module ? 0 : a.module < b.module ? -1 : 1));
report(verdicts, (performance.now() - began) / 1000);
if (values.write) writeRecords(verdicts);
const problems = values.check ? compareRecords(verdicts) : [];
problems.push(...unlisted(verdicts, values.write));
for (const problem of problems) console.error(problem);
if (problems.length > 0 || verdicts.some(({ refused }) => refused !== null)) process.exitCode = 1;

/** @param {Verdict[]} all @param {number} seconds */
function report(all, seconds) {
  for (const { module, name, refused, statements, paths } of all) {
    if (refused !== null) console.log(`REFUSED ${module} ${name}: ${refused}`);
    else if (values.all && statements.length > 0)
      console.log(
        `proven ${module} ${name}: ${statements.map(({ claim, range }) => (range ? `${claim} in ${range}` : claim)).join('; ')}, ${paths} paths`,
      );
  }
  for (const module of new Set(all.map((one) => one.module))) {
    const those = all.filter((one) => one.module === module);
    console.log(`${module.padEnd(36)} ${summary(those)}`);
  }
  console.log(`all: ${summary(all)}, in ${seconds.toFixed(1)} s`);
}

/** @param {Verdict[]} those */
function summary(those) {
  const proven = those.filter(({ statements }) => statements.length > 0);
  const refused = those.filter((one) => one.refused !== null);
  const bodies = new Set(proven.map(({ hash }) => hash)).size;
  const means = [DIGITS, IDENTITY, LISTS].map(
    (by) => `${proven.filter((one) => one.by === by).length} ${by}`,
  );
  /** @param {(one: Verdict) => number} of */
  const sum = (of) => proven.reduce((total, one) => total + of(one), 0);
  const counts = `${proven.length} of ${those.length} functions shown (${means.join(', ')}; ${bodies} bodies`;
  const size = `${sum((one) => one.instructions)} instructions, ${sum((one) => one.paths)} paths`;
  const time = those.reduce((total, one) => total + one.seconds, 0).toFixed(1);
  return `${counts}, ${size}), ${refused.length} refused, ${time} s of work`;
}
