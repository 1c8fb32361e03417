/**
 * Links of documents to lines of the source. The text of one is the name that the line defines:
 * [`splitSteps`](../src/engines/wasm/msm/msm.js#L150). So the number follows from the code.
 */
import { posix } from 'node:path';

const LINK = /\[`#?(\w+)`\]\(([^)\s#]+\.js)#L\d*\)/g;

/**
 * A line that defines a name: as a function, class or value, as a method, or as a function that a
 * generator emits under this name.
 * @param {string} name
 */
const definition = (name) =>
  new RegExp(
    [
      `^(export )?(async )?(function\\*?|class|const|let) ${name}\\b`,
      `^  (static )?(async )?\\*?#?${name}\\(.*\\{$`,
      `^ +'${name}',$|\\bm\\.func\\('${name}',`,
    ].join('|'),
  );

/**
 * The document with the numbers of the lines as they are.
 * @param {string} text
 * @param {string} page its path
 * @param {(path: string) => string} read gives the text of a source file
 * @returns {string}
 * @throws {Error} a file without one definition of the name, or with several
 */
export function linkLines(text, page, read) {
  return text.replace(LINK, (link, name, target) => {
    const path = posix.join(posix.dirname(page), target);
    const pattern = definition(name);
    const found = read(path)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? i + 1 : []));
    if (found.length !== 1) {
      const places = found.length > 0 ? `lines ${found.join(', ')}` : 'none';
      throw new Error(`${page}: expected one definition of ${name} in ${path}, got ${places}`);
    }
    return link.replace(/#L\d*\)$/, `#L${found[0]})`);
  });
}
