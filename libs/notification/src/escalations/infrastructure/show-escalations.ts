import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { AlertEscalations } from '#monitoring/contracts/alert-escalations.js';
import { formatId } from '#shared/kernel/ids.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';

const INTERVAL_MS = 1_000;
const REMOVAL_INTERVAL_MS = 60_000;
/** The maximum number of alerts in one transaction. */
const MAX_RUNS = 500;
/** Hours after which an alert that is still not found was removed. */
const REMOVED_AFTER_HOURS = 1;

interface Unshown {
  readonly escalation_id: string;
  readonly alert_id: string;
  readonly domain_id: string;
}

/**
 * Shows on alerts what escalates for them, and removes what has ended. Apart from the transactions that tell steps: those must not wait
 * for writers of alerts.
 */
@Injectable()
export class ShowEscalations {
  constructor(
    private readonly pool: IngestPool,
    private readonly alerts: AlertEscalations,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    for (let shown = MAX_RUNS; shown === MAX_RUNS;)
      shown = await inTransaction(this.pool, (client) => this.show(client));
  }

  /** @returns how many were shown */
  private async show(client: ClientBase): Promise<number> {
    const { rows } = await client.query<Unshown>({
      name: 'escalations to show',
      text: `
        select escalation_id, alert_id, domain_id from escalation_run where not shown
        order by look_at limit ${MAX_RUNS} for update skip locked`,
    });
    let count = 0;
    for (const [domain_id, unshown] of Map.groupBy(rows, (row) => row.domain_id)) {
      const ids = [...new Set(unshown.map(({ alert_id }) => alert_id))];
      const current = await readCurrent(client, ids);
      const shown = await this.alerts.show(
        client,
        domain_id,
        ids.map((id) => ({
          alert_id: formatId('alert', id),
          step: current.get(id)?.step ?? null,
          next_at: current.get(id)?.next_at ?? null,
        })),
      );
      const done = unshown.filter(({ alert_id }) => shown.has(formatId('alert', alert_id)));
      await markShown(client, done);
      count += done.length;
    }
    return count;
  }

  /** Removes what has ended, also of alerts that were removed. */
  @Every(REMOVAL_INTERVAL_MS)
  async remove(): Promise<void> {
    // Waits for nobody: alerts that open again begin anew with several of these rows, in another order.
    await this.pool.query(`
      delete from escalation_run where (escalation_id, alert_id) in (
        select escalation_id, alert_id from escalation_run
        where ended_at is not null
          and (shown or ended_at < clock_timestamp() - interval '${REMOVED_AFTER_HOURS} hours') for update skip locked)`);
  }
}

/** Returns how far the escalation has got that has the next step, by alert; the furthest, if none has another one. */
async function readCurrent(client: ClientBase, ids: readonly string[]) {
  const { rows } = await client.query<{ alert_id: string; step: number; next_at: Date | null }>({
    name: 'what escalates for alerts',
    text: `
      select distinct on (alert_id) alert_id, step, next_at from escalation_run
      where alert_id = any($1::uuid[]) and ended_at is null
      order by alert_id, next_at nulls last, step desc`,
    values: [encodeUuids(ids)],
  });
  return new Map(rows.map((row) => [row.alert_id, row]));
}

async function markShown(client: ClientBase, runs: readonly Unshown[]): Promise<void> {
  await client.query({
    name: 'escalations are shown',
    text: `
      update escalation_run run set shown = true
      from unnest($1::uuid[], $2::uuid[]) as t (escalation_id, alert_id)
      where run.escalation_id = t.escalation_id and run.alert_id = t.alert_id`,
    values: [
      encodeUuids(runs.map(({ escalation_id }) => escalation_id)),
      encodeUuids(runs.map(({ alert_id }) => alert_id)),
    ],
  });
}
