/**
 * Where workers start in pages, and what is said where they do not; with the built library, without
 * a bundler.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browsers.js';
import { describeWith } from '../support/installed.js';
import { browsers } from './engines.js';
import {
  openWorkerPage,
  openWorkerPageAlone,
  serveElsewhere,
  workerPages,
} from './worker-pages.js';

for (const { name, browser: kind, program, args, install } of browsers) {
  // Flags change kernels, not workers.
  if (args.length > 0) continue;
  describeWith(`workers in ${name}`, program, install, () => {
    let browser, other;
    beforeAll(async () => {
      browser = await launchBrowser(kind);
      other = await serveElsewhere();
    });
    afterAll(() => Promise.all([browser?.close(), other?.close()]));

    const isFirst = name === browsers[0].name;
    for (const page of workerPages.filter(({ isOurs }) => isFirst || !isOurs)) {
      const { ways, reason } = page.instead?.[kind] ?? page;
      const outcome = reason ? 'one thread, and the reason' : `two, by ${ways.at(-1)}`;

      it(`${page.name}: ${outcome}`, async () => {
        const isAlone = kind === 'firefox' && page.inside;
        const { report, console } = isAlone
          ? await openWorkerPageAlone(/** @type {string} */ (program), other, page)
          : await openWorkerPage(browser, other, page);
        expect(report).toEqual({
          threads: reason ? 1 : 2,
          ...(reason && { reason: expect.stringMatching(reason) }),
          ways,
          parts: reason ? 0 : 2,
          isRight: true,
        });
        if (page.isSilent) expect(console).toEqual([]);
      });
    }
  });
}
