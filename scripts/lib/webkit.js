/**
 * WebKitGTK, the port of Safari's engine that Linux distributions have, driven by WebDriver, which
 * is HTTP. It needs a display, so one without a screen is started for it.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Browser } from './browsers.js' */

/** How long the driver may take to start and a page to run its script; how often they are asked. */
const [START_MS, SCRIPT_MS, POLL_MS] = [20_000, 10_000, 50];

/** Pages may compute for minutes. */
const TIMEOUTS = { script: 600_000, pageLoad: 600_000 };

const REPORT = 'return Promise.resolve(globalThis.report).then(JSON.stringify);';

/**
 * Starts the small browser that comes with the driver. Its console cannot be read.
 *
 * @param {string} program WebKitWebDriver
 * @returns {Promise<Browser>} opens one page after the other
 */
export async function launchWebKit(program) {
  /** @type {ChildProcess[]} */
  const children = [];
  const end = () => children.forEach((child) => child.kill());
  process.once('exit', end);
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(screen);
    const DISPLAY = `:${await firstLine(screen)}`;
    const port = await freePort();
    const env = { ...process.env, DISPLAY };
    children.push(spawn(program, [`--port=${port}`], { env, stdio: 'ignore' }));
    const driver = `http://127.0.0.1:${port}`;
    const status = () => call(`${driver}/status`, 'GET').catch(() => null);
    if (!(await poll(START_MS, status))) throw new Error(`no WebDriver in ${START_MS} ms`);
    return await openSession(driver, end);
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * @param {string} driver
 * @param {() => void} end
 * @returns {Promise<Browser>}
 */
async function openSession(driver, end) {
  const { sessionId, capabilities } = await call(`${driver}/session`, 'POST', {
    capabilities: { alwaysMatch: { timeouts: TIMEOUTS } },
  });
  const session = `${driver}/session/${sessionId}`;
  const run = (/** @type {string} */ script) =>
    call(`${session}/execute/sync`, 'POST', { script, args: [] });
  const load = async (/** @type {string} */ url) => {
    await call(`${session}/url`, 'POST', { url });
    // A page that is isolated gets a process of its own: it may not be there yet.
    const report = await poll(SCRIPT_MS, () => run(REPORT));
    if (typeof report !== 'string') throw new Error('the page reported nothing');
    return JSON.parse(report);
  };
  let turn = Promise.resolve();
  const inTurn = (/** @type {() => Promise<any>} */ action) => {
    const result = turn.then(action);
    turn = result.catch(() => {});
    return result;
  };
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    open: (url) =>
      inTurn(async () => {
        const report = await load(url);
        // Scripts of a page that is left open may navigate.
        await call(`${session}/url`, 'POST', { url: 'about:blank' });
        return report;
      }),
    converse: async (url) => {
      await inTurn(() => load(url));
      return { evaluate: async (expression) => String(await run(`return ${expression};`)) };
    },
    close: async () => {
      await call(session, 'DELETE').catch(() => {});
      process.off('exit', end);
      end();
    },
  };
}

/**
 * @param {string} url
 * @param {string} method
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(url, method, body) {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = /** @type {any} */ (await response.json());
  if (value?.error) throw new Error(`WebDriver: ${value.error}: ${value.message}`);
  return value;
}

/**
 * Asks until there is an answer, or the time is over.
 * @param {number} ms
 * @param {() => Promise<any>} ask
 * @returns {Promise<any>}
 */
async function poll(ms, ask) {
  for (const end = Date.now() + ms; ;) {
    const answer = await ask();
    if (answer || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * The display's number, which the server writes once it is up.
 * @param {ChildProcess} screen
 * @returns {Promise<string>}
 */
async function firstLine(screen) {
  const ended = once(screen, 'exit').then(() => {
    throw new Error('Xvfb ended at once');
  });
  const stream = /** @type {import('node:stream').Readable} */ (screen.stdio[3]);
  const [data] = await Promise.race([once(stream, 'data'), ended]);
  ended.catch(() => {});
  return String(data).trim();
}

/** @returns {Promise<number>} a port that nobody listens on */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
