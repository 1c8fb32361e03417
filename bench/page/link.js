/**
 * A report in a link: compressed JSON in URL-safe base64. Samples are left out to
 * keep the link short.
 */
import { DEFAULTS, WORKS } from './settings.js';

/**
 * @param {import('./summary.js').AnyReport} report
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
 * @returns {Promise<import('./summary.js').AnyReport | null>} null if it is not a report
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
 * Validates only the members that the page reads: links and storage are untrusted, and their text
 * is shown as text.
 * @param {any} report
 * @returns {boolean}
 */
export function isReport(report) {
  if (!isString(report?.date) || typeof report.device !== 'object' || report.device === null)
    return false;
  if (!Array.isArray(report.notes) || !report.notes.every(isString)) return false;
  return 'figures' in report ? areOperations(report) : areSums(report);
}

/** @param {any} report */
function areOperations({ work, figures }) {
  return (
    Object.keys(WORKS).includes(work) &&
    work !== DEFAULTS.work &&
    Array.isArray(figures) &&
    figures.every(
      (figure) =>
        isString(figure?.operation) && isString(figure.name) && Number.isFinite(figure.medianMs),
    )
  );
}

/** @param {any} report */
function areSums({ curve, series, results }) {
  return (
    isString(curve) &&
    Array.isArray(series) &&
    Array.isArray(results) &&
    series.every((one) => isString(one?.id) && isString(one.name)) &&
    results.every(
      (result) =>
        Number.isInteger(result?.logSize) &&
        Number.isFinite(result.n) &&
        Object.values(result.times ?? {}).every((time) =>
          Number.isFinite(/** @type {any} */ (time)?.medianMs),
        ),
    )
  );
}

/** @param {unknown} value */
const isString = (value) => typeof value === 'string';
