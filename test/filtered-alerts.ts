import fc from 'fast-check';
import type { Pool } from 'pg';
import { SEVERITIES } from '#senders/plugin-api/event.js';
import { anyCondition, TITLES } from '../libs/monitoring/test/any-condition.js';

export const ALERT_COUNT = 60;
export const WEBHOOK = crypto.randomUUID();
const START = Math.floor(Date.now() / 1000) * 1000 - 3 * 86_400_000;

/** Stores alerts of the domains `d1` and `d2` that differ in all that filters compare. */
export async function addAlerts(pool: Pool): Promise<void> {
  for (let n = 0; n < ALERT_COUNT; n += 1) await addAlert(pool, n);
}

async function addAlert(pool: Pool, n: number): Promise<void> {
  await pool.query(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, resource_name,
       opened_at, resolved_at, last_received_at, event_count, duplicate_count, acknowledged, labels)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, 1, 0, $11, $12)`,
    [
      n % 5 === 4 ? 'd2' : 'd1',
      WEBHOOK,
      `p${n % 3}`,
      TITLES[(n + 3) % TITLES.length],
      n % 4 === 0 ? 'RESOLVED' : 'OPEN',
      SEVERITIES[n % SEVERITIES.length],
      TITLES[n % TITLES.length],
      n % 4 === 1 ? null : `host-${n % 7}`,
      new Date(START + (n % 13) * 7_200_000 + (n % 3)),
      n % 4 === 0 ? new Date(START + (n % 11) * 7_200_000) : null,
      n % 6 === 1,
      n % 7 === 1 ? null : JSON.stringify({ team: TITLES[n % 5], 'a.b': `${n % 3}` }),
    ],
  );
}

/** Writes one change for each alert of both domains. */
export async function insertChanges(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ xid: string }>(
    `insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity)
     select domain_id, webhook_id, project_id, alert_id, 'opened', state, severity from alert
     returning xid::text`,
  );
  return BigInt(rows[0]?.xid ?? 0);
}

const instant = fc
  .integer({ min: -1, max: 14 })
  .map((at) => new Date(START + at * 7_200_000 + 1).toISOString());
/** Any condition on these alerts. */
export const anyAlertCondition = fc.oneof(
  anyCondition(
    {
      text: ['title', 'event_key', 'resource.name', 'labels.team'],
      dates: ['opened_at', 'resolved_at'],
      id: 'webhook_id',
    },
    instant,
  ),
  fc.record({ k: fc.constant('acknowledged'), v: fc.boolean(), o: fc.constant('eq') }),
  fc.record({
    k: fc.constant('state'),
    v: fc.constantFrom('OPEN', 'RESOLVED'),
    o: fc.constantFrom('eq', 'not'),
  }),
);
