import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { Encryption } from '#shared/platform/encryption.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createTestDatabase } from '#test/database.js';
import type { ClaimedAttempt } from '../src/delivery/application/ports/attempt-log.js';
import { ResendNotification } from '../src/delivery/application/resends.js';
import type { SendNotifications } from '../src/delivery/application/send-notifications.js';
import { ClaimRotation } from '../src/delivery/domain/claim-rotation.js';
import { CloseHolds } from '../src/delivery/infrastructure/close-holds.js';
import { PostgresAttemptLog } from '../src/delivery/infrastructure/postgres-attempt-log.js';
import { ResendNotificationHandler } from '../src/delivery/infrastructure/resend-notification.handler.js';
import type { RunResends } from '../src/delivery/infrastructure/run-resends.js';
import type { SendWakeUp } from '../src/delivery/infrastructure/send-wake-up.js';
import { Untold } from '../src/delivery/infrastructure/untold.js';
import { WatchQuotas } from '../src/delivery/infrastructure/watch-quotas.js';
import { WatchSubscriptions } from '../src/delivery/infrastructure/watch-subscriptions.js';
import { insertNotifications } from '../src/delivery/tables/notification-lanes.js';
import type { Verdict } from '../src/protocols/domain/verdict.js';
import { ProtocolRegistry } from '../src/protocols/protocol-registry.js';
import type { Protocol } from '../src/protocols/protocol.js';
import type { StoredMessage } from '../src/protocols/sent-message.js';
import { DefaultQuota, type QuotaLimit } from '../src/quotas/domain/quota-limit.js';
import type { QuotaClock } from '../src/quotas/tables/quota-usage.js';
import type { Group } from '../src/subscriptions/domain/group.js';
import { TestClock } from './quotas.js';

/** A sender that waking does not start: the test claims and settles itself. */
export const idleSender = { wake: () => undefined } as unknown as SendNotifications;

export interface NotificationFields {
  readonly subscription_id: string;
  readonly alert_id: string;
  readonly severity: string;
  readonly kind?: string;
  readonly protocol_id?: string;
  readonly domain_id?: string;
  /** The escalation whose step it belongs to. */
  readonly escalation_id?: string;
}

interface SubscriptionFields {
  readonly kinds?: readonly string[];
  readonly group?: Group;
}

const createProtocol = (protocol_id: string, sendsEveryChange: boolean): Protocol => ({
  protocol_id,
  sendsEveryChange,
  name: protocol_id,
  description: '',
  optionsSchema: {},
  isSigned: false,
  send: () => Promise.reject(new Error('nothing is sent')),
});

/** Returns the status of a verdict whose reason names it, such as `answered 503`. */
function findStatus(verdict: Verdict): number | null {
  const status = 'reason' in verdict ? /^answered (\d+)/.exec(verdict.reason)?.[1] : '204';
  return status === undefined ? null : Number(status);
}

const IDLE_WAKE_UP = { wakeSender: () => undefined } as unknown as SendWakeUp;
const LINK = { url: 'http://localhost', isSet: true };

/**
 * Claims, holds and settles on a database of its own. The protocol `every` sends every change, `newest` only the newest
 * state, `paced` at most two a second, `many` takes the units of its option.
 */
export async function createSendingStore(limit: QuotaLimit = {}, quotaClock?: QuotaClock) {
  const database = await createTestDatabase();
  const pool = new QueryPool({ connectionString: database.url, max: 8 });
  // The database is dropped while connections are still closing.
  pool.on('error', () => undefined);
  // The statement reports a connection that is lost in a transaction.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clock = new TestClock();
  clock.time = new Date(new Date().setUTCHours(12, 0, 0, 0));
  const protocols = new ProtocolRegistry([
    createProtocol('every', true),
    createProtocol('newest', false),
    { ...createProtocol('alerts', true), tellsOnlyAlerts: true },
    { ...createProtocol('paced', false), perSecond: 2 },
    { ...createProtocol('many', false), countUnits: ({ units }) => Number(units) },
  ]);
  const encryption = new Encryption({ encryptionKey: randomBytes(32), oldEncryptionKey: null });
  const dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  const resends = new ResendNotificationHandler(dataSource, protocols, IDLE_WAKE_UP);
  const [usageClock, defaultQuota] = [quotaClock ?? clock, new DefaultQuota(limit)];
  const log = new PostgresAttemptLog(pool, encryption, usageClock, defaultQuota, protocols);
  const holds = new CloseHolds(pool, usageClock, defaultQuota, protocols, LINK, idleSender);
  const quotas = new WatchQuotas(pool, usageClock, defaultQuota, protocols, LINK, idleSender);
  const untold = new Untold(pool, protocols);
  const subscriptions = new WatchSubscriptions(pool, LINK, untold, idleSender);
  const store = {
    untold,
    quotas,
    subscriptions,
    url: database.url,
    pool,
    clock,
    log,
    holds,
    protocols,
    /** Resends one notification, with the root key. */
    resend: (uuid: string, domain_id = 'd1') =>
      resends.execute(
        new ResendNotification(
          { domain_id, user_id: null, role: 'ADMIN', root: true },
          formatId('notification', uuid),
        ),
      ),
    close: async () => {
      await Promise.all([pool.end(), dataSource.destroy()]);
      await database.drop();
    },
    subscribe: async (protocol_id: string, domain_id = 'd1', fields: SubscriptionFields = {}) => {
      const subscription_id = newUuid(new Date());
      await pool.query(
        `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, filter,
           filter_or, group_by, active_since, created_at, updated_at)
         values ($1::uuid, $2, $1::uuid::text, 'ENABLED', $3, '{}', $4::jsonb, '[]', '[]', $5, now(), now(), now())`,
        [
          subscription_id,
          domain_id,
          protocol_id,
          JSON.stringify(fields.kinds ?? []),
          fields.group && JSON.stringify(fields.group),
        ],
      );
      await pool.query('insert into subscription_health (subscription_id, domain_id) values ($1, $2)', [
        subscription_id,
        domain_id,
      ]);
      return subscription_id;
    },
    /** Writes notifications of changes of alerts, in a transaction of its own or in that of `client`. Resolves to their ids. */
    writeNotifications: async (notifications: readonly NotificationFields[], client?: ClientBase) => {
      const created_at = new Date();
      const rows = notifications.map(
        ({
          kind = 'alert.opened',
          protocol_id = 'every',
          domain_id = 'd1',
          subscription_id,
          alert_id,
          severity,
          escalation_id,
        }) => {
          const data = kind.startsWith('alert.') ? { alert: { severity } } : {};
          return {
            notification_id: newUuid(created_at),
            ...{ domain_id, subscription_id, protocol_id, alert_id, severity, created_at },
            project_id: 'p1',
            subject_id: alert_id,
            ...(escalation_id && { escalation_id, is_single: true }),
            title: `${severity} ${alert_id}`,
            message: { type: kind, timestamp: created_at.toISOString(), data } as unknown as StoredMessage,
          };
        },
      );
      if (client === undefined) await inTransaction(pool, (own) => insertNotifications(own, rows));
      else await insertNotifications(client, rows);
      return rows.map(({ notification_id }) => notification_id);
    },
    /** Claims and settles until nothing is due. Resolves to the claimed attempts in order. */
    send: async (verdict: Verdict = { outcome: 'sent' }): Promise<readonly ClaimedAttempt[]> => {
      const sent: ClaimedAttempt[] = [];
      const rotation = new ClaimRotation();
      for (let hasMore = true; hasMore;) {
        const claims = await log.claim(64, rotation.cursor, []);
        sent.push(...claims.attempts);
        hasMore = rotation.recordProgress(claims.progress);
        await log.settle(
          claims.attempts.map((claimed) => ({
            claimed,
            result: { verdict, status: findStatus(verdict), answer: null },
            // The time of the database, which also decides when the next attempt is due.
            at: new Date(),
            latency_ms: 1,
          })),
        );
      }
      return sent;
    },
    /** Claims like a worker that never stores the outcome. */
    claim: async () => (await log.claim(64, new ClaimRotation().cursor, [])).attempts,
    /** Ends the waiting time of all holds. */
    elapse: async () => {
      await pool.query(
        `update notification_hold set look_at = clock_timestamp() - interval '1 s',
           digest_at = clock_timestamp() - interval '1 s'`,
      );
      return holds.closeDue();
    },
    countUsed: async (protocol_id = 'every') => {
      const { rows } = await pool.query<{ used: number }>(
        'select coalesce(sum(consumed), 0)::int as used from quota_usage where protocol_id = $1',
        [protocol_id],
      );
      return rows[0]?.used ?? 0;
    },
    countStates: async () => {
      const { rows } = await pool.query<{ state: string; number: number }>(
        `select state, count(*)::int as number from notification where kind like 'alert.%' group by 1`,
      );
      return Object.fromEntries(rows.map(({ state, number }) => [state, number]));
    },
  };
  return store;
}

export type SendingStore = Awaited<ReturnType<typeof createSendingStore>>;

/** Returns changes of this number of alerts, one for each. */
export const createAlerts = (
  subscription_id: string,
  count: number,
  severity = 'WARNING',
  more: Partial<NotificationFields> = {},
) =>
  Array.from({ length: count }, () => ({
    ...{ subscription_id, severity, alert_id: crypto.randomUUID() },
    ...more,
  }));

/** Runs batches until no resend is due. Resolves to the number of queued notifications. */
export async function runAllResends(jobs: RunResends): Promise<number> {
  let queued = 0;
  for (
    let batchCount = await jobs.runNextBatch();
    batchCount !== undefined;
    batchCount = await jobs.runNextBatch()
  )
    queued += batchCount;
  return queued;
}
