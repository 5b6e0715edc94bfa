import { expect } from 'vitest';
import { call, until } from '../client.js';
import { createTestDomain, notificationUrl } from '../notified-domain.js';
import { startReceiver, type Receiver } from '../receiver.js';
import { startService } from '../service.js';
import { sql } from '../sql.js';

/** For tests that run side by side: each has a domain and a receiver of its own. */
export const SCENARIO = { timeout: 50_000 };
export const WORKER_ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };

/** Starts one service for the tests of a file. */
export async function startScenarios(env: Readonly<Record<string, string>> = {}) {
  const service = await startService({ ...WORKER_ENV, ...env });
  const receivers: Receiver[] = [];
  const path = (name: string) => notificationUrl(service, name);

  /** Creates a domain whose subscription sends to a new receiver, unless the fields say otherwise. */
  async function createDomain(fields: object = {}) {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const domain = await createTestDomain(service, receiver, fields);
    const { domain_id, subscription, notifications } = domain;
    let silenceCount = 0;
    const put = async (name: string, body: object = {}) => {
      const { status } = await call('PUT', path(name), { domain_id, ...body });
      expect(status).toBeLessThan(300);
    };
    /** What the receiver was told: the key of each alert and the kind of its change. */
    const told = () =>
      receiver.received.map(({ body: { type, data } }) => [data.alert?.event_key ?? '', type] as const);
    return {
      ...domain,
      receiver,
      put,
      told,

      change: (name: string, body: object = {}) =>
        put(`subscription/${subscription.subscription_id}${name}`, body),

      waitForTold: async (count: number) => {
        await until(
          async () => receiver.received.length,
          (length) => length >= count,
          30_000,
        );
        return told();
      },

      /** Waits until so many notifications have the state. Returns them, the newest first. */
      waitForState: async (state: string, count: number) => {
        const all = await until(
          notifications,
          (found) => found.filter((each) => each.state === state).length >= count,
          30_000,
        );
        return all.filter((each) => each.state === state);
      },

      silence: async (more: object = {}) => {
        silenceCount += 1;
        const silence = {
          domain_id,
          name: `upgrade ${silenceCount}`,
          filter: [],
          ends_at: 'now + 1h',
          reason: 'CHG-1',
        };
        const { status, body } = await call<{ silence_id: string }>('POST', path('silences'), {
          ...silence,
          ...more,
        });
        expect(status).toBe(201);
        return body.silence_id;
      },

      /** Sets how many units the webhooks of the domain have a day. */
      limit: async (day: number) => {
        const quota = { domain_id, protocol_id: 'webhook', limit: { day } };
        const { status, body } = await call<{ quota_id: string }>('POST', path('quotas'), quota);
        expect(status).toBe(201);
        return body.quota_id;
      },

      /** Lets the next attempts begin now, as if the pause after a failed attempt were over. */
      hurry: () =>
        sql(
          service.databaseUrl,
          `update notification_lane set next_attempt_at = clock_timestamp() where domain_id = $1 and attempt_id is null`,
          [domain_id],
        ),

      /** As if the next day had begun: nothing of the quota is used, and what waits for it is looked at. */
      beginNextDay: async () => {
        await sql(service.databaseUrl, `update quota_usage set consumed = 0 where domain_id = $1`, [
          domain_id,
        ]);
        await sql(
          service.databaseUrl,
          `update notification_hold set look_at = clock_timestamp() where domain_id = $1`,
          [domain_id],
        );
      },
    };
  }

  return {
    service,
    createDomain,
    stop: async () => {
      await service.stop();
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
}

/** Answers the first request with the status, all others with 204. */
export function failFirst(receiver: Receiver, status: number): void {
  receiver.answer = (_, response) =>
    void response.writeHead(receiver.received.length === 1 ? status : 204).end();
}
