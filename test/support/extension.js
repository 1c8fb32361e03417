/** An extension (Manifest V3) in Chromium, unpacked. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {object} Extension
 * @property {(file: string, onMessage?: (text: string) => void) => Promise<any>} open a page of it;
 *   `onMessage` is called with each line of its console
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} executablePath Chromium
 * @param {string} folder with manifest.json, which names a service worker
 * @returns {Promise<Extension>}
 */
export async function openExtension(executablePath, folder) {
  const profile = await mkdtemp(join(tmpdir(), 'curvemill-profile-'));
  const { chromium } = await import('playwright-core');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    timeout: 0,
    headless: true,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--disable-gpu',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
    ],
  });
  // Its address tells that of the extension.
  const worker =
    context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 0 }));
  return {
    async open(file, onMessage) {
      const page = await context.newPage();
      // The test has a limit of its own.
      page.setDefaultTimeout(0);
      if (onMessage) page.on('console', (message) => onMessage(message.text()));
      await page.goto(new URL(`/${file}`, worker.url()).href);
      return page;
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
