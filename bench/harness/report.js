/** Tables of figures. */

/** A row of Markdown. @param {readonly unknown[]} cells */
export const row = (cells) => `| ${cells.join(' | ')} |`;

/**
 * The head of a table: its first column is text, the others are numbers.
 * @param {readonly string[]} names
 */
export const head = (names) =>
  [row(names), row(names.map((_, i) => (i ? '---:' : '---')))].join('\n');

/** @param {number} value @returns {string} three significant digits */
export const digits = (value) => (value < 100 ? value.toPrecision(3) : value.toFixed(0));
