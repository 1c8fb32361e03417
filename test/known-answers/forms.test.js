import { expect, it } from 'vitest';
import { forEachGroup } from '../support/backends.js';
import { fromHex, toHex } from '../support/hex.js';
import { forms, multiple } from './forms.js';

forEachGroup(
  'points in the memory of arkworks',
  (context) => {
    it.each(/** @type {const} */ (['little-endian', 'montgomery-le']))('%s', (format) => {
      const { group } = context;
      const bytes = fromHex(forms[group.name][format]);
      const point = group.generator.multiply(multiple);
      expect(group.point(bytes, { format }).equals(point)).toBe(true);
      const list = group.points(bytes, { format });
      expect(list.at(0).equals(point)).toBe(true);
      // Of two representatives, arkworks may hold the one that is not written.
      if (group.name === 'banderwagon') return;
      expect(toHex(point.toBytes(format))).toBe(toHex(bytes));
      expect(toHex(list.toBytes(format))).toBe(toHex(bytes));
    });
  },
  { isDrawn: false },
);
