/** The creators of all entries, by path. */
import { curves } from '../../src/curves/index.js';

const entries = new Map(curves.map(({ entry }) => [entry.path, entry.creator]));

/** @type {Record<string, (options?: object) => Promise<any>>} */
export const creators = Object.fromEntries(
  await Promise.all(
    [...entries].map(async ([path, creator]) => [
      path,
      (await import(`../../src/${path}.js`))[creator],
    ]),
  ),
);
