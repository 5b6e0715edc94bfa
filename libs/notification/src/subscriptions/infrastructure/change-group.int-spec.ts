import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { Encryption } from '#shared/platform/encryption.js';
import type { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import type { SubscriptionChanges } from '../domain/subscription.js';
import { subscriptionSchema } from './subscription.schema.js';
import { TypeOrmSubscriptionRepository } from './typeorm-subscription.repository.js';

const SCOPE = { domain_id: 'd1', user_id: null, role: 'ADMIN', root: true } as const;
const GROUP = { by: ['severity'], wait: 30, interval: 86_400 };

let store: SendingStore;
let dataSource: DataSource;
let subscriptions: TypeOrmSubscriptionRepository;
beforeAll(async () => {
  store = await createSendingStore();
  const encryption = new Encryption({ encryptionKey: randomBytes(32), oldEncryptionKey: null });
  const entities = [subscriptionSchema(encryption)];
  dataSource = await new DataSource({ type: 'postgres', url: store.url, entities }).initialize();
  const start = { xid: '0', index: '0', offset: 0, at: 0 };
  const outbox = { readStart: () => Promise.resolve(start) } as unknown as AlertOutbox;
  subscriptions = new TypeOrmSubscriptionRepository(dataSource, outbox, {} as RecordLimits);
});
afterAll(async () => {
  await dataSource?.destroy();
  await store?.close();
});

it.each<[string, SubscriptionChanges, string | undefined]>([
  ['grouping ends', { group: null }, 'They waited for each other.'],
  ['it groups by other fields', { group: { ...GROUP, by: ['title'] } }, 'They waited for each other.'],
  ['its interval is shorter', { group: { ...GROUP, interval: 60 } }, 'They waited for each other.'],
  ['steps tell it', { trigger: 'ESCALATION' }, 'They waited for each other.'],
  ['its name is another one', { name: 'other' }, undefined],
])('what waits in the groups of a subscription is sent at once if %s', async (_, changes, reason) => {
  const subscription_id = await store.subscribe('newest', 'd1', { group: GROUP });
  await store.writeNotifications(createAlerts(subscription_id, 2, 'WARNING', { protocol_id: 'newest' }));
  expect(await store.send()).toEqual([]);
  await subscriptions.change(SCOPE, formatId('subscription', subscription_id), (subscription) =>
    subscription.update({ name: subscription_id, ...changes }, new Date()),
  );
  await store.holds.closeDue();
  const sent = await store.send();
  expect(sent.map(({ message }) => message)).toMatchObject(
    reason === undefined ? [] : [{ type: 'digest', data: { total: 2, reason } }],
  );
});
