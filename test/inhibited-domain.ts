import { formatId, newUuid } from '#shared/kernel/ids.js';
import { IngestPool, QueryPool } from '#shared/platform/persistence/pools.js';
import { EngineAlertQueries } from '../libs/monitoring/src/alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertOutbox } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-outbox.js';
import { FeedHorizon } from '../libs/monitoring/src/feed/feed-horizon.js';
import { ChangeFanOut } from '../libs/notification/src/delivery/infrastructure/change-fan-out.js';
import { ChangeMatcher } from '../libs/notification/src/delivery/infrastructure/change-matcher.js';
import { SeedInhibitions } from '../libs/notification/src/inhibitions/infrastructure/seed-inhibitions.js';
import { ProtocolRegistry } from '../libs/notification/src/protocols/protocol-registry.js';
import { EndSilences } from '../libs/notification/src/silences/infrastructure/end-silences.js';
import { until } from './client.js';
import { createTestDatabase } from './database.js';
import { createQueryEngine } from './query-engine.js';

export interface AlertFields {
  readonly labels?: Readonly<Record<string, string>>;
  readonly severity?: string;
  readonly rule?: string;
}

export interface InhibitionFields {
  readonly source?: readonly unknown[];
  readonly target?: readonly unknown[];
  readonly equal?: readonly string[];
  readonly wait?: number;
  readonly settle?: number;
  readonly max?: number;
}

export const ruleIs = (rule: string) => [{ k: 'rule', v: rule, o: 'eq' }];

/** Fans out changes of alerts on a database of its own, with inhibitions. Nothing is sent. */
export async function createInhibitedStore() {
  const database = await createTestDatabase();
  const pool = new QueryPool({ connectionString: database.url, max: 8 });
  const ingest = new IngestPool({ connectionString: database.url, max: 4 });
  const enginePool = new QueryPool({ connectionString: database.url, max: 8 });
  for (const each of [pool, ingest, enginePool]) each.on('error', () => undefined);
  const queries = new EngineAlertQueries(createQueryEngine(enginePool));
  const outbox = new PostgresAlertOutbox(pool, new FeedHorizon(pool));
  const protocols = new ProtocolRegistry([]);
  const matcher = new ChangeMatcher(queries, protocols);
  const fanOut = new ChangeFanOut(
    ingest,
    outbox,
    matcher,
    { url: 'https://t.example', isSet: true },
    { days: 30 },
  );
  const ends = new EndSilences(ingest, outbox, queries, protocols);
  const seeds = new SeedInhibitions(ingest, queries);
  let domainCount = 0;

  const fanOutAll = async (xid: string) => {
    await until(
      async () => {
        await fanOut.run();
        await fanOut.runSlow();
        const { rows } = await pool.query<{ behind: boolean }>(
          `select exists (select from notification_cursor where xid <= $1::text::xid8) as behind`,
          [xid],
        );
        return rows[0]?.behind === false;
      },
      (isDone) => isDone,
      30_000,
    );
  };

  const createDomain = async () => {
    const domain_id = `d${(domainCount += 1)}`;
    const subscription_id = newUuid(new Date());
    const { xid, index, at } = await outbox.readStart();
    await pool.query('insert into notification_cursor (domain_id, xid, index, at) values ($1, $2, $3, $4)', [
      domain_id,
      xid,
      index,
      at,
    ]);
    await pool.query(
      `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, filter, filter_or,
         active_since, created_at, updated_at)
       values ($1::uuid, $2, $1::uuid::text, 'ENABLED', 'webhook', '{}', $3, '[]', '[]', now() - interval '1 day', now(), now())`,
      [
        subscription_id,
        domain_id,
        JSON.stringify(['opened', 'escalated', 'resolved', 'reopened'].map((kind) => `alert.${kind}`)),
      ],
    );
    const ids = new Map<string, string>();
    const idOf = (name: string) => ids.get(name) ?? '';
    /** Writes changes in one transaction. */
    const write = async (
      changes: readonly (readonly [name: string, kind: string, fields?: AlertFields])[],
    ) => {
      let last = '0';
      for (const [name, kind, fields = {}] of changes) {
        const isOpen = kind !== 'resolved';
        if (kind === 'opened') ids.set(name, newUuid(new Date()));
        const { rows } = await pool.query<{ xid: string }>(
          `with changed as (
             insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, rule, labels,
               opened_at, last_received_at, event_count, duplicate_count)
             values ($1, $2, $3, 'p1', $4, 'OPEN', $5, $4, $6, $7, now(), now(), 1, 0)
             on conflict (domain_id, alert_id) do update set state = case when $8 then 'OPEN' else 'RESOLVED' end,
               resolved_at = case when $8 then null else now() end, resolved_reason = case when $8 then null else 'RECOVERY' end,
               severity = case when $9 then excluded.severity else alert.severity end, last_received_at = now(),
               acknowledged = $10 = 'acknowledged' or alert.acknowledged and $10 <> 'unacknowledged',
               acknowledged_at = case $10 when 'acknowledged' then now() when 'unacknowledged' then null else alert.acknowledged_at end
             returning state, severity
           )
           insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity)
           select $1, $3, 'p1', $2, $10, case when $8 then 'OPEN' else 'RESOLVED' end, severity from changed returning xid::text`,
          [
            ...[domain_id, idOf(name), WEBHOOK, name, fields.severity ?? 'ERROR', fields.rule ?? name],
            ...[JSON.stringify(fields.labels ?? {}), isOpen, fields.severity !== undefined, kind],
          ],
        );
        last = rows[0]?.xid ?? last;
      }
      return last;
    };
    return {
      domain_id,
      subscription_id,
      idOf,
      write,
      /** Writes changes and fans them out, all together. */
      change: async (...changes: Parameters<typeof write>[0]) => fanOutAll(await write(changes)),
      inhibit: async (fields: InhibitionFields = {}) => {
        const { source = ruleIs('source'), target = ruleIs('target'), equal = [] } = fields;
        const { wait = 30, settle = 300, max = 86_400 } = fields;
        const { rows } = await pool.query<{ inhibition_id: string }>(
          `insert into inhibition (inhibition_id, domain_id, name, enabled, source, target, equal, wait, settle, max, created_by,
             created_at, updated_at)
           values (gen_random_uuid(), $1, 'cluster down', true, $2, $3, $4, $5, $6, $7, 'root', now(), now())
           returning inhibition_id`,
          [domain_id, ...[source, target, equal].map((json) => JSON.stringify(json)), wait, settle, max],
        );
        await seeds.execute();
        return rows[0]?.inhibition_id ?? '';
      },
      /** What the subscription is told of an alert, in the order of the changes. */
      told: async (name: string) => {
        const { rows } = await pool.query<{ told: string }>(
          `select concat_ws(' ', substr(kind, 7), state) as told from notification
           where domain_id = $1 and alert_id = $2 order by seq`,
          [domain_id, idOf(name)],
        );
        return rows.map(({ told }) => told);
      },
      /** Seconds until the lane of an alert is due; `undefined` without a lane. */
      wait: async (name: string) => {
        const { rows } = await pool.query<{ wait: number }>(
          `select extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait from notification_lane
           where subscription_id = $1 and subject_id = $2`,
          [subscription_id, idOf(name)],
        );
        return rows[0]?.wait;
      },
      /** Seconds until what is held back of an alert is looked at; `undefined`: nothing is. */
      look: async (name: string) => {
        const { rows } = await pool.query<{ wait: number }>(
          `select extract(epoch from look_at - clock_timestamp())::float8 as wait from silenced_alert
           where subscription_id = $1 and alert_id = $2`,
          [subscription_id, idOf(name)],
        );
        return rows[0]?.wait;
      },
      /** Looks at everything that is held back now. */
      settle: async () => {
        await pool.query(
          `update silenced_alert set look_at = now() - interval '1 second' where domain_id = $1`,
          [domain_id],
        );
        await ends.settle();
      },
      age: (name: string, interval: string) =>
        pool.query('update alert set last_received_at = now() - $2::interval where alert_id = $1', [
          idOf(name),
          interval,
        ]),
      findNotification: async (name: string) => {
        const { rows } = await pool.query<{ inhibition_id: string; source_alert_id: string; reason: string }>(
          'select inhibition_id, source_alert_id, reason from notification where alert_id = $1 order by seq desc limit 1',
          [idOf(name)],
        );
        return rows[0];
      },
      publicId: (name: string) => formatId('alert', idOf(name)),
    };
  };

  return {
    ...{ pool, ingest, enginePool, queries, ends, seeds, fanOut, fanOutAll, createDomain },
    databaseUrl: database.url,
    close: async () => {
      await Promise.all([pool, ingest, enginePool].map((each) => each.end()));
      await database.drop();
    },
  };
}

const WEBHOOK = crypto.randomUUID();

export type InhibitedStore = Awaited<ReturnType<typeof createInhibitedStore>>;
