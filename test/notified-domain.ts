import { expect } from 'vitest';
import { call, createWebhook } from './client.js';
import type { Receiver } from './receiver.js';
import type { Service } from './service.js';
import { sql } from './sql.js';

export interface Subscription {
  readonly subscription_id: string;
  readonly signing_secret: string;
}

export interface Notification {
  readonly notification_id: string;
  readonly subscription_id: string;
  readonly state: string;
  readonly kind: string;
  readonly title: string;
  readonly reason: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

export const notificationUrl = (service: Service, path: string) =>
  `${service.api.url}/notification/v1/${path}`;

/** Creates a new domain, so that tests do not affect each other. */
export async function createTestDomain(
  service: Service,
  receiver: Pick<Receiver, 'url' | 'secrets'>,
  fields: object = {},
) {
  const domain_id = `d-${crypto.randomUUID()}`;
  const subscribe = async (more: object = {}) => {
    const { status, body } = await call<Subscription>('POST', notificationUrl(service, 'subscriptions'), {
      domain_id,
      name: crypto.randomUUID(),
      protocol_id: 'webhook',
      options: { url: receiver.url },
      ...more,
    });
    expect(status).toBe(201);
    return body;
  };
  const subscription = await subscribe(fields);
  receiver.secrets = [subscription.signing_secret];
  const webhook = await createWebhook(service.api.url, 'direct', domain_id);
  const address = service.api.url + webhook.path;
  return {
    domain_id,
    subscription,
    subscribe,
    webhook,
    send: async (...events: object[]) => {
      for (const event of events) expect((await call('POST', address, event, {})).status).toBe(202);
    },
    notifications: async () => {
      const found = await call<{ results: Notification[] }>(
        'GET',
        notificationUrl(service, `notifications?domain_id=${domain_id}`),
      );
      return found.body.results;
    },
    notification: async (id: string) =>
      (await call<Notification>('GET', notificationUrl(service, `notification/${id}?domain_id=${domain_id}`)))
        .body,
  };
}

/** Ends the leases of a killed worker, so that others can take over its attempts. Live workers finish attempts within 5 s. */
export const expireLeases = (databaseUrl: string) =>
  sql(
    databaseUrl,
    `update notification_lane set next_attempt_at = clock_timestamp()
     where attempted_at < clock_timestamp() - interval '5 seconds' and attempt_id is not null`,
  );

export const alarm = (event_key: string, more: object = {}) => ({
  event_key,
  title: event_key,
  severity: 'ERROR',
  ...more,
});
export const recovery = (event_key: string) => alarm(event_key, { event_type: 'RECOVERY' });
