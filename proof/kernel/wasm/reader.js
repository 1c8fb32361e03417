/** Bytes of a binary, read from the front (specification, §5.2); never beyond their end. */
import { Refused } from '../refused.js';

/** Numbers, lists and text of the binary format. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  /** @param {string} reason @returns {never} */
  fail(reason) {
    throw new Refused(`byte ${this.at}: ${reason} is not understood`);
  }
  isAtEnd() {
    return this.at >= this.bytes.length;
  }
  byte() {
    if (this.at >= this.bytes.length) this.fail('an early end');
    return this.bytes[this.at++];
  }
  /** @param {number} end */
  skipTo(end) {
    if (end < this.at || end > this.bytes.length) this.fail('a length');
    this.at = end;
  }
  /** @param {number} length */
  bytesOf(length) {
    const start = this.at;
    this.skipTo(start + length);
    return this.bytes.slice(start, this.at);
  }
  /** Little-endian. @param {number} length */
  fixed(length) {
    return this.bytesOf(length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }
  /** LEB128 of at most `bits`, without regard to the sign. @param {number} bits */
  leb(bits) {
    let [value, shift] = [0n, 0];
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << BigInt(shift);
      shift += 7;
      if (!(byte & 0x80)) return { value, shift };
      if (shift >= bits) this.fail('a long number');
    }
  }
  u32() {
    const { value } = this.leb(32);
    if (value >> 32n) this.fail('a number of more than 32 bits');
    return Number(value);
  }
  /** The length of something that follows. */
  size() {
    const size = this.u32();
    if (this.at + size > this.bytes.length) this.fail('a length');
    return size;
  }
  /** @param {number} bits */
  signed(bits) {
    const { value, shift } = this.leb(bits);
    const number = BigInt.asIntN(shift, value);
    if (number !== BigInt.asIntN(bits, number)) this.fail(`a number of more than ${bits} bits`);
    return number;
  }
  /** @template T @param {() => T} read @returns {T[]} */
  list(read) {
    return Array.from({ length: this.size() }, read);
  }
  text() {
    return new TextDecoder().decode(this.bytesOf(this.size()));
  }
}
