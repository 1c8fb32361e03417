/**
 * Median of a list; the mean of the two middle values when the length is even.
 * @param {readonly number[]} values
 * @returns {number}
 */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Quantile of a list, linear between neighbours: 0 is the least value, 1 the greatest.
 * @param {readonly number[]} values
 * @param {number} q
 * @returns {number}
 */
export function quantile(values, q) {
  if (values.length === 0) throw new RangeError('expected at least one value');
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const low = Math.floor(position);
  const high = Math.ceil(position);
  return sorted[low] + (sorted[high] - sorted[low]) * (position - low);
}

/**
 * Standard deviation of a sample (divisor n − 1); 0 for a single value.
 * @param {readonly number[]} values
 * @returns {number}
 */
export function standardDeviation(values) {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
