/** Differences of runtimes: their modules, files, and processors, and time that is spent awake. */
import { now } from '../port/steps.js';

/**
 * A module of Node, Bun and Deno, without an import that bundlers would trip over.
 * @type {(name: string) => any}
 */
export function builtin(name) {
  const { process } = /** @type {{ process?: { getBuiltinModule?: (name: string) => any } }} */ (
    globalThis
  );
  return process?.getBuiltinModule?.(name);
}

/** Whether modules are files of this machine, so that importing one is no download. */
export const importsFiles = () => builtin('node:fs') !== undefined;

/** Processors of the machine; 2 where the runtime does not tell. */
export function processors() {
  const { navigator } = /** @type {{ navigator?: { hardwareConcurrency?: number } }} */ (
    globalThis
  );
  return builtin('node:os')?.availableParallelism?.() || navigator?.hardwareConcurrency || 2;
}

/**
 * Calls a function again and again with the waking time since the last call: the caller's thread
 * hears nothing while it is busy, its process is stopped, or the machine sleeps. So what is longer
 * than two periods was not spent awake.
 * @param {number} limitMs of what is waited for: it sets the period
 * @param {(elapsedMs: number) => void} look
 * @returns {{ end: () => void, timer: any }}
 */
export function everyWhile(limitMs, look) {
  const period = Math.max(20, limitMs / 20);
  let last = now();
  const timer = setInterval(() => {
    const elapsed = Math.min(now() - last, 2 * period);
    last = now();
    look(elapsed);
  }, period);
  return { end: () => clearInterval(timer), timer };
}

/**
 * @param {number} ms of waking time
 * @param {() => void} onLate
 * @returns {() => void} calls the deadline off
 */
export function deadline(ms, onLate) {
  let left = ms;
  const { end } = everyWhile(ms, (elapsed) => {
    left -= elapsed;
    if (left > 0) return;
    end();
    onLate();
  });
  return end;
}
