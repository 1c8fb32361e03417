/**
 * Changes of one place in the code that sums. Each is wrong for some sum of `shapes.js`, or reads
 * or writes what it must not. Not here, as sums stay right: another number of rows in a grid (a row
 * more is empty, and the columns take what a row less leaves), a lower `firstImage` (more images
 * than needed), other keys of a plan's estimates, the sign beyond a part's words (they have room
 * for every digit), and references that a chain leaves as they are (it is the last to read them).
 */

/** @import { Change } from './load.js' */

const MSM = 'src/engines/wasm/msm/';

/**
 * By file: what is found there once, and what replaces it.
 * @type {Array<[file: string, changes: Array<[find: string, replace: string]>]>}
 */
const CHANGES = [
  [
    `${MSM}plan.js`,
    [
      ['`${points} ${bits} ${filled}`', '`${points} ${filled}`'],
      ['bits: Math.ceil(scalarBits / abilities.parts)', 'bits: scalarBits * 0'],
    ],
  ],
  [
    `${MSM}work.js`,
    [
      ['Math.ceil((bits + 1) / c) : 0', 'Math.ceil(bits / c) : 0'],
      ['Math.ceil((bits + 1) / c) : 0', 'Math.floor((bits + 1) / c) : 0'],
      ["strategy: 'buckets', c, windows, first: 0", "strategy: 'buckets', c, windows, first: 1"],
      ["strategy: 'tables', c, windows, work", "strategy: 'tables', c, windows: windows - 1, work"],
    ],
  ],
  [
    `${MSM}msm.js`,
    [
      ['split: parts * n * partBytes', 'split: n * partBytes'],
      ['split + (part * n + first) * partBytes', 'split + (part * n) * partBytes'],
      ['const from = rows + part * row', 'const from = rows + part'],
      ['found.bits = Math.max(found.bits, bits)', 'found.bits = bits'],
      ['Math.min(found.firstImage, first + firstImage)', 'first + firstImage'],
      ['source: most * SCALAR_BYTES', 'source: SCALAR_BYTES'],
      ['for (const block of blocks) arena.free(block)', 'arena.free(blocks[0])'],
      ['rows: n > most ? parts * most * partBytes : 0', 'rows: n > most ? most * partBytes : 0'],
    ],
  ],
  [
    `${MSM}model.js`,
    [
      ['Math.min(STEP, n - i)', 'Math.min(STEP, n)'],
      ['target + i * pointBytes, points + i', 'target, points + i'],
      ['model === null ? 0 : n * pointBytes', '0'],
      [
        'if (squared && before) squared(images, before, n)',
        'if (squared && before) squared(images, last, n)',
      ],
      ['images += bytes', 'images += 0'],
      ['last = images;', ''],
    ],
  ],
  [
    `${MSM}buckets.js`,
    [
      ['images: (count - n) * pointBytes', 'images: n'],
      [
        'lastingSums(windows * 2 ** (c - 1), count * windows) + reduction.lastingSums',
        'reduction.lastingSums',
      ],
      ['+ reduction.lastingSums', ''],
      ['i = firstImage; i < n; i += IMAGES', 'i = firstImage + 1; i < n; i += IMAGES'],
      ['points: points + first, images: images + first', 'points: points + first, images'],
      ['windows: first + windows }', 'windows }'],
      ['split + first * kernel.partBytes', 'split'],
      ['rows + 4 * w * some', 'rows + 4 * w * DIGITS'],
      ['target + 4 * (w * count + first)', 'target + 4 * (w * some + first)'],
      ['windowProblems(windows, c, first), batch', 'windowProblems(windows, c), batch'],
      ['last?.plan !== plan', 'last === undefined'],
      ['rows: reduction.bits, bits: 1', 'rows: reduction.bits - 1, bits: 1'],
      ['rows: reduction.bits, bits: 1', 'rows: reduction.bits, bits: 2'],
    ],
  ],
  [
    `${MSM}sort.js`,
    [
      ['4 * count * (first + windows + 1)', '4 * count * (first + windows)'],
      ['(2 ** (c - 1) + 1) + 1)', '(2 ** (c - 1) + 1))'],
      ['return references + 4 * count;', 'return references;'],
      ['const buckets = 2 ** (c - 1) + 1', 'const buckets = 2 ** (c - 1)'],
      ['references + 4 * count * (first + 1)', 'references + 4 * count'],
      ['arena.i32[starts >> 2] = 0', ''],
      ['digits += 4 * count', 'digits += 4 * points'],
      ['starts += 4 * buckets', 'starts += 4 * (buckets - 1)'],
      ['count: windows * buckets', 'count: windows * buckets - 1'],
    ],
  ],
  [
    `${MSM}accumulate.js`,
    [
      ['line(4 * ENTRY * (pairs + 1))', 'line(4 * ENTRY)'],
      ['list: line(4 * ENTRY * pairs)', 'list: line(4 * pairs)'],
      ['line((pairs + 3) * workBytes)', 'line(pairs * workBytes)'],
      ['partials: pairs * pointBytes', 'partials: (pairs - 1) * pointBytes'],
      ['Math.min(count, first + BATCH)', 'first + BATCH'],
      ['memory[at + 2] = b', 'memory[at + 2] = a'],
      ['list + 4 * ENTRY * first, pairs', 'list + 4 * first, pairs'],
      ['Math.min(BATCH, count - first)', 'Math.min(BATCH, count)'],
      ['const at = starts + 4 * bucket', 'const at = starts + 4 * (bucket & -2)'],
      ['bucket += Math.max(1, size)', 'bucket += 1 + size'],
      ['(at >> 2) + 2);', '(at >> 2) + 2).map((x, i) => x - i);'],
      ['Math.min(first + TILE, length)', 'Math.min(first + TILE - 1, length)'],
      ['references + 4 * (start + slices))', 'references + 4 * start)'],
      ['slices++', 'slices += 2'],
      ['length = slices', 'length = slices - 1'],
      ['start, start + length, at)', 'start, start + length, references)'],
      ['memory[(slice >> 2) + 1] = end', 'memory[(slice >> 2) + 1] = end - 1'],
      ['memory[word + 4] = this.nextSum;', 'memory[word + 4] = partials;'],
      ['references + 4 * first, starts', 'references, starts'],
      ['this.nextSum = memory[word + 4]', ''],
      ['memory[at] + TILE;', 'memory[at] + 2 * TILE;'],
      ['memory[at + middle] <= limit', 'memory[at + middle - 1] <= limit'],
    ],
  ],
  [
    `${MSM}reduce.js`,
    [
      ['limit = 2 ** (c - 1) + 1', 'limit = 2 ** (c - 1)'],
      ['bit: (first + w) * c', 'bit: w * c + first'],
      ['offset: w * limit', 'offset: w * (limit - 1)'],
      ['count += problem.limit', 'count += problem.limit - 1'],
      ['2 * Math.max(...counts) + 1', 'Math.max(...counts) / 2'],
      ['Math.max(0, ...counts.slice(1)) + 1', 'Math.max(0, ...counts.slice(1))'],
      ['bitSums: 4 * this.bits', 'bitSums: 4 * (this.bits - 1)'],
      ['level > 0 ? count : 0', '0'],
      ['pairs ? count : 0', '0'],
      ['level % 2 ? at.oddStarts : at.evenStarts', 'at.oddStarts'],
      ['sums = starts;', ''],
      ['memory.fill(0, bits, bits + this.bits)', ''],
      ['memory[first + offset + 1]', 'memory[first + offset]'],
      ['pairs ? size / 2 : 1', 'pairs ? size / 2 : 2'],
      ['Math.max(size - half, limit - 1 - rows * size)', 'size - half'],
      ['bit: bit + low, bits: bits - low', 'bit: bit + low - 1, bits: bits - low'],
      ['limit: columns + 1', 'limit: columns'],
      ['limit: rows + 1 }', 'limit: rows }'],
      [
        'let j = 1; j <= rows; j++) {\n      const center = offset + j * size;\n      for',
        'let j = 1; j < rows; j++) {\n      const center = offset + j * size;\n      for',
      ],
      ['i < half && j * size + i < limit', 'i < half'],
      ['i < half && j * size + i < limit', 'i <= half && j * size + i < limit'],
      ['b === 0 ? 0 : b ^ 1', 'b'],
      ['else if (b === 0) memory[center - i] = a', 'else if (b === 0) memory[center - i] = a ^ 1'],
      ['memory[center - i] = target | (a & 1)', 'memory[center - i] = target'],
      ['(target + pointBytes) | (a & 1)', '(target + pointBytes) | (b & 1)'],
      ['target += 2 * pointBytes', 'target += pointBytes'],
      ['accumulator.nextSum = target', ''],
      ['memory[at] = sum ^ sign', 'memory[at] = sum'],
      ['at += sum === 0 ? 0 : 1', 'at += 1'],
      ['(i > reach ? top : offset) + i', 'offset + i'],
      ['top + i > last', 'top + i >= last'],
      [
        'add(top - i, Math.min(top - i, last), 1, 1)',
        'add(top - i, Math.min(top - i, last), 1, 0)',
      ],
      ['center - half + 1, Math.min', 'center - half, Math.min'],
      ['center + half, j < rows', 'center + half + 1, j < rows'],
      ['j < rows ? center + reach : last', 'center + reach'],
    ],
  ],
  [
    `${MSM}combination.js`,
    [
      ['batch.name === single.name ? 0 : points', '0'],
      ['kernel.name !== single.name', 'false'],
      ['width, rows, bits);', 'width, rows, 1);'],
      ['first + width * rows', 'first + width * (rows - 1)'],
      ['const sign = i32[i] & 1', 'const sign = 0'],
      ['copied++ * single.pointBytes) | sign', 'copied++ * single.pointBytes)'],
      [
        'kernel.toAffineBytes(at.canonical, at.points, copied)',
        'kernel.toAffineBytes(at.canonical, at.points, copied - 1)',
      ],
    ],
  ],
  [
    `${MSM}straus.js`,
    [
      ['starts: 4 * (rows + 1)', 'starts: 4 * rows'],
      ['rows: bits + 1, most, bits: 1', 'rows: bits, most, bits: 1'],
      [
        'rows: windows, most: count * windows, bits: c',
        'rows: windows, most: count * windows, bits: c - 1',
      ],
      ['2 ** (c - 1) * count * batch.pointBytes', '2 ** (c - 2) * count * batch.pointBytes'],
      ['Math.ceil((bits + 1) / w)', 'Math.floor(bits / (2 * w))'],
      ['return parts * 2 ** (w - 2) * n * pointBytes', 'return 2 ** (w - 2) * n * pointBytes'],
      ['if (w > 2)', 'if (w > 3)'],
      ['const before = rows[k - 1]', 'const before = rows[0]'],
      ['images: images + rowBytes, bytes', 'images, bytes'],
      ['(part - 1) * bytes + k * rowBytes', '(part - 1) * bytes'],
      ['Math.abs(value) >> 1] + column', 'Math.abs(value) >> 2] + column'],
      ['memory[end++] = value < 0 ? address | 1 : address', 'memory[end++] = address'],
      ['memory[starts + b] += memory[starts + b - 1]', 'memory[starts + b] += 1'],
      ['known *= 2)', 'known += 2)'],
      ['(known - 1) * points * pointBytes', '(known - 1) * pointBytes'],
      ['column + 1 === points ? 0 : column + 1', 'column + 1'],
      ['if (digit === 0) continue', ''],
      ['(-digit - 1) * rowBytes) | 1', '(-digit - 1) * rowBytes)'],
      ['(i - part * points) * stride', 'i * stride'],
      ['memory[start + w + 1] = end - first', 'memory[start + w + 1] = next - first'],
    ],
  ],
  [
    `${MSM}interleaved-wnaf.js`,
    [
      ['arena.u8.fill(0, references', 'arena.u8.fill(0, references + 4'],
      ['4 * width * (bits + 1)', '4 * width * bits'],
      ['n: multiples * n - skipped', 'n: multiples * n - skipped - 1'],
      ['const first = tables + skipped * single.pointBytes', 'const first = tables'],
      ['split + column * scalarKernel.partBytes', 'split'],
      ['work: n * multiplesOf(w) * single.jacobianBytes', 'work: n * single.jacobianBytes'],
      ['rows: bits + 1, bits: 1', 'rows: bits, bits: 1'],
      ['bytes: n * tableBytes, firstImage', 'bytes: tableBytes, firstImage'],
      ['value < 0 ? entry | 1 : entry', 'entry'],
    ],
  ],
  [
    `${MSM}wnaf.js`,
    [
      ['position <= bits;)', 'position < bits;)'],
      ['carry ? ~low << shift', 'carry ? low << shift'],
      ['value >> (w - 1)', 'value >> w'],
      ['+ carry;', ';'],
      ['value - (carry << w)', 'value'],
      ['<< (32 - shift)', '<< (31 - shift)'],
    ],
  ],
  [
    `${MSM}multiples.js`,
    [
      [
        'let w = 1; w < windows; w++) {\n      const point',
        'let w = 2; w < windows; w++) {\n      const point',
      ],
      ['let i = 1; i < c; i++', 'let i = 0; i < c; i++'],
      ['(2 ** c + 1) * windows', '2 ** c * windows'],
      ['base, base | 1]', 'base, base]'],
      ['let w = 2; w < windows; w++)', 'let w = 3; w < windows; w++)'],
      ['c: c + 1, table', 'c, table'],
    ],
  ],
  [
    `${MSM}shares.js`,
    [
      ['(windows * i) / count', '(windows * i) / count + 1'],
      ['end ?? Infinity', 'first + 3'],
      ['top - first), first', 'top - first), first: 0'],
      ['Math.max(1, top - first)', 'Math.max(1, top - first - 1)'],
    ],
  ],
  [
    'wasm-gen/curve/sum-buckets.js',
    [
      ['i32.gt_u(length, 1)', 'i32.gt_u(length, 2)'],
      [
        'f.if(length, () => f.emit(i32.store(results, i32.load(references))))',
        'f.if(length, () => {})',
      ],
      ['i32.store(to, i32.or(target, i32.and(a, 1)))', 'i32.store(to, target)'],
      ['i32.store(entry, i32.load(from), 8)', 'i32.store(entry, i32.load(from, 4), 8)'],
      ['f.set(target, lasting)', 'f.set(target, i32.and(i32.load(from), -2))'],
      [
        'f.set(lasting, i32.add(lasting, pointBytes))',
        'f.set(lasting, i32.add(lasting, pointBytes - 4))',
      ],
      ['f.set(to, i32.load(active, ACTIVE.result))', 'f.set(to, begin)'],
      ['f.set(target, partial);', ''],
      ['f.set(partial, i32.add(partial, pointBytes))', 'f.set(partial, i32.add(partial, 0))'],
      ['f.if(i32.and(length, 1), () => f.emit(i32.store(to, i32.load(from))))', ''],
      ['i32.shr_u(i32.add(length, 1), 1)', 'i32.shr_u(length, 1)'],
      ['i32.store(job, lasting, JOB.lasting)', 'i32.store(job, lasting, JOB.partials)'],
    ],
  ],
  [
    'wasm-gen/curve/chain.js',
    [
      ['f.emit(setInfinity(z))', ''],
      ['i32.shl(i32.mul(width, rows), 2)', 'i32.shl(rows, 2)'],
      ['f.set(bit, bits)', 'f.set(bit, 1)'],
      ['i32.sub(at, i32.shl(width, 2))', 'i32.sub(at, 4)'],
    ],
  ],
  [
    'wasm-gen/scalar/sort.js',
    [
      ['slots, i32.shl(value, 2)', 'slots, i32.shl(digit, 2)'],
      ['f.emit(i32.store(slots, 0));', ''],
      ['f.set(total, i32.add(total, size))', 'f.set(total, i32.add(total, 1))'],
      ['f.if(digit, () => {', 'f.if(1, () => {'],
      ['i32.sub(address, negative)', 'address'],
      ['f.set(address, i32.add(address, stride))', ''],
      ['f.set(base, images)', ''],
      ['f.set(digits, i32.add(digits, row))', ''],
      ['f.set(images, i32.add(images, i32.mul(points, stride)))', ''],
      ['i32.store(slot, i32.add(index, 1))', 'i32.store(slot, index)'],
    ],
  ],
  [
    'wasm-gen/scalar/digits.js',
    [
      ['i32.shr_s(i32.add(v, 1), 1)', 'i32.shr_s(v, 1)'],
      ['i32.sub(32, c), c)', 'i32.sub(31, c), c)'],
      ['i32.and(bit, 7)', 'i32.and(bit, 3)'],
      ["'i32', i32.sub(31, c)", "'i32', i32.sub(30, c)"],
      ['f.set(bit, i32.add(bit, c))', 'f.set(bit, i32.add(bit, 1))'],
    ],
  ],
];

/** @type {Change[]} */
export const mutants = CHANGES.flatMap(([file, changes]) =>
  changes.map(([find, replace]) => ({ file, find, replace })),
);
