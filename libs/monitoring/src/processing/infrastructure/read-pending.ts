import type { Pool, PoolClient } from 'pg';
import { encodeBigints, encodeUuids, encodeIntegers } from '#shared/platform/persistence/binary-arrays.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import type { PendingSegmentRow } from '../../intake/tables/segment-codec.js';
import type { ReadPosition, WebhookCommit, PendingSegment } from '../application/ports/processing-log.js';

/** Milliseconds to wait for a spool that has given no sign of life. Its process may be gone. */
const MARK_TIMEOUT_MS = 5_000;
/** Milliseconds to wait for a spool that is being emptied. */
const MAX_WAIT_MS = 60_000;
/** Milliseconds after which the state of a webhook is forgotten, because another worker has taken the webhook over. */
const STATE_TTL_MS = 600_000;

interface SpoolMark {
  readonly held_from: Date | null;
  readonly seen_at: Date;
}

/** Times of the database's clock. */
interface SpoolMarkList {
  readonly now: Date;
  readonly entries: readonly SpoolMark[];
}

interface HeldWebhook {
  /** When out-of-order segments of the webhook were first found, by the database's clock. */
  since: Date;
  /** The same by this process's monotonic clock, which nobody can set back. */
  readonly firstSeenAt: number;
  /** The last sort: the arrivals that it covered (milliseconds since 1970), and the highest number at that time. */
  sorted?: { readonly until: number; readonly seq: bigint };
}

/** Sorts the pending segments of a webhook by arrival unless another worker holds it. @returns their highest number */
type Sort = (webhook: DeliveryTarget) => Promise<bigint | undefined>;

/** Orders segments that several spools deliver for one webhook by arrival. The webhook waits, for a time, for older ones. */
export class OutOfOrderSegments {
  private readonly held = new Map<string, HeldWebhook>();

  constructor(
    private readonly pool: Pool,
    private readonly sort: Sort,
  ) {}

  /**
   * @param rows the segments read of each webhook, in log order
   * @returns `until`: for webhooks that must wait, up to which arrival they may be processed; `again`: the segments were
   * renumbered and must be read again
   */
  async findLimits(
    webhooks: readonly (DeliveryTarget & { readonly after?: string | undefined })[],
    rows: ReadonlyMap<string, readonly PendingSegmentRow[]>,
  ): Promise<{ readonly until: ReadonlyMap<string, number>; readonly mustReread: boolean }> {
    const until = new Map<string, number>();
    const outOfOrder = webhooks.filter(({ uuid }) => rows.get(uuid)?.some((row) => row.late));
    if (this.held.size > 0) this.evictStale(webhooks, new Set(outOfOrder.map(({ uuid }) => uuid)));
    if (outOfOrder.length === 0) return { until, mustReread: false };
    const marks = await this.readMarks();
    // Without a spool, only segments that were delayed by the network are out of order. There is nothing to wait for.
    if (marks.entries.length === 0) return { until, mustReread: false };
    let again = false;
    for (const { uuid, domain_id, after } of outOfOrder) {
      const held = this.held.get(uuid) ?? { since: marks.now, firstSeenAt: performance.now() };
      // The clock of the database was set back. Marks that are made from now on are valid.
      if (held.since > marks.now) held.since = marks.now;
      this.held.set(uuid, held);
      const limit = limitOf(marks, held);
      until.set(uuid, limit);
      const found = rows.get(uuid) ?? [];
      if (limit === Number.NEGATIVE_INFINITY || isSorted(held, limit, found)) continue;
      // Segments that are read ahead follow those being committed, which a sort would renumber. The sort waits for the commit.
      const seq = after === undefined ? await this.sort({ uuid, domain_id }) : undefined;
      if (seq === undefined) until.set(uuid, Number.NEGATIVE_INFINITY);
      else {
        held.sorted = { until: limit, seq };
        again = true;
      }
    }
    return { until, mustReread: again };
  }

  private evictStale(webhooks: readonly DeliveryTarget[], outOfOrder: ReadonlySet<string>): void {
    for (const { uuid } of webhooks) if (!outOfOrder.has(uuid)) this.held.delete(uuid);
    for (const [uuid, { firstSeenAt }] of this.held)
      if (performance.now() - firstSeenAt > STATE_TTL_MS) this.held.delete(uuid);
  }

  private async readMarks(): Promise<SpoolMarkList> {
    const { rows } = await this.pool.query<{ now: Date; held_from: Date | null; seen_at: Date | null }>({
      name: 'read spool marks',
      text: `
        select date_trunc('milliseconds', statement_timestamp()) as now, held_from, seen_at
        from (values (1)) as one left join spool_mark on true`,
    });
    const all = rows.flatMap(({ held_from, seen_at }) => (seen_at === null ? [] : [{ held_from, seen_at }]));
    return { now: rows[0]?.now ?? new Date(), entries: all };
  }
}

/** Returns the arrival (milliseconds since 1970) before which no spool that is waited for has anything left. */
function limitOf({ now, entries }: SpoolMarkList, { since, firstSeenAt }: HeldWebhook): number {
  const waitedMs = performance.now() - firstSeenAt;
  const limits = entries.map(({ held_from, seen_at }) => {
    if (seen_at < since)
      return waitedMs < MARK_TIMEOUT_MS ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    // A mark in the future was made by a clock that was ahead.
    const isStale = Math.abs(now.getTime() - seen_at.getTime()) > MARK_TIMEOUT_MS;
    if (held_from === null || isStale || waitedMs > MAX_WAIT_MS) return Number.POSITIVE_INFINITY;
    return held_from.getTime();
  });
  return Math.min(...limits);
}

/** Returns when the last of the deliveries arrived, in milliseconds since 1970. */
export function lastArrivalOf({ deliveries }: Pick<PendingSegment, 'deliveries'>): number {
  return Math.max(...deliveries.map(({ delivery }) => delivery.received_at.getTime()));
}

/**
 * Cuts out-of-order segments at a point where every later segment arrived after all that are kept. Segments of several spools
 * overlap in time: each contains deliveries that arrived while another was being written.
 * @param segments more segments of the webhook may follow
 * @returns all segments if each overlaps the next
 */
export function trimOverlap(segments: PendingSegment[]): PendingSegment[] {
  if (!segments.some(({ late }) => late)) return segments;
  let last = Number.NEGATIVE_INFINITY;
  let end = 0;
  for (const [at, segment] of segments.entries()) {
    const [first] = segment.deliveries;
    if (first && first.delivery.received_at.getTime() >= last) end = at;
    last = Math.max(last, lastArrivalOf(segment));
  }
  return end === 0 ? segments : segments.slice(0, end);
}

function isSorted({ sorted }: HeldWebhook, limit: number, rows: readonly PendingSegmentRow[]): boolean {
  return sorted?.until === limit && !rows.some(({ late, seq }) => late && BigInt(seq) > sorted.seq);
}

/** Renumbers the pending segments of a webhook by arrival. The caller holds the lock of the webhook. */
export async function sortByArrival(
  client: PoolClient,
  { uuid, domain_id }: DeliveryTarget,
): Promise<bigint> {
  // A sort is not repeated. Readers after a crash of the server must find the same order, so the commit waits for the disk.
  await client.query('set local synchronous_commit = on');
  const { rows } = await client.query<{ last: string | null }>({
    name: 'sort by arrival',
    text: `
      with pending as materialized (
        select segment_id, seq, row_number() over (order by received_at, seq) as place, row_number() over (order by seq) as was
        from delivery_segment where domain_id = $1 and webhook_id = $2 and processed_at is null
      ), sorted as (
        update delivery_segment set seq = numbers.seq
        from pending join pending numbers on numbers.was = pending.place
        where delivery_segment.domain_id = $1 and delivery_segment.segment_id = pending.segment_id
          and numbers.seq <> pending.seq
      )
      select max(seq) as last from pending`,
    values: [domain_id, uuid],
  });
  return BigInt(rows[0]?.last ?? 0);
}

/** Limits of one batch, so that other webhooks get their turn soon. */
export const SEGMENTS_PER_BATCH = 200;
const DELIVERIES_PER_BATCH = 200;
/** Seconds: the longest pause of a webhook after errors. */
export const MAX_PAUSE_SECONDS = 60;
export const BYTES_PER_BATCH = 4 * 1024 * 1024;

/**
 * Ids begin with their time, and partitions are created two weeks ahead. Those after tomorrow are empty, and this bound excludes
 * them from the search of each webhook, unless the clock has been set back and one of them has rows.
 */
const TOMORROW = `(lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint + 86400000), 12, '0')
  || repeat('0', 20))::uuid`;
export const horizon = (domain: string) => `(
  select case when exists (
    select from delivery_segment where domain_id = ${domain} and segment_id >= ${TOMORROW})
    then repeat('f', 32)::uuid else ${TOMORROW} end)`;

/**
 * Reads the oldest pending segments of webhooks of one domain, up to the limits of a batch.
 * @param segmentsPerWebhook the maximum number of segments per webhook
 */
export async function readOldest(
  pool: Pool,
  webhooks: readonly ReadPosition[],
  segmentsPerWebhook: number,
): Promise<readonly PendingSegmentRow[]> {
  const { rows } = await pool.query<PendingSegmentRow>({
    name: 'read pending',
    // A webhook whose next attempt is not due is left out: a remote plugin would be called again and again without success.
    text: `
        select webhook_id, segment_id, seq, late, received_at, delivery_count, payload, found from (
          select webhook_id, segment_id, payload, place, seq, late, received_at, delivery_count,
            count(*) over () as found,
            sum(octet_length(payload)) over turn - octet_length(payload) as bytes_before,
            sum(delivery_count) over turn - delivery_count as deliveries_before
          from unnest($1::uuid[], $2::bigint[]) with ordinality as wanted (webhook_id, after, place)
          cross join lateral (
            select segment_id, payload, delivery_count, seq, late, received_at from delivery_segment
            where domain_id = $6 and delivery_segment.webhook_id = wanted.webhook_id and processed_at is null
              and seq > after
              and segment_id < ${horizon('$6')}
              and exists (
                select from webhook_cursor
                where domain_id = $6 and webhook_cursor.webhook_id = wanted.webhook_id
                  and (next_attempt_at is null or ${buildDueCondition('next_attempt_at', MAX_PAUSE_SECONDS)}))
            order by seq limit $3
          ) as oldest
          window turn as (order by place, seq)
        ) as running
        where bytes_before < $4 and deliveries_before < $5
        order by place, seq`,
    values: [
      encodeUuids(webhooks.map(({ uuid }) => uuid)),
      encodeBigints(webhooks.map(({ after }) => after ?? '0')),
      segmentsPerWebhook,
      BYTES_PER_BATCH,
      DELIVERIES_PER_BATCH,
      webhooks[0]?.domain_id,
    ],
  });
  return rows;
}

/**
 * Keeps the commits whose segments are still the oldest pending ones. They are not if a segment with a lower number was committed
 * late, or if another process has processed them.
 */
export async function filterUnchanged(
  client: PoolClient,
  commits: readonly WebhookCommit[],
): Promise<readonly WebhookCommit[]> {
  if (commits.length === 0) return [];
  const { rows } = await client.query<{ webhook_id: string; segment_id: string }>({
    name: 'oldest pending',
    text: `
      select webhook_id, segment_id
      from unnest($1::uuid[], $2::int[]) as wanted (webhook_id, count)
      cross join lateral (
        select segment_id, seq from delivery_segment
        where domain_id = $3 and delivery_segment.webhook_id = wanted.webhook_id and processed_at is null
          and segment_id < ${horizon('$3')}
        order by seq limit wanted.count
      ) as oldest
      order by webhook_id, seq`,
    values: [
      encodeUuids(commits.map(({ webhook }) => webhook.uuid)),
      encodeIntegers(commits.map(({ segments }) => segments.length)),
      commits[0]?.webhook.domain_id,
    ],
  });
  const oldest = Map.groupBy(rows, ({ webhook_id }) => webhook_id);
  return commits.filter(({ webhook, segments }) => {
    const pending = oldest.get(webhook.uuid) ?? [];
    return (
      pending.length === segments.length &&
      pending.every(({ segment_id }, at) => segment_id === segments[at]?.segment_id)
    );
  });
}
