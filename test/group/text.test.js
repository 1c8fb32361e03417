/** Text forms of objects, and the refusal to clone them. */
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { forEachGroup } from '../support/backends.js';
import { isPointError, thrownBy } from '../support/errors.js';
import { toHex } from '../support/hex.js';

forEachGroup('points and vectors', (context) => {
  it('a point says its compressed encoding', () => {
    const { group } = context;
    for (const point of [group.generator, group.identity, group.generator.double()]) {
      const hex = toHex(point.toBytes());
      expect(point.toHex()).toBe(hex);
      expect(`${point}`).toBe(hex);
      expect(JSON.stringify({ point })).toBe(`{"point":"${hex}"}`);
      expect(inspect({ point }, { compact: Infinity, breakLength: Infinity })).toBe(
        `{ point: Point(${hex}) }`,
      );
    }
  });

  it('a vector says its length and its group, also after its disposal', () => {
    const { group } = context;
    const vector = group.randomPoints(3, 1);
    const text = `PointVector(3 points of ${group.name})`;
    for (let round = 0; round < 2; round++) {
      expect(`${vector}`).toBe(text);
      expect(inspect(vector)).toBe(text);
      expect(JSON.stringify(vector)).toBe(`"${text}"`);
      vector.dispose();
    }
  });

  it('neither is cloned or sent', () => {
    const { group } = context;
    const { port1, port2 } = new MessageChannel();
    const vector = group.points([group.generator]);
    for (const object of [group.generator, group.generator.double(), vector]) {
      for (const send of [structuredClone, (value) => port1.postMessage(value)]) {
        for (const value of [object, [object]]) {
          expect(thrownBy(() => send(value)).name).toBe('DataCloneError');
        }
      }
    }
    port1.close();
    port2.close();
    vector.dispose();
  });

  it('an infinity of coordinates names the one of the group', () => {
    const { group } = context;
    const zero = { c0: 0n, c1: 0n };
    const infinity = group.name.endsWith('g2') ? { x: zero, y: zero } : { x: 0n, y: 0n };
    const error = thrownBy(() => group.points([group.generator, infinity]));
    isPointError(error, 'not-on-curve', 1);
    expect(error.message).toContain('group.identity');
  });
});
