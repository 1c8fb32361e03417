/**
 * Code in a loop over lists that has memory fetched in advance: it loads words of the entries that
 * follow, and of what these point to, and stores their sum. It is not run, as nothing depends on
 * the sum. But it must be of one of these forms, of which it is clear that it ends and stays inside
 * of the list: from the entry of this iteration on, as many as are left, or a constant number.
 */
import { forgetAssigned } from './loops.js';

/**
 * @import { Machine, Operand } from './machine/machine.js'
 * @import { Instruction } from './wasm/decode.js'
 */

/** The end, list + min(count·size, most), in a local, or on the stack. */
const FORMS = [
  `local.get (?<count>N);i32.const (?<size>N);i32.mul;local.set (?<bytes>N);local.get \\k<bytes>;
  i32.const (?<most>N);i32.gt_u;if;i32.const \\k<most>;local.set \\k<bytes>;end;
  local.get \\k<list>;local.get \\k<bytes>;i32.add;`,
  `local.get \\k<list>;local.get (?<count>N);i32.const (?<size>N);i32.mul;local.tee (?<bytes>N);
  i32.const (?<most>N);i32.gt_u;if;i32.const \\k<most>;else;local.get \\k<bytes>;end;i32.add;`,
].map((form) => {
  const head = 'i32.const N;local.set (?<next>N);local.get (?<list>N);local.set (?<at>N);';
  const loop = `local.set (?<end>N);loop;(?<loads>.*);local.get \\k<at>;i32.const \\k<size>;i32.add;
    local.tee \\k<at>;local.get \\k<end>;i32.lt_u;br_if 0;end;`;
  const last = 'i32.const (?<to>N);local.get N;i32.store (?<offset>N)';
  const all = `^${head}${form}${loop}${last}$`.replace(/\n\s*/g, '');
  return new RegExp(all.replaceAll('.', '\\.').replace('\\.*', '.*').replaceAll('N', '\\d+'));
});

/** @param {Instruction} one */
const textOf = ({ op, index, value, offset }) =>
  [op, index ?? value ?? offset ?? []].flat().join(' ');

/**
 * @param {Machine} machine @param {Instruction[]} body of an `if` @param {Operand[]} locals
 * @returns {boolean} whether it is that
 */
export function skipPrefetch(machine, body, locals) {
  const text = body.map(textOf).join(';');
  const form = FORMS.map((one) => one.exec(text)?.groups).find((groups) => groups);
  if (!form) return false;
  const { size, most, to, offset, loads, ...names } = form;
  const { next, list, at, count, bytes, end } = names;
  const [entry, left] = [list, count].map((k) => locals[Number(k)]);
  const { loop, memory, domain } = machine;
  const { claim, count: all } = loop ?? {};
  if (!loop || !claim?.list || !all || size === '0') return false;
  if (entry?.type !== 'i32' || left?.type !== 'i32') return false;
  const stride = claim.list.strides.get(entry.region ?? '') ?? 0n;
  const rest = all.sub(loop.index.times(stride / BigInt(size)));
  const isLeft =
    new Set([next, list, at, count, bytes]).size === 5 &&
    ![next, list, at, count].includes(end) &&
    entry.value.constant() === 0n &&
    stride > 0n &&
    stride % BigInt(size) === 0n &&
    left.region === null &&
    left.value.polynomial.equals(rest.polynomial) &&
    BigInt(most) > 0n;
  /** Bytes of what an entry points to, by the offset. @type {Map<number, number>} */
  const targets = new Map();
  for (const { name, param, offset } of claim.pointers ?? []) {
    const target = memory.regions.get(name);
    if (target && param === entry.region && offset < Number(size)) targets.set(offset, target.size);
  }
  if (!isLeft || !onlyLoads(loads.split(';'), at, end, targets)) return false;
  forgetAssigned(domain, body, locals);
  memory.forget(memory.named(null), Number(to) + Number(offset), 4);
  return true;
}

/**
 * Whether code only loads words inside of what entries point to, and adds them up.
 * @param {string[]} code @param {string} at the local of an entry @param {string} end another one
 * that stays @param {Map<number, number>} targets
 */
function onlyLoads(code, at, end, targets) {
  const WORD = { kind: 'word', size: 0 };
  /** @type {Map<string, typeof WORD>} */
  const locals = new Map([[at, { kind: 'entry', size: 0 }]]);
  /** @type {(typeof WORD)[]} */
  const stack = [];
  return code.every((one) => {
    const [op, operand] = one.split(' ');
    const top = op === 'local.get' || op === 'i32.const' ? WORD : stack.pop();
    if (!top) return false;
    if (op === 'local.get') stack.push(locals.get(operand) ?? WORD);
    else if (op === 'i32.load') {
      const size = targets.get(Number(operand));
      if (top.kind === 'entry' && size !== undefined) stack.push({ kind: 'reference', size });
      else if (top.kind === 'address' && Number(operand) + 4 <= top.size) stack.push(WORD);
      else return false;
    } else if (one === 'i32.const -2') stack.push({ kind: 'mask', size: 0 });
    else if (op === 'i32.and' && top.kind === 'mask') {
      const reference = stack.pop();
      if (reference?.kind !== 'reference') return false;
      stack.push({ ...reference, kind: 'address' });
    } else if (op === 'i32.add') {
      if (top.kind !== 'word' || stack.pop()?.kind !== 'word') return false;
      stack.push(WORD);
    } else if (op === 'local.set' || op === 'local.tee') {
      if (operand === at || operand === end) return false;
      locals.set(operand, top);
      if (op === 'local.tee') stack.push(top);
    } else return false;
    return true;
  });
}
