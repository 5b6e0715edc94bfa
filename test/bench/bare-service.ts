import { fastify } from 'fastify';
import pg from 'pg';
import { newUuid } from '#shared/kernel/ids.js';

/**
 * The least that a service can do with an alarm: Fastify parses it, and each 5 ms one multi-row insert stores what came into a
 * table with the columns and indexes of `event`. The sender is answered after the commit. The whole way is compared with it.
 */
const INTERVAL_MS = 5;
const [, , databaseUrl = ''] = process.argv;

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly fingerprint: string;
}

interface WaitingAlarm {
  readonly alert: Alert;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
let waiting: WaitingAlarm[] = [];

const app = fastify();
app.post<{ Body: { readonly alerts: readonly Alert[] } }>('/', async (request, reply) => {
  await Promise.all(
    request.body.alerts.map(
      (alert) => new Promise<void>((stored, failed) => void waiting.push({ alert, stored, failed })),
    ),
  );
  return reply.status(202).send({ status: 'STORED' });
});

async function insertWaiting(): Promise<void> {
  if (waiting.length === 0) return;
  const batch = waiting;
  waiting = [];
  const columns = {
    fingerprint: batch.map(({ alert }) => alert.fingerprint),
    title: batch.map(({ alert }) => alert.annotations['summary'] ?? ''),
    description: batch.map(({ alert }) => alert.annotations['description'] ?? ''),
    rule: batch.map(({ alert }) => alert.labels['alertname'] ?? ''),
    resource: batch.map(({ alert }) => alert.labels['instance'] ?? ''),
    raw: batch.map(({ alert }) => JSON.stringify(alert)),
    info: batch.map(({ alert: { labels, annotations } }) => JSON.stringify({ labels, annotations })),
    occurred: batch.map(({ alert }) => alert.startsAt),
    id: batch.map(() => newUuid(new Date())),
  };
  try {
    await pool.query({
      name: 'store alarms',
      text: `
        insert into bare_event (domain_id, event_id, webhook_id, project_id, plugin_id, plugin_version, alert_id, delivery_id,
          event_key, event_type, severity, title, description, rule, resource_id, resource_type, resource_name, provider,
          raw_data, additional_info, created_at, occurred_at)
        select 'bare', id, id, 'bare', 'prometheus', '1.0.0', id, id, fingerprint, 'ALERT', 'CRITICAL', title, description, rule,
          resource, 'instance', resource, 'prometheus', raw, info, clock_timestamp(), occurred
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::timestamptz[],
          $9::uuid[]) as alarm (fingerprint, title, description, rule, resource, raw, info, occurred, id)`,
      values: Object.values(columns),
    });
    for (const { stored } of batch) stored();
  } catch (error) {
    for (const { failed } of batch) failed(error);
  }
}

setInterval(() => void insertWaiting(), INTERVAL_MS);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(address);
