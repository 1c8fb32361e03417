/**
 * A report in a link: compressed JSON in URL-safe base64. Samples are left out to
 * keep the link short.
 */

/**
 * @param {import('./report.js').Report} report
 * @returns {Promise<string>}
 */
export async function packReport(report) {
  // Numbers are not rounded: rounded twice, they could be shown with other digits than here.
  const text = JSON.stringify(report, (key, value) => (key === 'samplesMs' ? undefined : value));
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * @param {string} packed
 * @returns {Promise<import('./report.js').Report | null>} null if it is not a report
 */
export async function unpackReport(packed) {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const report = await new Response(stream).json();
    return isReport(report) ? report : null;
  } catch {
    return null;
  }
}

/**
 * Validates only the members that the page reads: links are untrusted, and their text is shown as
 * text.
 * @param {any} report
 */
function isReport(report) {
  return (
    typeof report?.curve === 'string' &&
    Array.isArray(report.series) &&
    Array.isArray(report.results) &&
    report.series.every((/** @type {any} */ { id, name }) => [id, name].every(isString)) &&
    report.results.every(
      (/** @type {any} */ { logSize, times }) =>
        Number.isInteger(logSize) &&
        Object.values(times).every((time) => Number.isFinite(/** @type {any} */ (time)?.medianMs)),
    )
  );
}

/** @param {unknown} value */
const isString = (value) => typeof value === 'string';
