import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { exports, dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const entries = Object.entries(exports).filter(([, target]) => typeof target === 'object');

/**
 * Runs a program in a process of its own, where the package is reached by its public name.
 * @param {'module' | 'commonjs'} type
 * @param {string} source
 * @returns {any} what it printed, as JSON
 */
function run(type, source) {
  const args = ['--no-warnings', `--input-type=${type}`, '--eval', source];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
}

describe('the built package', () => {
  test('depends on nothing', () => {
    expect(dependencies).toBeUndefined();
  });

  test('holds the bare WebAssembly files', () => {
    const files = readdirSync(`${root}/dist/wasm`);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(file).toMatch(/\.wasm$/);
      const bytes = readFileSync(`${root}/dist/wasm/${file}`);
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('\0asm');
      // The other kernels use what this engine need not have.
      if (/\.(limbs30|scalar)\.wasm$/.test(file)) expect(WebAssembly.validate(bytes)).toBe(true);
    }
  });

  test('is not minified, and leads to readable sources', () => {
    const files = readdirSync(`${root}/dist`, { recursive: true, encoding: 'utf8' });
    const programs = /^(generate|programs\b.*)\.js$/;
    for (const file of files.filter((name) => name.endsWith('.js') && !programs.test(name))) {
      const text = readFileSync(`${root}/dist/${file}`, 'utf8');
      const code = text.replace(/^ {2}"[^"\\]{100,}"|= "[^"\\]{100,}"|"[0-9a-f]{1000,}"/gm, '""');
      // The worker's script travels as text, too.
      if (!/\bworker(-source)?\.js$/.test(file)) {
        const longest = Math.max(...code.split('\n').map(({ length }) => length));
        expect(longest, file).toBeLessThan(1000);
      }
      const map = `${root}/dist/${file}.map`;
      expect(text.includes('//# sourceMappingURL='), file).toBe(existsSync(map));
      if (!existsSync(map)) continue;
      const { sources, sourcesContent } = JSON.parse(readFileSync(map, 'utf8'));
      for (const [i, source] of sources.entries()) {
        const path = relative(root, resolve(`${root}/dist`, dirname(file), source));
        // A map that names what is not in the package would lead nowhere.
        expect(sourcesContent[i], `${file}: ${path}`).toBe(readFileSync(`${root}/${path}`, 'utf8'));
      }
    }
  });

  test('names what users hold as the documentation does', () => {
    const program = `
      const { createBanderwagon } = await import('curvemill');
      const bw = await createBanderwagon();
      const verkle = await bw.verkle({ memory: 0 });
      const { group, crs } = bw;
      const basis = await group.fixedBasis(crs, { memory: 0 });
      const objects = [bw, group, group.generator, crs, basis, verkle];
      console.log(JSON.stringify(objects.map(({ constructor }) => constructor.name)));`;
    const names = ['Banderwagon', 'Group', 'Point', 'PointVector', 'FixedBasis', 'Verkle'];
    expect(run('module', program)).toEqual(names);
  });

  test('uses nothing that only Node has, but for the programs', () => {
    const files = readdirSync(`${root}/dist`, { recursive: true, encoding: 'utf8' });
    const programs = /^(generate|programs\b.*)\.js$/;
    for (const file of files.filter((name) => name.endsWith('.js') && !programs.test(name))) {
      const source = readFileSync(`${root}/dist/${file}`, 'utf8');
      expect(source, file).not.toMatch(/\bfrom "node:|\bimport\("node:|\brequire\(|\bBuffer\b/);
    }
  });

  describe.each(entries)('%s', (subpath, target) => {
    const name = `curvemill${subpath.slice(1)}`;

    test('has code and types', () => {
      expect(existsSync(`${root}/${target.default}`)).toBe(true);
      expect(existsSync(`${root}/${target.types}`)).toBe(true);
    });

    test('does nothing when it is imported', () => {
      const program = `
        const before = new Set(Reflect.ownKeys(globalThis));
        const names = Object.keys(await import('${name}'));
        const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String);
        console.log(JSON.stringify({ names, added }));`;
      const { names, added } = run('module', program);
      expect(names.length > 0).toBe(subpath !== './worker');
      expect(added).toEqual([]);
    });

    test('can be required: it has no top-level await', () => {
      const names = run('commonjs', `console.log(JSON.stringify(Object.keys(require('${name}'))))`);
      expect(names.length > 0).toBe(subpath !== './worker');
    });
  });
});
