import { Logger } from '@nestjs/common';
import { expect, it, vi } from 'vitest';
import type { ExpressionEvaluator } from '#monitoring/contracts/expression-evaluator.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { AttemptResult, Outgoing } from '../../protocols/protocol.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import type { UsageLedger } from '../../quotas/application/ports/usage-ledger.js';
import type { SubscriptionRepository } from './ports/subscription-repository.js';
import { VerifySubscription, VerifySubscriptionHandler } from './verify-subscription.js';

const scopeIn = (domain_id: string) => ({ domain_id }) as Scope;

/** @param send makes the attempt for a subscription, whose name is its id */
function createHandler(send: (outgoing: Outgoing) => Promise<AttemptResult>, options: PluginOptions = {}) {
  const consume = vi.fn(() => Promise.resolve({ allowed: true }));
  const release = vi.fn(() => Promise.resolve());
  const protocol = {
    ...{ protocol_id: 'any', name: 'Any', description: '', optionsSchema: {}, send },
    ...{ isSigned: false, sendsEveryChange: true },
    countUnits: ({ to = ['one'] }: PluginOptions) => (to as readonly string[]).length,
  };
  const find = ({ domain_id }: Scope, name: string) =>
    Promise.resolve({
      ...{ domain_id, protocol_id: 'any', name, template: null },
      ...{ options, secret_options: {}, validSecrets: () => [] },
    });
  const handler = new VerifySubscriptionHandler(
    { find } as unknown as SubscriptionRepository,
    new ProtocolRegistry([protocol]),
    new Templates({} as ExpressionEvaluator),
    { consume, release } as unknown as UsageLedger,
    { now: () => new Date() },
  );
  const verify = (subscription_id: string, domain_id = 'domain-1') =>
    handler.execute(new VerifySubscription(scopeIn(domain_id), subscription_id));
  return { verify, consume, release };
}

const SENT: AttemptResult = { verdict: { outcome: 'sent' }, status: 200, answer: null };

it('gives the unit back and returns a failure if the protocol throws', async () => {
  vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  const { verify, consume, release } = createHandler(() => Promise.reject(new Error('a defect')));
  const { ok, status, reason } = await verify('subscription-1');
  expect({ ok, status, reason }).toEqual({ ok: false, status: null, reason: 'it could not be rendered' });
  const [consumedCall] = consume.mock.calls as unknown as [{ consumption_id: string }][];
  expect(release).toHaveBeenCalledWith(
    scopeIn('domain-1'),
    expect.objectContaining({ consumption_id: consumedCall?.[0].consumption_id }),
  );
});

it('leaves places to other domains while the tests of one wait for their receivers', async () => {
  const slow = Promise.withResolvers<AttemptResult>();
  const { verify, consume } = createHandler(({ subscription_id }) =>
    subscription_id.startsWith('slow') ? slow.promise : Promise.resolve(SENT),
  );
  const waiting = Array.from({ length: 20 }, (_, n) => verify(`slow-${n}`));
  await expect(verify('quick', 'domain-2')).resolves.toMatchObject({ ok: true });
  expect(consume.mock.calls.length).toBeLessThanOrEqual(4);
  slow.resolve(SENT);
  await Promise.all(waiting);
});

it('takes the units that a notification takes', async () => {
  const { verify, consume } = createHandler(() => Promise.resolve(SENT), { to: ['a', 'b', 'c'] });
  await verify('subscription-1');
  expect(consume).toHaveBeenCalledWith(expect.objectContaining({ amount: 3 }));
});
