/** Run after an install: the package of this checkout, as if it were installed in the project. */
import { rmSync, symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const link = 'node_modules/curvemill';
rmSync(link, { force: true });
symlinkSync(
  relative('node_modules', fileURLToPath(new URL('../..', import.meta.url))),
  link,
  'junction',
);
