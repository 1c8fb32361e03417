/** JSON in steps, against `JSON.parse`. */
import { describe, expect, it } from 'vitest';
import { runNow } from '../../src/port/steps.js';
import { parseInSteps } from '../../src/verkle/proofs/json.js';

const parse = (/** @type {string} */ text) => runNow(parseInSteps(text, true));

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

  it('steps often', () => {
    const count = (/** @type {string} */ text) => [...parseInSteps(text, true)].length;
    const n = 100_000;
    expect(count(`[${'0,'.repeat(n)}0]`)).toBeGreaterThan(n / 4096 - 1);
    expect(count(`[${'[],'.repeat(n)}0]`)).toBeGreaterThan(n / 4096 - 1);
  });

  it('refuses what takes long: many levels, tokens that are long and not plain', () => {
    const nested = (/** @type {number} */ n) => '['.repeat(n) + ']'.repeat(n);
    expect(parse(nested(1025))).toEqual(JSON.parse(nested(1025)));
    for (const [text, expected] of [
      [nested(1026), 'fewer levels'],
      [`["${'\\\\'.repeat(2 ** 15)}"]`, 'fewer escapes'],
      [`["${'\\"'.repeat(2 ** 15)}"]`, 'fewer escapes'],
      [`[${'1'.repeat(2 ** 16 + 1)}]`, ']'],
    ]) {
      expect(() => parse(text)).toThrow(expected);
    }
    expect(parse(`["${'x'.repeat(2 ** 18)}"]`)).toEqual(['x'.repeat(2 ** 18)]);
  });

  it('keeps what the reader asks for', () => {
    const shape = { list: [{ a: false }], word: false, __proto__: null };
    const keep = (/** @type {string} */ text) => runNow(parseInSteps(text, shape));
    expect(
      keep('{"other":[{"a":1}],"list":[{"a":1,"b":[2]},{"b":{"a":3}},[1],"s",null],"word":"w"}'),
    ).toEqual({ list: [{ a: 1 }, {}, [], 's', null], word: 'w' });
    expect(keep('{"list":{"a":{"list":[]}},"word":[1,{"a":2}]}')).toEqual({ list: {}, word: [] });
    expect(keep('{"list":[{"a":[1,2]}],"list":[{"a":{"a":1}}]}')).toEqual({ list: [{ a: {} }] });
    expect(keep('[{"list":1}]')).toEqual([]);
    expect(keep('7')).toBe(7);
  });
});
