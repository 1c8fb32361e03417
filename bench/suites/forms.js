/**
 * The forms of provers beside `uncompressed`, where a group has it: lists of points read without
 * checks, and written.
 */
import { curveNamed } from '../../src/curves/index.js';
import { formatsOf, openCurve } from '../../scripts/lib/curves.js';

/** @import { Case, Opened, Settings } from '../harness/suite.js' */

export const title = 'Forms of provers beside `uncompressed`';

const FORMATS = ['uncompressed', 'little-endian', 'montgomery-le'];
const POINTS = 4096;

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open({ backends, curves }) {
  /** @type {Case[]} */
  const cases = [];
  /** @type {any[]} */
  const opened = [];
  for (const backend of backends) {
    for (const curve of curves) {
      const { instance, group } = await openCurve(curve, { backend, threads: 1 });
      opened.push(instance);
      cases.push(...casesOf(`${curveNamed(curve).name}, ${instance.backend.batch}`, group));
    }
  }
  const about = `Lists of ${POINTS} points, read with \`check: false\`; in brackets, over the first form.`;
  const table = { id: 'f', title: 'Lists of points', about, head: 'form', cases };
  const end = () => opened.forEach((instance) => instance.dispose());
  return { tables: [{ ...table, unit: 'ms' }], backend: backends.join(), end };
}

/** @param {string} name @param {any} group @returns {Case[]} */
function casesOf(name, group) {
  const vector = group.randomPoints(POINTS, 1);
  const wanted = String(vector.toBytes());
  const encoded = formatsOf(group, FORMATS).map((format) => ({
    format,
    bytes: vector.toBytes(format),
  }));
  /** @type {(run: (form: { format: string, bytes: Uint8Array }) => unknown) => Case['runs']} */
  const runs = (run) => Object.fromEntries(encoded.map((form) => [form.format, () => run(form)]));
  const read = (/** @type {{ format: string, bytes: Uint8Array }} */ { format, bytes }) =>
    group.points(bytes, { format, check: false });
  // Each form must give the same points, before the calls, which free them at once.
  for (const form of encoded) {
    const points = read(form);
    if (String(points.toBytes()) !== wanted) throw new Error(`${name}: ${form.format} is wrong`);
    points.dispose();
  }
  return [
    { name: `${name}, read`, runs: runs((form) => read(form).dispose()) },
    {
      name: `${name}, written`,
      runs: runs(({ format }) => vector.toBytes(format)),
      // Verified above, by reading them.
      text: () => '',
    },
  ];
}
