import { Injectable } from '@nestjs/common';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { cacheRead } from '#shared/platform/telemetry/cache-read.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import {
  readBacklog,
  readLedgerTotals,
  readQuarantineUsage,
  type Backlog,
  type LedgerTotals,
  type QuarantineUsage,
} from './read-totals.js';

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
