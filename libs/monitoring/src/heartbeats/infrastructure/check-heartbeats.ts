import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { appendInternalDeliveries } from '../../intake/tables/append-deliveries.js';
import { createHeartbeatDelivery } from '../domain/heartbeat-delivery.js';
import { IS_MISSING, setDueTimes } from '../tables/heartbeat-rows.js';

const HEARTBEATS_PER_BATCH = 500;

/** Seconds without a sign of life of any process that accepts deliveries, after which pings may have been rejected. */
export const MAX_GAP_SECONDS = 5;
/**
 * A heartbeat is missing once it was silent for this many times its patience while pings were accepted, however many gaps there
 * were.
 */
const MAX_SILENCE_FACTOR = 2;
/** Seconds that the oldest delivery of a webhook may wait if the webhook's heartbeats are to be judged. */
const MAX_WAIT_SECONDS = 60;

/**
 * Pings were accepted up to `accepting_at`. A heartbeat that was not due by then is not judged, however long no process accepts
 * pings. No heartbeat is judged while a spool holds accepted deliveries.
 */
const ACCEPTED_UNTIL = `
  select accepting_at, accepting_since, applied_since from heartbeat_watch
  where not exists (
    select from spool_mark
    where held_from is not null
      and abs(extract(epoch from statement_timestamp() - seen_at)) <= ${MAX_GAP_SECONDS})`;

/** Runs once a second in every worker. The earliest due time is the first entry of an index. */
export const FIND_WORK = `
  select accepting_since is distinct from applied_since as is_back,
    (select min(due_at) from heartbeat where due_at is not null) <= accepting_at as is_due
  from (${ACCEPTED_UNTIL}) as watch`;

const TAKE_DUE = `
  with taken as (
    select heartbeat_id, webhook_id, domain_id, name, state = 'MISSING' as again from heartbeat
    where due_at <= (select accepting_at from (${ACCEPTED_UNTIL}) as watch where accepting_since = applied_since)
    order by due_at limit $1 for update skip locked
  )
  select heartbeat_id, webhook_id, taken.domain_id, taken.name, again, statement_timestamp() as now,
    coalesce(webhook.state = 'ENABLED' and webhook.deleted_at is null, false) as enabled
  from taken left join webhook using (webhook_id)`;

/** When deliveries were accepted before the last gap (`from`, `until`), and since when they are again (`since`). */
interface WatchRow {
  readonly since: string;
  readonly from: string | null;
  readonly until: string | null;
}

interface TakenRow {
  readonly heartbeat_id: string;
  readonly webhook_id: string;
  readonly domain_id: string;
  readonly name: string;
  /** It is missing already, and a user has resolved its alert. */
  readonly again: boolean;
  readonly enabled: boolean;
  readonly now: Date;
}

/** Finds heartbeats, of any domain, whose pings are overdue, and reports them as missing in the logs of their webhooks. */
@Injectable()
export class CheckHeartbeats {
  constructor(
    private readonly pool: IngestPool,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(1_000)
  async execute(): Promise<void> {
    const { isBack, isDue } = await this.findWork();
    if (isBack) return this.extendDeadlines();
    for (let hasMore = isDue; hasMore;) {
      const { taken, webhooks } = await this.reportMissing(HEARTBEATS_PER_BATCH);
      this.wakeUp.signalDeliveries(webhooks);
      hasMore = taken === HEARTBEATS_PER_BATCH;
    }
  }

  /** Executes one indexed statement. `isBack`: deliveries are accepted again after a gap. */
  private async findWork(): Promise<{ readonly isBack: boolean; readonly isDue: boolean }> {
    const { rows } = await this.pool.query<{ is_back: boolean; is_due: boolean }>({
      name: 'look for due heartbeats',
      text: FIND_WORK,
    });
    return { isBack: rows[0]?.is_back ?? false, isDue: rows[0]?.is_due ?? false };
  }

  /**
   * Restarts the time of every heartbeat when deliveries are accepted again after a gap. Excluded are heartbeats that were silent
   * for twice their patience while pings were accepted, added up over all gaps. Heartbeats that were missing before the clock was
   * set back are missing from now on, so that the next ping is a recovery. Locks rows in the common order, which prevents deadlocks.
   */
  private async extendDeadlines(): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<WatchRow>(
        `select accepting_since::text as since, accepted_from::text as from, accepted_until::text as until
         from heartbeat_watch where accepting_since is distinct from applied_since for update`,
      );
      const [watch] = rows;
      if (watch === undefined) return;
      const { since, from, until } = watch;
      await setDueTimes(
        client,
        `update heartbeat set
           last_ping_at = case when last_ping_at > statement_timestamp() then statement_timestamp() else last_ping_at end,
           missing_since = case when missing_since > statement_timestamp() then statement_timestamp() else missing_since end,
           silent_for = case when ${IS_MISSING} then heartbeat.silent_for else silent.seconds end,
           due_at = case
             when ${IS_MISSING} then due_at
             when silent.seconds >= ${MAX_SILENCE_FACTOR} * patience then least(due_at, statement_timestamp())
             else greatest(least(last_ping_at, statement_timestamp()), $1::timestamptz) + patience * interval '1 s' end
         from (
           select heartbeat_id, silent_for
             + coalesce(greatest(extract(epoch from $3::timestamptz - greatest(last_ping_at, $2::timestamptz)), 0), 0)
             as seconds
           from heartbeat
           where (due_at is not null and state <> 'MISSING') or missing_since > statement_timestamp()
           order by webhook_id, name for update
         ) as silent
         where silent.heartbeat_id = heartbeat.heartbeat_id`,
        [since, from, until],
        `${IS_MISSING} or silent.seconds >= ${MAX_SILENCE_FACTOR} * patience`,
      );
      await client.query(
        `update heartbeat_watch set applied_since = $1::timestamptz where accepting_since = $1::timestamptz`,
        [since],
      );
    });
  }

  /**
   * Takes up to `limit` due heartbeats and reports them as missing. A report has no effect if a ping is before it in the log.
   * Heartbeats of a webhook with a backlog are postponed.
   * @returns the number of heartbeats taken, and the webhooks whose logs were written
   */
  private async reportMissing(
    limit: number,
  ): Promise<{ readonly taken: number; readonly webhooks: readonly string[] }> {
    const distributed = await isDistributed(this.pool);
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<TakenRow>({
        name: 'take due heartbeats',
        text: TAKE_DUE,
        values: [limit],
      });
      if (rows.length === 0) return { taken: 0, webhooks: [] };
      const backlogged = await findBacklogged(client, rows);
      await setDueTimes(
        client,
        `update heartbeat set
           due_at = case when webhook_id = any ($2::uuid[])
             then statement_timestamp() + case when ${IS_MISSING} then ${MAX_WAIT_SECONDS} else patience end * interval '1 s' end
         where heartbeat_id = any ($1::uuid[])`,
        [rows.map(({ heartbeat_id }) => heartbeat_id), [...backlogged]],
        IS_MISSING,
      );
      const missing = rows.filter(({ enabled, webhook_id }) => enabled && !backlogged.has(webhook_id));
      const byWebhook = Map.groupBy(missing, ({ webhook_id }) => webhook_id);
      for (const [uuid, heartbeats] of byWebhook) {
        const [{ domain_id, now }] = heartbeats as [TakenRow];
        const deliveries = heartbeats.map(({ name, again }) =>
          createHeartbeatDelivery({ kind: 'missing', name, again }),
        );
        await appendInternalDeliveries(client, distributed, { uuid, domain_id }, deliveries, now);
      }
      return { taken: rows.length, webhooks: [...byWebhook.keys()] };
    });
  }
}

/** Returns webhooks with a backlog. A limit of theirs may have caused pings to be rejected. */
async function findBacklogged(client: PoolClient, rows: readonly TakenRow[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [domain_id, heartbeats] of Map.groupBy(rows, (row) => row.domain_id)) {
    const { rows: waiting } = await client.query<{ webhook_id: string }>({
      name: 'find webhooks behind',
      text: `
        select webhook_id from unnest($2::uuid[]) as one (webhook_id)
        where exists (
          select from delivery_segment
          where domain_id = $1 and delivery_segment.webhook_id = one.webhook_id and processed_at is null
            and received_at < statement_timestamp() - interval '${MAX_WAIT_SECONDS} s')`,
      values: [domain_id, [...new Set(heartbeats.map(({ webhook_id }) => webhook_id))]],
    });
    for (const { webhook_id } of waiting) found.add(webhook_id);
  }
  return found;
}

/** Milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Tells the workers that deliveries are accepted. After a gap, or a jump of the database's clock, the time of every heartbeat
 * starts again, because pings may have been rejected meanwhile.
 */
@Injectable()
export class RecordAcceptance {
  constructor(
    private readonly pool: IngestPool,
    private readonly disks: DiskFloor,
  ) {}

  @Every(1_000, { atStart: true })
  async execute(): Promise<void> {
    if (this.disks.isLow('database')) return;
    await this.pool.query({
      name: 'mark accepting',
      text: `
        update heartbeat_watch set
          accepting_since = case when is_new then statement_timestamp() else accepting_since end,
          accepted_from = case when is_new then accepting_since else accepted_from end,
          accepted_until = case when is_new then accepting_at else accepted_until end,
          accepting_at = statement_timestamp()
        from (
          select coalesce(abs(extract(epoch from statement_timestamp() - accepting_at)) > ${MAX_GAP_SECONDS}, true) as is_new
          from heartbeat_watch
        ) as gap
        where accepting_at is null
          or accepting_at not between statement_timestamp() - interval '900 ms' and statement_timestamp()`,
      query_timeout: TIMEOUT_MS,
    });
  }
}
