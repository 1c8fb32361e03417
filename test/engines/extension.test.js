/** A browser extension (Manifest V3) in Chromium: two threads in its pages. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/lib/browsers.js';
import { root } from '../../scripts/lib/paths.js';
import { openExtension } from '../support/extension.js';
import { describeWith } from '../support/installed.js';

const program = findBrowser('chromium');

describeWith('an extension in Chromium', program, 'chromium', () => {
  let folder, extension;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curvemill-extension-'));
    await cp(fileURLToPath(new URL('extension', import.meta.url)), folder, { recursive: true });
    await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    await cp(join(root, 'test/consumers/project/threads.js'), join(folder, 'threads.js'));
    extension = await openExtension(/** @type {string} */ (program), folder);
  });
  afterAll(async () => {
    await extension?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('a page of it works on two threads, by blob, without a word in the console', async () => {
    const console = [];
    const page = await extension.open('page.html', (text) => console.push(text));
    const report = JSON.parse(await page.evaluate('report.then(JSON.stringify)'));
    expect(report).toEqual({ threads: 2, ways: ['blob'], parts: 2, isRight: true });
    expect(console).toEqual([]);
  });
});
