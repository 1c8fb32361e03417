/**
 * Finishes the types that tsc wrote to dist/types.
 *
 *   node scripts/build-types.js    after tsc -p tsconfig.types.json; npm run build does both
 *
 * JSDoc can name a type of another file, but not export it: what it writes is an alias, and a
 * program whose own declarations are inferred may not name the type that the alias stands for
 * (TS2742, TS2883). Here aliases become exports, and every entry of a curve exports the public
 * types of the index. Names of the platform get an empty declaration, which merges with the
 * platform's own where it is there: the types need neither the DOM's nor Node's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

const index = join(root, 'dist', 'types', 'src', 'index.d.ts');

/** An entry that creates instances. */
const CREATES = /^export function create\w+/m;

/** `export type Name<…> = import("file").Name<…>;`, of the same name and parameters. */
const ALIAS = /^export type (\w+)(?:<.*>)? = import\("([^"]+)"\)\.(\w+)(?:<[^;]*>)?;$/gm;

/** Names of the platform in public types. */
const PLATFORM = `declare global {
  interface AbortSignal {}
  interface Blob {}
  interface ReadableStream<R = any> {}
  interface Response {}
  interface URL {}
  interface Worker {}
  namespace WebAssembly {
    interface Memory {}
    interface Module {}
    interface Instance {}
  }
}
`;

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const entry of Object.values(exports)) {
  if (!entry.types) continue;
  const file = join(root, entry.types);
  const text = readFileSync(file, 'utf8');
  if (file === index) {
    const exported = text.replace(ALIAS, (line, name, from, original) =>
      name === original ? `export type { ${name} } from "${from}";` : line,
    );
    writeFileSync(file, `${exported}\n${PLATFORM}`);
  } else if (CREATES.test(text)) {
    writeFileSync(file, `${text}\nexport type * from "./index.js";\n`);
  }
}
