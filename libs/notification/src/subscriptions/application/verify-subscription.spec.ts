import { Logger } from '@nestjs/common';
import { expect, it, vi } from 'vitest';
import type { ExpressionEvaluator } from '#monitoring/contracts/expression-evaluator.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import type { UsageLedger } from '../../quotas/application/ports/usage-ledger.js';
import type { SubscriptionRepository } from './ports/subscription-repository.js';
import { VerifySubscription, VerifySubscriptionHandler } from './verify-subscription.js';

it('gives the unit back and returns a failure if the protocol throws', async () => {
  vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  const consume = vi.fn(() => Promise.resolve({ allowed: true }));
  const release = vi.fn(() => Promise.resolve());
  const protocol = {
    protocol_id: 'broken',
    optionsSchema: {},
    send: () => Promise.reject(new Error('a defect')),
  };
  const subscription = {
    ...{ domain_id: 'domain-1', protocol_id: 'broken', name: 'on call', template: null },
    ...{ options: {}, secret_options: {}, validSecrets: () => [] },
  };
  const handler = new VerifySubscriptionHandler(
    { find: () => Promise.resolve(subscription) } as unknown as SubscriptionRepository,
    { require: () => protocol } as unknown as ProtocolRegistry,
    new Templates({} as ExpressionEvaluator),
    { consume, release } as unknown as UsageLedger,
    { now: () => new Date() },
  );
  const scope = { domain_id: 'domain-1' } as Scope;
  const { ok, status, reason } = await handler.execute(new VerifySubscription(scope, 'subscription-1'));
  expect({ ok, status, reason }).toEqual({ ok: false, status: null, reason: 'it could not be rendered' });
  const [consumedCall] = consume.mock.calls as unknown as [{ consumption_id: string }][];
  expect(release).toHaveBeenCalledWith(
    scope,
    expect.objectContaining({ consumption_id: consumedCall?.[0].consumption_id }),
  );
});
