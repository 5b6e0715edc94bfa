import { expect, it } from 'vitest';
import { FakeVerificationQueue, FakeVerifications, FakeWebhooks } from '../../../test/webhooks.js';
import { WakeVerifications } from './wake-verifications.js';

it('wakes a worker for each verification that is overdue', async () => {
  const verifications = new FakeVerifications(new FakeWebhooks());
  verifications.overdue = ['verification_a', 'verification_b'];
  const queue = new FakeVerificationQueue();

  await new WakeVerifications(verifications, queue).execute();

  expect(queue.woken).toEqual(['verification_a', 'verification_b']);
});
