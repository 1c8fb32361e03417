/**
 * The picture with which links to the benchmark page are shown (`og:image`): the README's chart of
 * recorded figures, as a PNG of 1200 × 630.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderSpeedChart } from './readme-speed.js';

const FILE = 'preview.png';
const SIZE = { width: 1200, height: 630 };

const STYLE = `
body { box-sizing: border-box; height: 100vh; margin: 0; padding: 30px 60px; background: #fff;
  display: flex; align-items: center; justify-content: space-between;
  font-family: system-ui, sans-serif }
h1, p { margin: 0 } h1 { color: #0969da; font-size: 64px } p { color: #1f2328; font-size: 34px }
svg { height: 570px; width: auto; flex: none }`;

/**
 * Draws the picture, and names it in the page. Crawlers of links want an absolute address, for
 * which `base` is needed; without it the address is relative.
 * @param {string} folder a page that `buildPage` has written
 * @param {import('playwright-core').Browser} browser
 * @param {string} [base] the address at which the folder will be served
 */
export async function addPreview(folder, browser, base) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  try {
    await page.setContent(
      `<style>${STYLE}</style><div><h1>curvemill</h1><p>How fast is it in your browser?</p></div>
      ${renderSpeedChart()}`,
    );
    await page.screenshot({ path: join(folder, FILE) });
  } finally {
    await page.close();
  }
  const index = join(folder, 'index.html');
  const html = await readFile(index, 'utf8');
  await writeFile(index, html.replace(/ *<meta name="twitter:card"[^>]*>/, tags(base)));
}

/**
 * @param {string} [base]
 */
function tags(base) {
  const folder = base?.replace(/\/?$/, '/');
  const address = folder ? new URL(FILE, folder).href : FILE;
  return `    <meta property="og:image" content="${address.replaceAll('"', '%22')}" />
    <meta property="og:image:width" content="${SIZE.width}" />
    <meta property="og:image:height" content="${SIZE.height}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}
