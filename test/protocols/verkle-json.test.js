/** JSON in steps, against `JSON.parse`. */
import { describe, expect, it } from 'vitest';
import { runNow } from '../../src/port/steps.js';
import { parseInSteps } from '../../src/protocols/verkle/proofs/json.js';

const parse = (/** @type {string} */ text) => runNow(parseInSteps(text));

/** The value that a parser gives of a text, or that it refuses. */
function outcome(/** @type {(text: string) => unknown} */ parser, /** @type {string} */ text) {
  try {
    return JSON.stringify(parser(text));
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'refused';
  }
}

const DOCUMENTS = [
  '{"a":[1,-2.5e3,true,false,null,"x\\"\\\\","\\u0041"],"b":{"c":{},"d":[]},"":" "}',
  ' [ [ ] , { "__proto__" : 1 , "a" : 2 , "a" : 3 } , [ [ "\\\\\\"" ] ] ] \n',
  '"only"',
  '12',
];

describe('JSON in steps', () => {
  it('gives what JSON.parse gives, of documents and of what is left of them', () => {
    const characters = [...'[]{}:,"\\ 1-.eEtn\u0001\u00a0', ''];
    let state = 7;
    const random = (/** @type {number} */ below) => (state = (state * 48271) % 2147483647) % below;
    for (const document of DOCUMENTS) {
      expect(parse(document)).toEqual(JSON.parse(document));
      for (let cut = 0; cut <= document.length; cut++) {
        for (const other of [document.slice(0, cut), document.slice(cut)])
          expect([other, outcome(parse, other)]).toEqual([other, outcome(JSON.parse, other)]);
      }
      for (let i = 0; i < 3000; i++) {
        const at = random(document.length);
        const other = characters[random(characters.length)];
        const changed = document.slice(0, at) + other + document.slice(at + random(3));
        expect([changed, outcome(parse, changed)]).toEqual([changed, outcome(JSON.parse, changed)]);
      }
    }
  });

  it('steps often, and does not recurse', () => {
    const depth = 100_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    const count = (/** @type {string} */ text) => [...parseInSteps(text)].length;
    expect(count(nested)).toBeGreaterThan(depth / 4096);
    expect(count(`[${'0,'.repeat(depth)}0]`)).toBeGreaterThan(depth / 4096 - 1);
  });
});
