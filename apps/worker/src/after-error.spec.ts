import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { afterError } from './after-error.js';

describe('afterError', () => {
  it('tries again what may go away', () => {
    expect(afterError(new Error('connection refused'))).toBe('retry');
    expect(afterError(DomainError.unavailable('The database is away'))).toBe('retry');
  });

  it('gives up what will always be wrong', () => {
    expect(afterError(DomainError.notFound('The webhook'))).toBe('give up');
    expect(afterError(DomainError.invalid('verification_id', 'is no id'))).toBe('give up');
  });
});
