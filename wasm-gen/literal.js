/**
 * A value as JavaScript: bigints in hexadecimal, as standards print them.
 * @type {(value: unknown) => string}
 */
export function literal(value) {
  if (typeof value === 'bigint') {
    return value < 0n ? `-0x${(-value).toString(16)}n` : `0x${value.toString(16)}n`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${literal(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}
