import { describe, expect, it } from 'vitest';
import type { QueueName } from '#monitoring/contracts/queues.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { decideRetry, QueueProcessor, requireProcessors } from './processors.js';

class Processor extends QueueProcessor {
  constructor(readonly queue: QueueName) {
    super();
  }

  async process(): Promise<void> {}
}

describe('requireProcessors', () => {
  it('throws if a queue has no processor', () => {
    const processors = [new Processor('deliveries')];

    expect(requireProcessors(['deliveries'], processors)).toBe(processors);
    expect(() => requireProcessors(['deliveries', 'verifications'], processors)).toThrow(
      'no processor for the queues verifications',
    );
  });
});

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
