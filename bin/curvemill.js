#!/usr/bin/env node
/** The commands of the package: `npx curvemill`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { verifyPtauFile, verifyZkeyFile } from './verify.js';

const USAGE = `Usage: npx curvemill generate CONFIG.js [--out DIR] [--kernels LIST]
       npx curvemill generate --field CONFIG.js [--out DIR] [--kernels LIST]
       npx curvemill msm [options]
       npx curvemill verify-ptau FILE [options]
       npx curvemill verify-zkey R1CS PTAU ZKEY [options]

generate  writes NAME.js and NAME.d.ts for a curve of your own, the default export of CONFIG.js,
          to be opened by createCurve of curvemill/curve. LIST: of portable, fma, wide, with
          commas; all by default. Needs the packages wabt and binaryen. With --field it writes a
          prime field of your own, to be opened by createField of curvemill/curve.
msm       times multi-scalar multiplication; npx curvemill msm --help names its options.
verify-…  verify a ceremony: npx curvemill verify-ptau --help.
`;

/** An error of the command line, or of what it names. */
class Refusal extends Error {}

/** @param {string[]} args */
async function generateFrom(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string', default: '.' },
      kernels: { type: 'string' },
      field: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (positionals.length !== 1)
    throw new Refusal(`generate: expected one config file, got ${positionals.length}`);
  const path = resolve(positionals[0]);
  if (!existsSync(path)) throw new Refusal(`generate: expected a file, got none at ${path}`);
  const module = await import(pathToFileURL(path).href);
  if (!Object.hasOwn(module, 'default'))
    throw new Refusal(`generate: expected a default export in ${positionals[0]}, got none`);
  const name = Object(module.default).name;
  if (typeof name === 'string' && resolve(values.out, `${name}.js`) === path)
    throw new Refusal(`generate: expected --out with another folder than that of ${name}.js`);
  const { generate, generateField } = await import('curvemill/generate');
  const { files, kernels } = await (values.field ? generateField : generate)(module.default, {
    out: values.out,
    kernels: /** @type {any} */ (values.kernels?.split(',')),
  });
  for (const file of files) console.log(file);
  console.log(`kernels: ${kernels.join(', ')}`);
}

/** @param {string[]} args */
async function runMsm(args) {
  process.argv.splice(2, process.argv.length, ...args);
  await import('../dist/programs/evaluate-msm.js');
}

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === 'generate') await generateFrom(rest);
  else if (command === 'msm') await runMsm(rest);
  else if (command === 'verify-ptau') await verifyPtauFile(rest);
  else if (command === 'verify-zkey') await verifyZkeyFile(rest);
  else {
    process.stdout.write(USAGE);
    process.exitCode = command === undefined || command === '--help' ? 0 : 1;
  }
} catch (error) {
  // One sentence: a stack says nothing to whoever wrote the config.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
