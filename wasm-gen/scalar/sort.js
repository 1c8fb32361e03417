/**
 * `sort_window`: counting sort of a window's signed digits into runs of references, one for each
 * bucket.
 *
 * A bucket's slot first counts its digits, then holds the position of its next reference. Slot v +
 * 1 serves bucket v, so at the end it holds the start of bucket v + 1. There is no branch on a
 * sign, as signs are unpredictable.
 */

import { i32 } from '../emit/instructions.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */

/** @param {ModuleBuilder} m */
export function emitSort(m) {
  const count = emitCount(m);
  const place = emitPlace(m);
  m.func(
    'sort_window',
    {
      params: {
        references: 'i32',
        starts: 'i32',
        buckets: 'i32',
        digits: 'i32',
        points: 'i32',
        parts: 'i32',
        base: 'i32',
        images: 'i32',
        stride: 'i32',
      },
      exported: true,
      doc: [
        'Bucket v < buckets of the window holds a reference for every digit ±v, v > 0; bucket 0 is',
        'empty. starts[0], an index into references, is given; starts[1] … starts[buckets] are',
        'written. |digits| < buckets, `points` > 0 of them for each of the parts: the first for',
        'points from `base` on, the others for their images from `images` on.',
      ].join('\n'),
    },
    (f, { references, starts, buckets, digits, points, parts, base, images, stride }) => {
      const row = f.local('row', 'i32', i32.shl(points, 2));
      f.emit(count.call(starts, buckets, digits, i32.add(digits, i32.mul(row, parts))));
      f.loop((next) => {
        f.emit(place.call(references, starts, digits, i32.add(digits, row), base, stride));
        f.set(digits, i32.add(digits, row));
        f.set(base, images);
        f.set(images, i32.add(images, i32.mul(points, stride)));
        f.brIf(next, f.tee(parts, i32.sub(parts, 1)));
      });
    },
  );
}

/**
 * The sign of the digit at an address, 0 or −1, and the slot of its bucket.
 * @param {FunctionBuilder} f
 * @param {Local} at
 * @param {Local} slots slots of the buckets, shifted by one
 */
function readDigit(f, at, slots) {
  const digit = f.local('digit', 'i32', i32.load(at));
  const negative = f.local('negative', 'i32', i32.shr_s(digit, 31));
  const value = i32.sub(i32.xor(digit, negative), negative);
  const slot = f.local('slot', 'i32', i32.add(slots, i32.shl(value, 2)));
  return { digit, negative, slot };
}

/** @param {ModuleBuilder} m */
function emitCount(m) {
  const params = /** @type {const} */ ({
    starts: 'i32',
    buckets: 'i32',
    digits: 'i32',
    end: 'i32',
  });
  const doc = 'starts[v + 1] = the start of bucket v.';
  return m.func('count_digits', { params, doc }, (f, { starts, buckets, digits, end }) => {
    const slots = f.local('slots', 'i32', i32.add(starts, 4));
    const last = f.local('last', 'i32', i32.add(starts, i32.shl(buckets, 2)));
    const at = f.local('at', 'i32', starts);
    const total = f.local('total', 'i32', i32.load(starts));
    const size = f.local('size', 'i32');
    const forSlots = (/** @type {() => void} */ body) => {
      f.set(at, starts);
      f.loop((next) => {
        f.set(at, i32.add(at, 4));
        body();
        f.brIf(next, i32.ne(at, last));
      });
    };
    forSlots(() => f.emit(i32.store(at, 0)));
    f.loop((next) => {
      const { slot } = readDigit(f, digits, slots);
      f.emit(i32.store(slot, i32.add(i32.load(slot), 1)));
      f.brIf(next, i32.ne(f.tee(digits, i32.add(digits, 4)), end));
    });
    f.emit(i32.store(slots, 0));
    forSlots(() => {
      f.set(size, i32.load(at));
      f.emit(i32.store(at, total));
      f.set(total, i32.add(total, size));
    });
  });
}

/** @param {ModuleBuilder} m */
function emitPlace(m) {
  const params = /** @type {const} */ ({
    references: 'i32',
    starts: 'i32',
    digits: 'i32',
    end: 'i32',
    address: 'i32',
    stride: 'i32',
  });
  return m.func(
    'place_references',
    { params },
    (f, { references, starts, digits, end, address, stride }) => {
      const slots = f.local('slots', 'i32', i32.add(starts, 4));
      const index = f.local('index', 'i32');
      f.loop((next) => {
        const { digit, negative, slot } = readDigit(f, digits, slots);
        f.if(digit, () => {
          f.set(index, i32.load(slot));
          f.emit(i32.store(slot, i32.add(index, 1)));
          /** @type {Expression} */
          const target = i32.add(references, i32.shl(index, 2));
          f.emit(i32.store(target, i32.sub(address, negative)));
        });
        f.set(address, i32.add(address, stride));
        f.brIf(next, i32.ne(f.tee(digits, i32.add(digits, 4)), end));
      });
    },
  );
}
