import { describe, expect, it } from 'vitest';
import {
  CurvemillError,
  EnvironmentError,
  InputError,
  PointError,
  ResourceError,
  ScalarError,
} from '../src/errors.js';

describe('errors', () => {
  const cause = new Error('underneath');

  it.each([
    ['InputError', new InputError('words', { cause }), 'ERR_INPUT'],
    ['PointError', new PointError('range', 3, { cause }), 'ERR_POINT'],
    ['EnvironmentError', new EnvironmentError('words', { cause }), 'ERR_ENVIRONMENT'],
    ['ResourceError', new ResourceError('words', { cause }), 'ERR_RESOURCE'],
  ])('%s has its name, its code and its cause', (name, error, code) => {
    expect(error).toBeInstanceOf(CurvemillError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, code, cause });
    expect(String(error)).toMatch(new RegExp(`^${name}: `));
  });

  it('a PointError names the reason, the index, and the expected and actual values', () => {
    const error = new PointError('length', 7, { expected: '48 bytes', got: '49' });
    expect(error).toMatchObject({ reason: 'length', index: 7 });
    expect(error.message).toBe('point at index 7: expected 48 bytes, got 49');
  });

  it('a PointError about a single point has no index', () => {
    const error = new PointError('not-on-curve');
    expect(error.index).toBeUndefined();
    expect(error.message).toMatch(/^point: expected .*, got /);
  });

  it('a ScalarError names the index', () => {
    const error = new ScalarError(5, '-1n');
    expect(error).toMatchObject({ name: 'ScalarError', code: 'ERR_SCALAR', index: 5 });
    expect(error.message).toMatch(/index 5: expected .*, got -1n$/);
  });
});
