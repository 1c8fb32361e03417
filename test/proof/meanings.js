/** Values of claims' formulas, in another library's arithmetic of fields. */
import { evaluate } from '../../proof/formula.js';

/** An element of Fp or Fp², as formulas take it. */
class Element {
  constructor(field, value) {
    this.field = field;
    this.value = value;
  }
  of(value) {
    return new Element(this.field, value);
  }
  add({ value }) {
    return this.of(this.field.add(this.value, value));
  }
  sub({ value }) {
    return this.of(this.field.sub(this.value, value));
  }
  mul({ value }) {
    return this.of(this.field.mul(this.value, value));
  }
  scale(c) {
    return this.mul({ value: fromCoefficients(this.field, [c, 0n]) });
  }
  timesI() {
    return this.mul({ value: fromCoefficients(this.field, [0n, 1n]) });
  }
  inverse() {
    return this.of(this.field.inv(this.value));
  }
}

/** @param {any} field @param {bigint[]} c */
export const fromCoefficients = (field, [c0, c1 = 0n]) =>
  field.fromBigTuple
    ? field.fromBigTuple([field.Fp.create(c0), field.Fp.create(c1)])
    : field.create(c0);

/**
 * A claim, of given elements: values of outputs, and flags, by the first case that holds.
 * @param {any} claim @param {any} field @param {Record<string, any>} given
 * @param {string[]} [flags] those that are 1
 */
export function sayingOf(claim, field, given, flags = []) {
  const elements = new Map([['one', new Element(field, field.ONE)]]);
  const set = (name, value) => elements.set(name, new Element(field, value));
  const valueOf = (formula) => evaluate(formula, elements);
  for (const [name, c] of claim.constants ?? []) set(name, fromCoefficients(field, c));
  for (const [name, value] of Object.entries(given)) {
    set(name, value);
    if (!field.fromBigTuple) continue;
    set(`${name}Re`, fromCoefficients(field, [value.c0]));
    set(`${name}Im`, fromCoefficients(field, [value.c1]));
  }
  for (const [name, formula] of claim.parts ?? []) elements.set(name, valueOf(formula));
  const holds = (condition) =>
    condition.endsWith(' = 0')
      ? field.is0(valueOf(condition.slice(0, -4)).value)
      : flags.includes(condition);
  const one = claim.cases?.find(({ when }) => when.every(holds));
  for (const [name, formula] of one?.inverses ?? []) elements.set(name, valueOf(formula).inverse());
  const formulas = one
    ? [...(one.outputs ?? [])]
    : claim.outputs.map(({ name, formula }) => [name, formula]);
  const outputs = new Map(formulas.map(([name, formula]) => [name, valueOf(formula).value]));
  return { outputs, flags: one?.flags ?? new Map() };
}
