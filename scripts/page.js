/**
 * The benchmark as a web page: builds `bench/page/` with the library of `dist/`, and serves it with
 * the headers that isolate it, or leaves static files for any web server.
 */
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger } from './lib/cli.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { buildPage } from './lib/page-build.js';
import { ISOLATION, serveFolder } from './lib/static-server.js';

const USAGE = `Usage: node scripts/page.js [options]

  --port N          where to serve the page on this machine (default 8080)
  --out FOLDER      only write the page's files there
  --help            print this text

A page on another server is measured best with these headers, which make its clock fine:
${Object.entries(ISOLATION)
  .map(([name, value]) => `  ${name}: ${value}`)
  .join('\n')}
`;

/**
 * @param {string[]} args
 */
async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '8080' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const port = parseInteger(values.port, '--port', 0, 65535);
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  ensureBuilt();
  const folder = await buildPage(values.out);
  if (values.out) {
    console.log(`${folder}: page written, for any web server`);
    return;
  }
  const { url } = await serveFolder(folder, { headers: ISOLATION, port });
  console.log(`${url}  (stop with Ctrl+C)`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${error.message}\n\n${USAGE}` : `${error}\n`);
  process.exitCode = usage ? 2 : 1;
}
