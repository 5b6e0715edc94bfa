import { expect } from 'vitest';
import { call, until } from './client.js';
import { createTestDomain, notificationUrl } from './notified-domain.js';
import type { Receiver } from './receiver.js';
import type { Service } from './service.js';
import { sql } from './sql.js';

interface Health {
  readonly checked_at: string | null;
  readonly read_at: string | null;
  readonly failing_since: string | null;
  readonly last_error: string | null;
  readonly warnings: readonly string[];
  readonly unknown_names: readonly string[];
  readonly gaps: readonly { readonly starts_at: string; readonly reason: string }[];
  readonly next_gap_at: string | null;
}
interface Schedule {
  readonly on_call_id: string;
  readonly ical_url: string | null;
  readonly updated_at: string;
  readonly health: Health;
}
interface Watch {
  readonly state: string;
  readonly because: string | null;
  readonly details: readonly string[];
  readonly members: readonly { readonly name: string; readonly reachable: boolean }[];
  readonly next_change: (Omit<Watch, 'next_change'> & { readonly at: string }) | null;
}

/** Creates a domain with two members, and what tests of its schedules need. */
export async function createScheduledDomain(service: Service, receiver: Receiver) {
  const domain = await createTestDomain(service, receiver, {
    kinds: ['on_call.gap', 'on_call.failing'],
    name: 'jane',
  });
  const { domain_id, subscription } = domain;
  const { subscription_id } = subscription;
  const members = [
    { name: 'Jane Doe', email: 'Jane@example.com', subscription_id },
    { name: 'Max', subscription_id },
  ];
  const url = (path = '') => notificationUrl(service, `on-call${path}`);
  const create = async (more: object) => {
    const body = { domain_id, name: 'Database team', timezone: 'Europe/Berlin', members, ...more };
    return call<
      Schedule & { readonly errors?: readonly { readonly field: string; readonly reason: string }[] }
    >('POST', url(), body);
  };
  const get = async (id: string) => (await call<Schedule>('GET', url(`/${id}?domain_id=${domain_id}`))).body;
  return {
    ...domain,
    members,
    url,
    create,
    get,
    add: async (more: object) => {
      const { status, body } = await create(more);
      expect(body).toMatchObject({ on_call_id: expect.any(String) });
      expect(status).toBe(201);
      return body.on_call_id;
    },
    update: (id: string, changes: object) =>
      call<Schedule & { readonly errors?: object[] }>('PUT', url(`/${id}`), { domain_id, ...changes }),
    at: async (id: string, time = 'now') =>
      (await call<Watch>('GET', url(`/${id}/at?domain_id=${domain_id}&time=${encodeURIComponent(time)}`)))
        .body,
    health: (id: string, isDone: (health: Health) => boolean) =>
      until(async () => (await get(id)).health, isDone),
    /** Has a schedule checked now, as if five minutes had passed. */
    check: async (id: string) => {
      const before = (await get(id)).health.checked_at;
      await sql(
        service.databaseUrl,
        `update on_call_health set due_at = clock_timestamp() where domain_id = $1`,
        [domain_id],
      );
      return until(
        async () => (await get(id)).health,
        ({ checked_at }) => checked_at !== before,
      );
    },
    told: async () => {
      const notices = await domain.notifications();
      return notices.map(({ kind, title }) => `${kind}: ${title}`);
    },
  };
}
