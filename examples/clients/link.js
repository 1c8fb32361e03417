/** Run after the install: the package of this checkout, as if it were installed. */
import { rmSync, symlinkSync } from 'node:fs';

const link = 'node_modules/curvemill';
rmSync(link, { force: true });
symlinkSync('../../..', link, 'junction');
