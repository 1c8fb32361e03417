/**
 * Evaluates a function of a module at random inputs of each case of a claim, and close to other
 * cases, beside the claim's formulas.
 */
import { casesOf } from '../calls.js';
import { paramOf } from '../inputs.js';
import { Refused } from '../kernel/refused.js';
import { countOf } from '../repeats.js';
import { ANYWHERE, Evaluation } from './evaluation.js';
import { casesThatMay } from './ranges.js';
import { wordsOf } from './words.js';

/**
 * @import { Case, Claim, Flag } from '../claims/claim.js'
 * @import { Module } from '../kernel/wasm/decode.js'
 * @import { Lab, Plan } from './evaluation.js'
 * @import { Randomness } from './residue.js'
 */

/** How params may be the output. @param {Claim} claim @returns {string[][]} */
function aliasesOf(claim) {
  const [output] = claim.outputs.filter(({ address }) => address === undefined);
  if (!output || claim.isDisjoint || claim.list) return [[]];
  const z = paramOf(output);
  const others = claim.params.filter(
    (param) =>
      param !== z &&
      !claim.apart?.includes(param) &&
      !claim.numbers?.has(param) &&
      !claim.signs?.has(param) &&
      countOf(claim) !== param &&
      claim.inputs.some((one) => paramOf(one) === param) &&
      claim.inputs.every((one) => paramOf(one) !== param || one.layout === output.layout),
  );
  return [[], ...others.map((one) => [one]), ...(others.length > 1 ? [others] : [])];
}

/** Of cases and flags of lists, as many are begun with. */
const MOST_PAIRS = 30;
/** @template T @param {T[]} all @param {Randomness} random */
const some = (all, random) => Array.from({ length: MOST_PAIRS }, () => random.pick(all));

/** Lengths of lists. */
const LENGTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Other conditions that may hold in a case: the first ones of others; that what others say is 0
 * has lowest digits that are 0; and that elements are 0.
 * @param {Claim} claim
 * @param {Case} one
 * @returns {string[][]}
 */
function closeTo(claim, one) {
  const others = casesOf(claim).filter((other) => other !== one && !claim.list);
  const zeros = claim.list ? [] : claim.inputs.map(({ name }) => name);
  return [
    ...others.flatMap(({ when }) => when.slice(1).map((_, i) => when.slice(0, i + 1))),
    ...others.flatMap(({ when }) =>
      when.flatMap((text) =>
        text.endsWith(' = 0')
          ? Array(claim.on === 'elements' ? OFTEN : 1).fill([text.replace(/0$/, 'low')])
          : [],
      ),
    ),
    ...zeros.map((name) => [name]),
    ...(zeros.length > 1 ? [zeros] : []),
  ];
}

/** Inputs next to another one, or to 0, if digits may be tested. @param {Claim} claim */
function nearOnes({ inputs, list, cases = [], on }) {
  if (list || cases.length < 2 || on !== 'elements') return [];
  return inputs.flatMap(({ name, layout }) => [
    { name, to: null, isSame: false },
    ...inputs.flatMap((one) =>
      one.name !== name && one.layout === layout
        ? [false, true].map((isSame) => ({ name, to: one.name, isSame }))
        : [],
    ),
  ]);
}

/** A difference may be right but for a multiple of p, of which there are few. */
const OFTEN = 8;

/** A trap is a refusal. @template T @param {() => T} run */
function withoutTraps(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof WebAssembly.RuntimeError)) throw error;
    throw new Refused(`it traps: ${error.message}`);
  }
}

/**
 * Runs of each case; where numbers are compared with p; and of powers, of which a wrong one may
 * have half of all values.
 */
const [USUAL, SOME, MANY] = [2, 16, 128];

/**
 * Evaluates a claim in all its cases.
 * @param {Lab} lab
 * @param {Module} module
 * @param {number} index
 * @param {Claim} given
 * @param {ReadonlyMap<number, unknown>} proven functions that need not be interpreted
 * @returns {{ claim: Claim, outcomes: Set<string>, runs: number, unseen: string[] }} the claim with
 *   all addresses, which way branches went, and cases for which no inputs were found
 */
export function evaluateClaim(lab, module, index, given, proven) {
  const missing = given.inputs.find(({ address }) => address === ANYWHERE);
  if (missing) throw new Refused(`where ${missing.own} leaves ${missing.name} is not known`);
  const evaluation = new Evaluation(lab, module, index, given, proven);
  const { claim, random } = evaluation;
  let runs = 0;
  /** @type {string[]} */
  const unseen = [];
  const attempt = (/** @type {Plan} */ plan) => {
    const { calls } = evaluation;
    const wrong = withoutTraps(() => evaluation.run(plan));
    if (wrong !== null) {
      const because = plan.wanted[0].one.when.join(' and ');
      throw new Refused(`${wrong}${because && ` if ${because}`}`);
    }
    if (evaluation.calls === calls) return false;
    runs++;
    return true;
  };
  const compares = claim.cases?.some(({ when }) => when.some((one) => one.endsWith(' < p')));
  const least = given.exponents && !given.cases ? MANY : compares && !claim.list ? SOME : USUAL;
  for (const same of aliasesOf(claim)) {
    const keyOf = (/** @type {Flag} */ { param, offset }) =>
      `${same.includes(param) ? paramOf(claim.outputs[0]) : param} ${offset}`;
    const all = wordsOf(claim, keyOf);
    const pairs = casesOf(claim).flatMap((one) =>
      all.flatMap((words) => (casesThatMay(claim, words).includes(one) ? [{ one, words }] : [])),
    );
    const those = claim.list && pairs.length > MOST_PAIRS ? some(pairs, random) : pairs;
    for (const one of casesOf(claim)) {
      let found = 0;
      for (const { words } of those.filter((any) => any.one === one)) {
        const times = Math.max(same.length ? USUAL : least, one.when.length && claim.inputs.length);
        for (let first = 0; first < times && (found > 0 || first < USUAL); first++) {
          const count = claim.list || claim.repeats ? 1 + (first % 9) : 1;
          if (attempt({ claim, same, count, wanted: [{ words, one, first }] })) found++;
        }
        const isFirst = words === those.find((any) => any.one === one)?.words;
        for (const [first, also] of (isFirst ? closeTo(claim, one) : []).entries()) {
          const wanted = [{ words, one, first, also }];
          attempt({ claim, same, count: 1, wanted });
          if (claim.nonZero) attempt({ claim, same, count: 1, wanted, isOutside: true });
        }
        for (const near of isFirst ? nearOnes(claim) : [])
          attempt({ claim, same, count: 1, wanted: [{ words, one, first: 0, near }] });
      }
      if (found === 0 && same.length === 0) unseen.push(one.when.join(' and '));
    }
    if (!claim.list) continue;
    for (const count of LENGTHS.slice(claim.list.isNonEmpty ? 1 : 0)) {
      const wanted = LENGTHS.map(() => {
        const words = random.pick(all);
        return { words, one: random.pick(casesThatMay(claim, words)), first: 0 };
      });
      attempt({ claim, same, count, wanted });
    }
  }
  if (runs === 0) throw new Refused('no inputs are found');
  const outputs = given.outputs.map((one) => {
    const [address] = evaluation.owned.get(one.name) ?? [];
    return one.address === ANYWHERE && address !== undefined ? { ...one, address } : one;
  });
  return { claim: { ...given, outputs }, outcomes: evaluation.outcomes, runs, unseen };
}
