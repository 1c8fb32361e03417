/** Options of Node with which it has relaxed SIMD, which the kernel `fma` needs. */

/** `() → v128`, with a relaxed_madd of three zero vectors. */
const zero = [0x41, 0x00, 0xfd, 0x0f];
const relaxedModule = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x13, 0x01, 0x11, 0x00, ...zero, ...zero, ...zero, 0xfd, 0x87, 0x02, 0x0b],
];

/** Options of Node: version 20 has it behind a flag, which later versions need not know. */
export const relaxedSimdFlags =
  process.version.startsWith('v20.') && !WebAssembly.validate(new Uint8Array(relaxedModule))
    ? ['--experimental-wasm-relaxed-simd']
    : [];
