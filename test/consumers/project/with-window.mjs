/**
 * The program under the globals of a window without a browser, as runners of tests set them: those
 * of jsdom, whose file is the argument, where Node has none or has its own for a page.
 */
const { JSDOM } = (await import(process.argv[2])).default;
const { window } = new JSDOM('', { url: 'http://localhost/' });
const replaced = ['window', 'self', 'document', 'navigator', 'location', 'Blob', 'URL', 'Event'];
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !replaced.includes(name)) continue;
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}
// As jest's windows are.
for (const name of ['TextEncoder', 'TextDecoder']) delete globalThis[name];
await import('./main.mjs');
