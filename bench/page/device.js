/** Device and engine, as name and value pairs for the page and the report. */

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/**
 * A function that applies one instruction of a feature to zeros: valid if the engine has the
 * feature.
 */
const FEATURES = {
  // v128.const 0; i8x16.popcnt; drop
  simd: [0x00, 0xfd, 0x0c, ...Array(16).fill(0), 0xfd, 0x62, 0x1a, 0x0b],
  // three times v128.const 0; f64x2.relaxed_madd; drop
  relaxedSimd: [
    0x00,
    ...Array.from({ length: 3 }, () => [0xfd, 0x0c, ...Array(16).fill(0)]).flat(),
    0xfd,
    0x87,
    0x02,
    0x1a,
    0x0b,
  ],
  // two times i64.const 0; i64.mul_wide_u; drop; drop
  wideArithmetic: [0x00, 0x42, 0x00, 0x42, 0x00, 0xfc, 0x16, 0x1a, 0x1a, 0x0b],
};

/**
 * @param {keyof typeof FEATURES} feature
 * @returns {boolean}
 */
function has(feature) {
  const body = FEATURES[feature];
  const types = [0x01, 0x04, 0x01, 0x60, 0x00, 0x00];
  const code = [0x0a, body.length + 2, 0x01, body.length, ...body];
  return WebAssembly.validate(
    new Uint8Array([...HEADER, ...types, 0x03, 0x02, 0x01, 0x00, ...code]),
  );
}

/**
 * @param {number | null} timerStepMs as measured by the worker; null before
 * @returns {Record<string, string>}
 */
export function describeDevice(timerStepMs) {
  const { deviceMemory } = /** @type {any} */ (navigator);
  return {
    Engine: engineName(),
    System: systemName(),
    Cores: String(navigator.hardwareConcurrency ?? 'unknown'),
    ...(deviceMemory ? { Memory: `${deviceMemory} GiB or more` } : {}),
    Isolated: crossOriginIsolated ? 'yes' : 'no',
    'Relaxed SIMD': has('relaxedSimd') ? 'yes' : 'no',
    'Wide arithmetic': has('wideArithmetic') ? 'yes' : 'no',
    'Timer step':
      timerStepMs === null ? 'measuring …' : `${Number((timerStepMs * 1000).toPrecision(2))} µs`,
  };
}

/** The most specific brand that the browser names, or else its user agent. */
function engineName() {
  const brands = /** @type {any} */ (navigator).userAgentData?.brands ?? [];
  const known = brands.filter((/** @type {any} */ { brand }) => !/not.?a.?brand/i.test(brand));
  const best = known.find((/** @type {any} */ { brand }) => brand !== 'Chromium') ?? known[0];
  if (best) return `${best.brand} ${best.version}`;
  const found = /(Firefox|Edg|Chrome|Version)\/([\d.]+)/.exec(navigator.userAgent);
  if (!found) return navigator.userAgent;
  return `${found[1] === 'Version' ? 'Safari' : found[1]} ${found[2]}`;
}

function systemName() {
  const { userAgentData } = /** @type {any} */ (navigator);
  if (userAgentData?.platform)
    return `${userAgentData.platform}${userAgentData.mobile ? ', mobile' : ''}`;
  return /\(([^;)]+)/.exec(navigator.userAgent)?.[1] ?? 'unknown';
}
