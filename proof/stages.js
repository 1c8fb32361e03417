/**
 * Functions that go over lists several times: by loops, and by calls of functions that are proven
 * of lists. Each loop is cut out as a function with a claim of its own, whose params are locals.
 * As no element of a list matters for another one, the whole does with each element what all these
 * do, in turn: so their claims are applied to one element, and what they leave must be what the
 * claim of the whole says. The lists must be the same ones, with the same steps, or follow each
 * other; all have the same number of elements.
 */
import { apply } from './calls.js';
import { Domain } from './domain/domain.js';
import { shifted } from './halves.js';
import { begin } from './inputs.js';
import { UNKNOWN } from './loops.js';
import { areSame, constantOf } from './operands.js';
import { checkCase } from './outcome.js';
import { allPaths } from './paths.js';
import { located, prove } from './prove.js';
import { Refused } from './refused.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Path } from './domain/domain.js'
 * @import { Value } from './domain/value.js'
 * @import { Run } from './inputs.js'
 * @import { I32, Operand } from './machine/machine.js'
 * @import { Proof } from './prove.js'
 * @import { Instruction, Module, WasmFunction } from './wasm/decode.js'
 *
 * A stage is what is done with lists: by a claim, with operands for its params; of a loop, the
 * locals that are them. `list`: elements `stride` bytes apart, at an address.
 * @typedef {{ proof: Proof, operands: Operand[], loop?: { at: number, locals: number[] } }} Stage
 * @typedef {{ address: I32, stride: bigint, name: string }} List
 */

/**
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {ReadonlyMap<number, Proof[]>} proven
 * @returns {Proof}
 */
export function proveStages(module, index, claim, proven) {
  if (!claim.isDisjoint) throw new Error(`${claim.name}: its lists might be the same`);
  const one = module.functions[index - module.imports.length];
  const { results, impossible } = allPaths((path) => {
    const found = stagesOf(module, index, claim, proven, path);
    const proofs = found.stages.map((stage) => {
      if (!stage.loop) return stage.proof;
      const { at, locals } = stage.loop;
      const functions = [...module.functions, loopAlone(one, at, locals)];
      const last = module.imports.length + module.functions.length;
      return prove({ ...module, functions }, last, stage.proof.claim, proven);
    });
    return { ...found, proofs };
  });
  for (const { stages, lists, proofs } of results)
    checkElement(module, claim, stages, lists, proofs);
  const all = results.flatMap(({ proofs, stages }) => proofs.filter((_, i) => stages[i].loop));
  /** @param {(one: Proof) => number} of */
  const sum = (of) => all.reduce((total, each) => total + of(each), 0);
  const { least, most } = claim.outputs[0].range;
  return {
    ...{ claim, impossible, aliases: [], bound: [least, most] },
    paths: sum(({ paths }) => paths) + results.length,
    steps: sum(({ steps }) => steps) + results[0].steps,
    terms: Math.max(1, ...all.map(({ terms }) => terms)),
    scratch: results.flatMap(({ proofs }) => proofs).flatMap(({ scratch }) => scratch),
  };
}

/**
 * All that the function does with lists, in turn.
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {ReadonlyMap<number, Proof[]>} proven
 * @param {Path} path
 */
function stagesOf(module, index, claim, proven, path) {
  const { code } = module.functions[index - module.imports.length];
  /** @type {Stage[]} */
  const stages = [];
  const bare = { ...claim, flags: [], inputs: [], outputs: [], nonZero: [] };
  const run = begin(module, bare, new Domain(path), [], (_, called, operands) => {
    const proof = proven.get(called)?.find(({ claim: { list, params, numbers = new Map() } }) => {
      const isGiven = (/** @type {string} */ name, /** @type {bigint} */ value) =>
        constantOf(operands[params.indexOf(name)]) === value;
      return list && [...numbers].every(([name, value]) => isGiven(name, value));
    });
    if (!proof) throw new Refused('calls what is not proven of lists');
    stages.push({ proof, operands });
    return [];
  });
  const given = new Map(claim.params.map((param, i) => [param, run.operands[i]]));
  const waiting = [...(claim.stages ?? [])];
  for (const at of loopsOf(code)) {
    const body = code.slice(at, code[at].end);
    run.machine.cuts.set(at, (locals) => {
      const part = waiting.shift();
      if (!part) throw new Refused('a loop of which nothing is said');
      const indices = part.params.map((param) => {
        const wanted = given.get(param) ?? behind(part, param, given, run.extent.rows);
        const moves = part.list?.strides.has(param) || part.list?.count === param;
        return localOf(body, locals, wanted, moves);
      });
      const proof = /** @type {Proof} */ ({ claim: part });
      stages.push({
        proof,
        operands: indices.map((k) => locals[k]),
        loop: { at, locals: indices },
      });
      for (const { op, index: k = 0 } of body)
        if (op === 'local.set' || op === 'local.tee') locals[k] = UNKNOWN;
      return (code[at].end ?? at) + 1;
    });
  }
  located(run.machine, () => run.machine.call(index, run.operands));
  if ([...run.machine.memory.regions.values()].some(({ written }) => written.size > 0))
    throw new Refused('writes beside its stages');
  if (waiting.length > 0) throw new Refused('a loop is left out');
  const lists = listsOf(claim, stages, run);
  return { stages, lists, steps: run.machine.steps };
}

/** Loops outside of all others: where they begin. @param {Instruction[]} code */
function loopsOf(code) {
  const found = [];
  for (let pc = 0; pc < code.length; pc++) {
    if (code[pc].op !== 'loop') continue;
    found.push(pc);
    pc = code[pc].end ?? pc;
  }
  return found;
}

/**
 * The local of a loop that holds an operand: of lists and counts one that moves, and of numbers one
 * that does not.
 * @param {Instruction[]} body
 * @param {Operand[]} locals
 * @param {Operand} wanted
 * @param {boolean} moves
 */
function localOf(body, locals, wanted, moves) {
  const found = [...locals.keys()].find((k) => {
    const [first, ...more] = body.filter(({ op, index }) => /^local/.test(op) && index === k);
    const isRead = areSame(locals[k], wanted) && first?.op === 'local.get';
    return isRead && more.some(({ op }) => op !== 'local.get') === moves;
  });
  if (found === undefined) throw new Refused('a param of a loop is in none of its locals');
  return found;
}

/**
 * A list that is no operand follows another one: `after_work` is behind the list of work.
 * @param {Claim} part @param {string} param @param {Map<string, Operand>} given @param {Value} rows
 * @returns {I32}
 */
function behind({ list }, param, given, rows) {
  const operand = given.get(param.replace(/^after_/, ''));
  const stride = list?.strides.get(param);
  if (operand?.type !== 'i32' || !stride) throw new Error(`there is no ${param}`);
  return { ...operand, value: operand.value.add(rows.times(stride)) };
}

/**
 * All lists, each once.
 * @param {Claim} claim @param {Stage[]} stages @param {Run} run @returns {List[]}
 */
function listsOf(claim, stages, { operands, extent: { rows } }) {
  /** @type {List[]} */
  const lists = [];
  const whole = { proof: /** @type {Proof} */ ({ claim }), operands };
  for (const { proof, operands: each } of [whole, ...stages]) {
    const { list, params, pointers, cases = [] } = proof.claim;
    const { strides = new Map(), count = '', carried, of, perRow, isNonEmpty } = list ?? {};
    const counted = operands[claim.params.indexOf(claim.list?.count ?? '')];
    if (carried || of || perRow || pointers || cases.some(({ stops }) => stops))
      throw new Refused('elements that matter for others');
    if (isNonEmpty && !claim.list?.isNonEmpty) throw new Refused('there may be no element');
    if (!areSame(each[params.indexOf(count)], counted)) throw new Refused('another count');
    for (const [param, stride] of strides) {
      const address = /** @type {I32} */ (each[params.indexOf(param)]);
      const known = lists.find((one) => areSame(one.address, address));
      if (stride <= 0n || (known ?? { stride }).stride !== stride || !address.region)
        throw new Refused(`${param} has other steps`);
      const by = list?.by?.get(param);
      const wanted = operands[claim.params.indexOf(claim.list?.by?.get(param) ?? '')];
      if (by && !areSame(each[params.indexOf(by)], wanted)) throw new Refused(`another ${by}`);
      const isBeside = (/** @type {List} */ one) =>
        one.address.region !== address.region ||
        address.value.sub(rows.times(one.stride)).polynomial.equals(one.address.value.polynomial);
      if (!known && !lists.every(isBeside)) throw new Refused(`${param} may overlap another list`);
      if (!known) lists.push({ address, stride, name: `list ${lists.length}` });
    }
  }
  return lists;
}

/**
 * A loop as a function of some locals; nothing is known of the others.
 * @param {WasmFunction} one @param {number} at @param {readonly number[]} locals
 * @returns {WasmFunction}
 */
function loopAlone({ code, type, locals: more }, at, locals) {
  const [count, { end = at }] = [locals.length, code[at]];
  const before = locals.flatMap((local, i) => [
    { op: 'local.get', index: i },
    { op: 'local.set', index: count + local },
  ]);
  let depth = 0;
  const body = code.slice(at, end + 1).map((one) => {
    const { op, index = 0 } = one;
    if (/^(block|loop|if)$/.test(op)) depth++;
    if (op === 'end') depth--;
    if (op === 'return' || (/^br/.test(op) && index >= depth))
      throw new Refused('leaves a loop for somewhere else');
    return op.startsWith('local.') ? { ...one, index: index + count } : one;
  });
  return {
    type: { params: locals.map(() => 'i32'), results: [] },
    locals: [...type.params, ...more],
    areUnknown: true,
    code: [...before, ...shifted(body, at - before.length), { op: 'end' }],
  };
}

/**
 * All stages of one element, and what they come to.
 * @param {Module} module
 * @param {Claim} claim
 * @param {Stage[]} stages
 * @param {List[]} lists
 * @param {Proof[]} proofs
 */
function checkElement(module, claim, stages, lists, proofs) {
  allPaths((path) => {
    const one = { ...claim, list: undefined, stages: undefined };
    const numbers = [...(claim.list?.by?.values() ?? []), claim.list?.count ?? ''];
    one.numbers = new Map([
      ...(claim.numbers ?? []),
      ...numbers.map((name) => /** @type {const} */ ([name, 1n])),
    ]);
    const run = begin(module, one, new Domain(path), [], () => null);
    const { machine } = run;
    const { memory, domain } = machine;
    /** @param {I32} address @returns {I32} */
    const elementOf = (address) => {
      const list = lists.find((any) => areSame(any.address, address));
      if (!list) throw new Refused('no list');
      const region = memory.regions.get(address.region ?? '');
      const isParam = region && region.size > 0 && address.value.constant() === 0n;
      if (!isParam && !memory.regions.has(list.name))
        memory.region(list.name, Number(list.stride), true);
      return { type: 'i32', region: isParam ? region.name : list.name, value: domain.constant(0n) };
    };
    stages.forEach(({ operands }, i) => {
      const { strides = new Map() } = proofs[i].claim.list ?? {};
      const each = operands.map((operand, k) =>
        strides.has(proofs[i].claim.params[k]) ? elementOf(/** @type {I32} */ (operand)) : operand,
      );
      apply(machine, proofs[i], each, false);
    });
    checkCase(run, one, []);
    return {};
  });
}
