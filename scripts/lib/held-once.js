/**
 * Finds modules that the package would hold in several copies and must not: those of whatever is
 * told apart by identity. An error of one copy's class is no `instanceof` the other's, and an
 * object made by one copy is a stranger to the other.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.js';

/** Declares what others compare: an error, a symbol, or a class that knows its own objects. */
const IDENTITY = /^(export )?(class \w+ extends \w*Error\b|const \w+ = Symbol\()|[(\s]#\w+ in \w/m;

/** Classes, and those that some code compares with. */
const CLASS = /^(?:export )?class (\w+)/gm;
const COMPARED = /\binstanceof (\w+)/g;

/**
 * The modules of files of dist/, which programs import together. Workers are apart: only messages
 * reach them.
 */
export class Holders {
  /** @type {Map<string, string[]>} */
  #files = new Map();

  /**
   * @param {string} file
   * @param {Iterable<string>} modules absolute paths
   */
  add(file, modules) {
    for (const module of modules) {
      const path = relative(root, module.split('?')[0]);
      this.#files.set(path, [...(this.#files.get(path) ?? []), file]);
    }
  }

  /**
   * Those of a run of esbuild in the root.
   * @param {import('esbuild').Metafile} metafile
   */
  addMetafile({ outputs }) {
    for (const [file, { inputs }] of Object.entries(outputs))
      this.add(
        file,
        Object.keys(inputs).map((path) => join(root, path)),
      );
  }

  /** @throws {Error} a module that must be held once has several holders */
  check() {
    const texts = new Map(
      [...this.#files.keys()].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
    );
    const namesIn = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
      Array.from(text.matchAll(pattern), ([, name]) => name);
    const compared = new Set([...texts.values()].flatMap((text) => namesIn(text, COMPARED)));
    const wrong = [...this.#files].filter(([path, files]) => {
      const text = texts.get(path) ?? '';
      const isCompared = namesIn(text, CLASS).some((name) => compared.has(name));
      return files.length > 1 && (isCompared || IDENTITY.test(text));
    });
    if (wrong.length === 0) return;
    const lines = wrong.map(([path, files]) => `${path} is in ${files.join(', ')}`);
    throw new Error(`expected what is compared in one file of dist, got:\n${lines.join('\n')}`);
  }
}
