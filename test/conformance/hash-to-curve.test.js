/** RFC 9380's vectors, those of wycheproof, and the maps of EIP-2537, on every backend. */
import { describe, expect, it } from 'vitest';
import { InputError, PointError } from '../../src/errors.js';
import { contextOf } from '../../src/group/group.js';
import { runNow } from '../../src/port/steps.js';
import { expandMessage, expandSteps } from '../../src/protocols/hashing/group.js';
import { thrownBy } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** x then y, c0 before c1, 48 bytes big-endian each. @param {any} point */
function coordinates(point) {
  const affine = point.toAffine();
  const coefficients = [affine.x, affine.y].flatMap((c) =>
    typeof c === 'bigint' ? [c] : [c.c0, c.c1],
  );
  return coefficients.map((c) => c.toString(16).padStart(96, '0')).join('');
}

conformance('bls12-381/hash-to-curve.json', (context, { hash, expand, wycheproofG2 }) => {
  it.each(hash)('$suite $origin, a message of $message.length digits', (vector) => {
    const { suite, dst, message, P } = vector;
    const group = context.bls[suite.includes('G1') ? 'G1' : 'G2'];
    const bytes = fromHex(message);
    const method = suite.includes('_RO_') ? 'hashToCurve' : 'encodeToCurve';
    // A tag is a string, or bytes.
    const tag = bytes.length % 2 ? ascii(dst) : dst;
    expect(coordinates(group[method](bytes, { dst: tag }))).toBe(P);
  });

  it.each(wycheproofG2)('$name', ({ dst, message, P }) => {
    const point = context.bls.G2.hashToCurve(fromHex(message), { dst });
    expect(toHex(point.toBytes())).toBe(P);
  });

  describe('expand_message_xmd', () => {
    const engineHash = () => contextOf(context.bls.G2).engine.hashing?.sha256 ?? null;

    it.each(expand)('$dst, $message.length digits', ({ dst, message, length, bytes }) => {
      const [text, tag] = [fromHex(message), ascii(dst)];
      expect(toHex(expandMessage(text, tag, length, engineHash()))).toBe(bytes);
      expect(toHex(runNow(expandSteps(text, tag, length, engineHash())))).toBe(bytes);
    });

    it('agrees with plain JavaScript for every length of the tag and of the output', () => {
      for (let i = 1; i <= 255; i++) {
        const [message, tag] = [new Uint8Array(3 * i).fill(i), new Uint8Array(i).fill(255 - i)];
        const expanded = expandMessage(message, tag, 32 * i, engineHash());
        expect(toHex(expanded)).toBe(toHex(expandMessage(message, tag, 32 * i)));
      }
    });
  });
});

/**
 * How each error of the vectors shows.
 * @type {Record<string, string | null>} reasons; null: an InputError
 */
const ERRORS = {
  'invalid input length': null,
  'invalid field element top bytes': 'range',
  'invalid fp.Element encoding': 'range',
};

conformance('bls12-381/eip2537-map.json', (context, data) => {
  const operations = /** @type {const} */ ([
    ['mapG1', 'mapFpToG1'],
    ['mapG2', 'mapFp2ToG2'],
  ]);
  describe.each(operations)('%s', (name, method) => {
    it.each(data[name])('$name ($origin)', ({ input, expected }) => {
      expect(toHex(context.bls.eip2537[method](fromHex(input)))).toBe(expected);
    });

    it.each(data[`${name}Fail`])('$name ($origin) fails', ({ input, error }) => {
      const reason = ERRORS[error];
      expect(reason, `an error that this test knows: ${error}`).not.toBe(undefined);
      const thrown = thrownBy(() => context.bls.eip2537[method](fromHex(input)));
      if (reason === null) expect(thrown).toBeInstanceOf(InputError);
      else {
        expect(thrown).toBeInstanceOf(PointError);
        expect(thrown.reason).toBe(reason);
      }
    });
  });
});
