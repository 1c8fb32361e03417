/** A browser extension (Manifest V3) in Chromium: two threads in its pages. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/lib/browsers.js';
import { root } from '../../scripts/lib/paths.js';
import { describeWith } from '../support/installed.js';

const executablePath = findBrowser('chromium');

describeWith('an extension in Chromium', executablePath, 'chromium', () => {
  let folder, context;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curvemill-extension-'));
    const extension = join(folder, 'extension');
    await cp(fileURLToPath(new URL('extension', import.meta.url)), extension, { recursive: true });
    await cp(join(root, 'dist'), join(extension, 'dist'), { recursive: true });
    await cp(join(root, 'test/consumers/project/threads.js'), join(extension, 'threads.js'));
    const { chromium } = await import('playwright-core');
    context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: executablePath ?? undefined,
      timeout: 0,
      headless: true,
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [
        '--headless=new',
        '--disable-gpu',
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
        '--disable-features=DisableLoadExtensionCommandLineSwitch',
      ],
    });
  });
  afterAll(async () => {
    await context?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('a page of it works on two threads, by blob, without a word in the console', async () => {
    const background =
      context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 0 }));
    const page = await context.newPage();
    // The test has a limit of its own.
    page.setDefaultTimeout(0);
    const console = [];
    page.on('console', (message) => console.push(message.text()));
    await page.goto(new URL('page.html', background.url()).href);
    const report = JSON.parse(await page.evaluate('report.then(JSON.stringify)'));
    expect(report).toEqual({ threads: 2, ways: ['blob'], parts: 2, isRight: true });
    expect(console).toEqual([]);
  });
});
