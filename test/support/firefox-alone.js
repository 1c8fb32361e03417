/**
 * Firefox without a driver. While a driver observes the workers of Firefox (as WebDriver BiDi
 * does), the constructor of a worker inside of a worker blocks for ever in one call of a hundred on
 * a busy machine; in 601 loads without a driver it never did.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Nothing is asked, nothing else is loaded. */
const PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
};

/**
 * Shows a page in a browser of its own, until the page has reported to its server.
 * @template T
 * @param {string} program
 * @param {string} url
 * @param {Promise<T>} report
 * @returns {Promise<T>}
 */
export async function showUntil(program, url, report) {
  const profile = await mkdtemp(join(tmpdir(), 'curvemill-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([key, value]) => [key, JSON.stringify(value)]);
  await writeFile(
    join(profile, 'user.js'),
    lines.map(([key, value]) => `user_pref("${key}", ${value});\n`).join(''),
  );
  const args = ['--headless', '--no-remote', '--profile', profile, url];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const ended = once(child, 'exit').then(() => {
    throw new Error('Firefox ended before the page reported');
  });
  ended.catch(() => {});
  try {
    return await Promise.race([report, ended]);
  } finally {
    // With its children, whose parent the first process is.
    if (child.exitCode === null) process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
    await ended.catch(() => {});
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
