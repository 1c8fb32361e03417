/** Imports of the package's own files while a program runs, which a runtime may refuse. */
import { CurvemillError, EnvironmentError } from '../errors.js';

/**
 * The module of an import.
 * @template Module
 * @param {Promise<Module>} loading
 * @returns {Promise<Module>}
 * @throws {EnvironmentError} the runtime imports nothing while it runs, or does not find the file
 */
export const imported = (loading) =>
  loading.catch((cause) => {
    if (cause instanceof CurvemillError) throw cause;
    throw new EnvironmentError(
      `expected a runtime that imports, got "${cause}". Bundle a service worker to one file`,
      { cause },
    );
  });
