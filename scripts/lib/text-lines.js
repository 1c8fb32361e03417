import ts from 'typescript';

/** @typedef {{ number: number, text: string }} Line */

/**
 * Matches files whose code a formatter breaks: only their comments and multi-line templates are
 * text.
 */
const SCRIPT = /\.(js|mjs|cjs|ts)$/;
const OTHER_CODE = /\.(rs|go)$/;

/**
 * The lines of a file that are broken by hand: all of them, or in scripts those of comments and of
 * multi-line templates.
 * @param {string} file its name
 * @param {string} source
 * @returns {Line[]}
 */
export function linesOfText(file, source) {
  const lines = source.split('\n').map((text, i) => ({ number: i + 1, text }));
  if (OTHER_CODE.test(file)) return lines.filter(({ text }) => isComment(text));
  if (!SCRIPT.test(file)) return lines;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const inTemplate = new Set();
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isTemplateLiteralToken(node)) {
      const [first, last] = [node.getStart(), node.getEnd()].map(
        (position) => parsed.getLineAndCharacterOfPosition(position).line,
      );
      for (let line = first; line <= last && first < last; line++) inTemplate.add(line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return lines.filter(
    ({ number, text }) => inTemplate.has(number) || isComment(text) || trails(text),
  );
}

/** @param {string} text */
function isComment(text) {
  return /^\s*(\/\/|\/?\*)/.test(text);
}

/**
 * Whether a comment follows code; quotation marks in it would make it look like a string.
 * @param {string} text
 */
function trails(text) {
  return /\S\s+\/\/ (?!prettier-ignore|eslint-|@ts-)[^'"`]*$/.test(text);
}

/**
 * Whether a line may exceed the limit: a row of a table, an address, a constant, a
 * list of imports.
 * @param {string} text
 */
export function isUnbreakable(text) {
  return (
    /^[\s*/]*\|/.test(text) ||
    /https?:\/\//.test(text) ||
    /\S{60,}/.test(text) ||
    /@import|@typedef \{import\(/.test(text)
  );
}
