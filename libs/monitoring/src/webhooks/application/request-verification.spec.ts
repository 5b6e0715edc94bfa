import { describe, expect, it } from 'vitest';
import {
  aWebhook,
  FakeVerificationQueue,
  FakeVerifications,
  FakeWebhooks,
  FixedClock,
  scopeIn,
} from '../../../test/webhooks.js';
import {
  RequestVerification,
  RequestVerificationHandler,
  WakeVerifications,
} from './request-verification.js';

describe('RequestVerification', () => {
  const webhooks = new FakeWebhooks();
  const verifications = new FakeVerifications(webhooks);
  const queue = new FakeVerificationQueue();
  const handler = new RequestVerificationHandler(verifications, queue, new FixedClock());
  const webhook = aWebhook();
  webhooks.all.push(webhook);

  it('stores the verification as PENDING and wakes a worker', async () => {
    const verification_id = await handler.execute(new RequestVerification(scopeIn('d1'), webhook.webhook_id));

    expect(verifications.all).toMatchObject([{ verification_id, state: 'PENDING', domain_id: 'd1' }]);
    expect(queue.woken).toEqual([verification_id]);
  });

  it("does not find another domain's webhook", async () => {
    const run = handler.execute(new RequestVerification(scopeIn('d2'), webhook.webhook_id));

    await expect(run).rejects.toThrow('not found');
    expect(queue.woken).toHaveLength(1);
  });
});

it('wakes a worker for each verification that is overdue', async () => {
  const verifications = new FakeVerifications(new FakeWebhooks());
  verifications.overdue = ['verification_a', 'verification_b'];
  const queue = new FakeVerificationQueue();

  await new WakeVerifications(verifications, queue).execute();

  expect(queue.woken).toEqual(['verification_a', 'verification_b']);
});
