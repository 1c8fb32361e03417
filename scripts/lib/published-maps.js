import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Sources that are generated: nobody reads them, but for pages of curves that lie among code. */
const GENERATED = /\/generated\//;
const TEXT = /\/generated\/(?!curves\/)/;

/** Kernels: their text, and copies of two modules, which are in files of their own, too. */
const KERNEL = /\.(fma|wide64)\.js\.map$/;

/**
 * Completes the source maps of a folder: the package has no other copy of the sources, so a map
 * that leads to readable ones holds them. Texts that are generated are left out, and with them the
 * maps of files that consist of nothing else, or of what another file's map has (kernels).
 *
 * @param {string} folder
 */
export async function publishMaps(folder) {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((file) => file.endsWith('.js.map'))) {
    const path = join(folder, name);
    const map = JSON.parse(await readFile(path, 'utf8'));
    const sources = /** @type {string[]} */ (map.sources);
    if (KERNEL.test(name) || sources.every((source) => GENERATED.test(source))) {
      const script = path.slice(0, -'.map'.length);
      const code = await readFile(script, 'utf8');
      await writeFile(script, code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
      await rm(path);
      continue;
    }
    map.sourcesContent = sources.map((source, i) =>
      TEXT.test(source) ? null : map.sourcesContent[i],
    );
    await writeFile(path, JSON.stringify(map));
  }
}
