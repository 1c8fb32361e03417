import { describe, expect, it } from 'vitest';
import { linkLines } from '../../scripts/lib/line-links.js';

const SOURCE = `
/** A sum. */
export function* sum(list) {
  yield list;
}
class List {
  async #cut(from) {
    sum(from);
  }
}
m.func('field_mul', {});
  emit(
    'batch_add',
    {});
const twice = 1;
function twice() {}
`;

/** @param {string} link */
const linked = (link) =>
  linkLines(link, 'docs/tour.md', (path) => (path === 'src/a.js' ? SOURCE : ''));

describe('links to lines', () => {
  it.each([
    ['sum', 3],
    ['List', 6],
    ['#cut', 7],
    ['field_mul', 11],
    ['batch_add', 13],
  ])('lead to where %s is defined', (name, line) => {
    const to = (/** @type {number | string} */ n) => `see [\`${name}\`](../src/a.js#L${n}), [b](c)`;
    for (const old of ['', 99]) expect(linked(to(old))).toBe(to(line));
  });

  it('are refused if nothing has the name, or several do', () => {
    expect(() => linked('[`product`](../src/a.js#L3)')).toThrow(
      'docs/tour.md: expected one definition of product in src/a.js, got none',
    );
    expect(() => linked('[`twice`](../src/a.js#L3)')).toThrow('got lines 15, 16');
  });
});
