import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.js';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('isDatabaseUnavailable', () => {
  it.each([
    withCode('57P01'),
    withCode('08006'),
    withCode('53300'),
    withCode('25006'),
    withCode('25P03'),
    withCode('ECONNREFUSED'),
    new AggregateError([withCode('ECONNREFUSED')], 'all addresses failed'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new QueryFailedError('select 1', [], withCode('57P03')),
    new Error('wrapped', { cause: withCode('ECONNRESET') }),
  ])('is true for %s', (error) => expect(isDatabaseUnavailable(error)).toBe(true));

  it.each([
    withCode('23505'),
    withCode('57014'),
    withCode('22P05'),
    new TypeError('x is not a function'),
    'ECONNRESET',
  ])('is false for %s', (error) => expect(isDatabaseUnavailable(error)).toBe(false));
});
