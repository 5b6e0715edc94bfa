import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { looseIndexScan, WEBHOOKS_WITH_BACKLOG } from '#shared/platform/persistence/loose-index-scan.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { runCancellable } from '#shared/platform/persistence/run-cancellable.js';
import { cacheRead } from '#shared/platform/telemetry/cache-read.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { MAX_QUARANTINE_BYTES } from '../../intake/application/ports/quarantine.js';
import { LEDGER_COLUMNS } from '../../intake/tables/ledger-counts.js';

/** Metrics of all processes together, read from the database. Every worker reports the same values. */
@Injectable()
export class LedgerMetrics {
  constructor(metrics: Metrics, pool: QueryPool) {
    const totals = cacheRead<LedgerTotals>(() => readLedgerTotals(pool));
    const backlog = cacheRead<Backlog>(() => readBacklog(pool));
    metrics.gauge('tocsin_backlog_deliveries', 'Deliveries accepted and not processed yet.', async () => [
      { value: (await totals()).pending },
    ]);
    metrics.gauge('tocsin_backlog_age_seconds', 'Age of the oldest pending delivery.', async () => [
      { value: (await backlog()).ageSeconds },
    ]);
    metrics.gauge('tocsin_backlog_webhooks', 'Webhooks with a backlog.', async () => [
      { value: (await backlog()).webhooks },
    ]);
    const quarantine = cacheRead<QuarantineUsage>(() => readQuarantineUsage(pool));
    metrics.gauge(
      'tocsin_quarantine_used_ratio',
      'Used share of the fullest quarantine of a webhook, 0 to 1.',
      async () => [{ value: (await quarantine()).used }],
    );
    metrics.gauge(
      'tocsin_quarantine_unkept_deliveries',
      'Deliveries not copied to the quarantine of their webhook because it was full; they are in the log.',
      async () => [{ value: (await quarantine()).unkept }],
    );
    metrics.gauge(
      'tocsin_ledger_deliveries',
      'Deliveries of all days in the ledger: accepted = processed + quarantined + pending.',
      async () => {
        const { accepted, processed, quarantined, pending } = await totals();
        return toSamples({ accepted, processed, quarantined, pending });
      },
    );
    metrics.gauge(
      'tocsin_ledger_alarms',
      'Alarms of all days in the ledger: parsed = created + duplicate + ignored + quarantined.',
      async () => {
        const { parsed, created, duplicate, ignored, refused } = await totals();
        return toSamples({ parsed, created, duplicate, ignored, quarantined: refused });
      },
    );
  }
}

function toSamples(totals: Readonly<Record<string, number>>) {
  return Object.entries(totals).map(([term, value]) => ({ labels: { term }, value }));
}

type LedgerTotals = Readonly<Record<(typeof LEDGER_COLUMNS)[number] | 'pending', number>>;

interface Backlog {
  readonly webhooks: number;
  /** The age of the oldest pending delivery; 0 without a backlog. */
  readonly ageSeconds: number;
}

/** Scrapers usually wait ten seconds. */
const QUERY_OPTIONS = { timeoutMs: 3_000 };
/**
 * The maximum number of webhooks that are counted. With more of them, the oldest delivery found is old enough to raise
 * an alarm.
 */
const MAX_WEBHOOKS = 10_000;

/**
 * Reads the totals of the ledger. Pending deliveries are computed as accepted minus processed and quarantined, without
 * reading the backlog.
 */
async function readLedgerTotals(pool: QueryPool): Promise<LedgerTotals> {
  const names = LEDGER_COLUMNS.join(', ');
  const sums = LEDGER_COLUMNS.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`);
  const text = `
    select *, accepted - processed - quarantined as pending from (
      select ${sums.join(', ')}
      from (select ${names} from ledger union all select ${names} from ledger_delta) as counted
    ) as summed`;
  const { rows } = await runCancellable<LedgerTotals & Record<string, number>>(
    pool,
    { text, values: [] },
    QUERY_OPTIONS,
  );
  return rows[0] as LedgerTotals;
}

interface QuarantineUsage {
  /** The used share of the fullest quarantine of a webhook, 0 to 1. */
  readonly used: number;
  /** The total number of deliveries that did not fit. */
  readonly unkept: number;
}

async function readQuarantineUsage(pool: QueryPool): Promise<QuarantineUsage> {
  const text = `
    select coalesce(max(quarantine_bytes), 0)::float8 / ${MAX_QUARANTINE_BYTES} as used,
      coalesce(sum(unkept_count), 0)::float8 as unkept
    from webhook_cursor`;
  const { rows } = await runCancellable<{ used: number; unkept: number }>(
    pool,
    { text, values: [] },
    QUERY_OPTIONS,
  );
  return rows[0] ?? { used: 0, unkept: 0 };
}

const OLDEST_BY_INDEX = `
  with ${looseIndexScan(WEBHOOKS_WITH_BACKLOG)}
  select received_at from (select webhook_id from waiting limit $1) as those cross join lateral (
    select received_at from delivery_segment
    where delivery_segment.webhook_id = those.webhook_id and processed_at is null order by seq limit 1
  ) as oldest`;

/** On a cluster, each machine reads its own rows, because no index spans the machines. */
const OLDEST_ON_CLUSTER = `
  select min(received_at) as received_at from delivery_segment where processed_at is null
  group by domain_id, webhook_id limit $1`;

async function readBacklog(pool: QueryPool): Promise<Backlog> {
  const oldest = (await isDistributed(pool)) ? OLDEST_ON_CLUSTER : OLDEST_BY_INDEX;
  const text = `
    select count(*)::int as webhooks,
      coalesce(greatest(extract(epoch from clock_timestamp() - min(received_at)), 0), 0)::float8 as age
    from (${oldest}) as oldest`;
  const { rows } = await runCancellable<{ webhooks: number; age: number }>(
    pool,
    { text, values: [MAX_WEBHOOKS] },
    QUERY_OPTIONS,
  );
  return { webhooks: rows[0]?.webhooks ?? 0, ageSeconds: rows[0]?.age ?? 0 };
}
