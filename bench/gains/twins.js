/** The far side of twins: how a measuring thread starts them, and talks to them. */

/** @import { Twin } from './measure.js' */
/** @import { Inputs } from './tasks.js' */

/** @typedef {{ post: (message: object) => void, end: () => unknown }} Channel */

/**
 * Opens a task in a twin.
 * @param {string} name
 * @param {(receive: (message: any) => void) => Channel} connect
 * @param {{ task: string, inputs: Inputs }} [what] nothing: for loops alone
 * @returns {Promise<Twin & { end: () => unknown }>}
 */
export async function openTwin(name, connect, what) {
  /** @type {((message: any) => void)[]} */
  const waiting = [];
  const { post, end } = connect((message) => waiting.shift()?.(message));
  const next = () => new Promise((resolve) => waiting.push(resolve));
  const twin = {
    name,
    async start(/** @type {number} */ count) {
      const [started, done] = [next(), next()];
      post({ op: 'run', count });
      await started;
      return { done };
    },
    async loop(share = 1) {
      const done = next();
      post({ op: 'loop', share });
      return done;
    },
    end,
  };
  if (!what) return twin;
  const open = next();
  post({ op: 'open', ...what });
  await open;
  return twin;
}
