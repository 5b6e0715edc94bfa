import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { decideRetry } from './queue-runner.js';

describe('decideRetry', () => {
  it('retries errors that may be temporary', () => {
    expect(decideRetry(new Error('connection refused'))).toBe('retry');
    expect(decideRetry(DomainError.unavailable('The database is away'))).toBe('retry');
  });

  it('gives up on permanent errors', () => {
    expect(decideRetry(DomainError.notFound('The webhook'))).toBe('give up');
    expect(decideRetry(DomainError.invalid('verification_id', 'is no id'))).toBe('give up');
  });
});
