import { describe, expect, it } from 'vitest';
import type { QueueName } from '#monitoring/contracts/queues.js';
import { QueueProcessor, requireProcessors } from './queue-runner.js';

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
