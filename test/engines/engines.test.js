/**
 * The built library in common engines: it chooses the expected kernels, and its results are
 * correct. Missing engines are skipped with a warning; in CI they fail.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  browsers,
  commandLine,
  NO_WASM_POLICY,
  runInBrowser,
  runOnCommandLine,
  WASM_POLICY,
} from './engines.js';
import { describeWith } from '../support/installed.js';
import { countChecks, createWorkload } from './workload.js';

const BACKENDS = ['auto', 'portable', 'fma', 'wide'];
const PORTABLE = { single: 'limbs30', batch: 'limbs30' };
const FUSED = { single: 'fma', batch: 'fma' };
const WIDE = { single: 'wide64', batch: 'wide64' };

let workload;
beforeAll(async () => {
  workload = await createWorkload();
});

for (const engine of commandLine) {
  describeWith(engine.name, engine.program, engine.install, () => {
    let report;
    beforeAll(async () => {
      report = await runOnCommandLine(engine, workload);
      console.log(`engine: ${report.version}`);
    });
    expectRightResults(engine, () => report);
  });
}

for (const engine of browsers) {
  describeWith(engine.name, engine.program, engine.install, () => {
    let report;
    let forbidden;
    beforeAll(async () => {
      const policies = [WASM_POLICY, NO_WASM_POLICY];
      const { engine: version, reports } = await runInBrowser(engine, workload, policies);
      [report, forbidden] = reports;
      console.log(`engine: ${version}`);
    });
    expectRightResults(engine, () => report);

    describe(`in a page with ${NO_WASM_POLICY}`, () => {
      it.each(BACKENDS)('backend %s is refused, and told why', (backend) => {
        const { refused } = forbidden.backends[backend];
        expect(refused.isEnvironmentError).toBe(true);
        expect(refused.message).toContain("'wasm-unsafe-eval'");
      });

      it('the backend without WebAssembly works', () => {
        expect(forbidden.withoutWasm).toMatchObject({ checked: 1, wrong: [] });
      });
    });
  });
}

/**
 * @param {{ fused: boolean, wide: boolean }} engine
 * @param {() => any} read the report
 */
function expectRightResults({ fused, wide }, read) {
  const expectKernels = (backend, kernels) =>
    expect(read().backends[backend]).toEqual({
      kernels,
      checked: countChecks(workload),
      wrong: [],
    });

  const best = fused ? FUSED : wide ? WIDE : PORTABLE;
  const auto = { single: wide ? 'wide64' : best.single, batch: best.batch };
  it(`auto takes ${auto.single} and, for batches, ${auto.batch}; every result is correct`, () => {
    expectKernels('auto', auto);
  });

  it('portable takes limbs30, and every result is correct', () => {
    expectKernels('portable', PORTABLE);
  });

  if (fused) {
    it('fma takes fma, and every result is correct', () => expectKernels('fma', FUSED));
  } else {
    it('fma is refused, because multiply-adds are not fused', () => {
      const { refused } = read().backends.fma;
      expect(refused.isEnvironmentError).toBe(true);
      expect(refused.message).toContain('fused relaxed SIMD, got one without');
    });
  }

  if (wide) {
    it('wide takes wide64, and every result is correct', () => expectKernels('wide', WIDE));
  } else {
    it('wide is refused, because there is no wide arithmetic', () => {
      const { refused } = read().backends.wide;
      expect(refused.isEnvironmentError).toBe(true);
      expect(refused.message).toContain('wide arithmetic, got one without');
    });
  }

  it('the backend without WebAssembly works', () => {
    expect(read().withoutWasm).toMatchObject({ checked: 1, wrong: [] });
  });
}
