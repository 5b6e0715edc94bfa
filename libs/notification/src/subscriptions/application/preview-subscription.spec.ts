import { expect, it } from 'vitest';
import type { AlertHistory } from '#monitoring/contracts/alert-history.js';
import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';
import { HistoryReader } from '../../previews/application/history-reader.js';
import { createEmailProtocol } from '../../protocols/email/protocol.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import type { QuotaLimits } from '../../quotas/application/ports/quota-limits.js';
import type { QuotaLimit } from '../../quotas/domain/quota-limit.js';
import type { SubscriptionRepository } from './ports/subscription-repository.js';
import { PreviewSubscription, PreviewSubscriptionHandler } from './preview-subscription.js';

const TO = Array.from({ length: 10 }, (_, n) => `p${n}@example.com`);

/** @param limit of a domain with four changes on one day, at 1, 2, 3 and 4 o'clock */
function preview(limit: QuotaLimit) {
  const history = {
    count: () =>
      Promise.resolve({
        counts: [{ day: '2026-11-19', severity: 'ERROR', selected: [true], count: 4 }],
        next: undefined,
      }),
    list: (...[, , , { offset }]: readonly [unknown, unknown, unknown, { offset: number }]) =>
      Promise.resolve([{ changed_at: `2026-11-19T0${offset + 1}:00:00.000Z` }]),
  } as unknown as AlertHistory;
  const stored = {
    ...{ protocol_id: 'email', options: { to: TO }, project_id: null },
    ...{ kinds: ['alert.opened'], filter: [], filter_or: [] },
  };
  const handler = new PreviewSubscriptionHandler(
    { find: () => Promise.resolve(stored) } as unknown as SubscriptionRepository,
    new ProtocolRegistry([
      createEmailProtocol({ url: 'smtp://localhost', from: 'a@example.com', allow: [] }),
    ]),
    { check: () => Promise.resolve() } as unknown as AlertQueries,
    new HistoryReader(history),
    { findLimit: () => Promise.resolve(limit) } as unknown as QuotaLimits,
    { now: () => new Date('2026-11-20T12:00:00Z') },
  );
  return handler.execute(new PreviewSubscription({ domain_id: 'd' } as Scope, 7, {}, 'subscription-1'));
}

it('counts the units that each notification takes', async () => {
  expect(await preview({ day: 40 })).toMatchObject({
    notifications: 4,
    units: 40,
    quota: { refused: 0, exceeded: null },
  });
});

it('refuses a notification whose units are not all left', async () => {
  expect((await preview({ day: 25 })).quota).toEqual({
    ...{ limit: { day: 25 }, refused: 20, exceeded: 'day', exceeded_at: '2026-11-19T03:00:00.000Z' },
    days: [{ day: '2026-11-19', demand: 40, granted: 20, refused: 20 }],
  });
});
