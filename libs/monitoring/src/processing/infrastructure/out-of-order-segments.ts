import type { Pool, PoolClient } from 'pg';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import type { PendingSegment } from '../application/ports/processing-log.js';
import type { PendingRow } from '../../persistence/read-deliveries.js';

/** Milliseconds that a spool which has not been heard of since is waited for: its process may be gone. */
const UNHEARD = 5_000;
/** Milliseconds that a spool is waited for which is being emptied. */
const LONGEST = 60_000;
/** Milliseconds after which what was known of a webhook is forgotten: another worker has taken it. */
const FORGOTTEN = 600_000;

interface Mark {
  readonly held_from: Date | null;
  readonly seen_at: Date;
}

/** Times of the database's. */
interface Marks {
  readonly now: Date;
  readonly all: readonly Mark[];
}

interface Held {
  /** When out-of-order segments of it were first found, by the database's clock. */
  since: Date;
  /** The same by this process's, which nobody sets. */
  readonly at: number;
  /** What arrived until then has been sorted, all that was there by that number. */
  sorted?: { readonly until: number; readonly seq: bigint };
}

/** Sorts what waits of a webhook by its arrival, unless another worker holds it. @returns the highest number there is */
type Sort = (webhook: DeliveryTarget) => Promise<bigint | undefined>;

/** Orders by arrival what several spools bring in of one webhook: it waits, for a while, for what arrived before. */
export class OutOfOrderSegments {
  private readonly held = new Map<string, Held>();

  constructor(
    private readonly pool: Pool,
    private readonly sort: Sort,
  ) {}

  /**
   * @param rows what was read of each webhook, in its order
   * @returns until what arrival it may be processed, of those that have to wait; `again`: it has to be read once more
   */
  async limits(
    webhooks: readonly (DeliveryTarget & { readonly after?: string | undefined })[],
    rows: ReadonlyMap<string, readonly PendingRow[]>,
  ): Promise<{ readonly until: ReadonlyMap<string, number>; readonly again: boolean }> {
    const until = new Map<string, number>();
    const late = webhooks.filter(({ uuid }) => rows.get(uuid)?.some((row) => row.late));
    if (this.held.size > 0) this.forget(webhooks, new Set(late.map(({ uuid }) => uuid)));
    if (late.length === 0) return { until, again: false };
    const marks = await this.readMarks();
    // Without a spool only what the network held up is late: there is nobody to wait for.
    if (marks.all.length === 0) return { until, again: false };
    let again = false;
    for (const { uuid, domain_id, after } of late) {
      const held = this.held.get(uuid) ?? { since: marks.now, at: performance.now() };
      // The clock of the database was set back: what is marked from now on is as good.
      if (held.since > marks.now) held.since = marks.now;
      this.held.set(uuid, held);
      const limit = limitOf(marks, held);
      until.set(uuid, limit);
      const found = rows.get(uuid) ?? [];
      if (limit === Number.NEGATIVE_INFINITY || isSorted(held, limit, found)) continue;
      // What is read ahead stands behind what is being written by its number: it is sorted when that is done.
      const seq = after === undefined ? await this.sort({ uuid, domain_id }) : undefined;
      if (seq === undefined) until.set(uuid, Number.NEGATIVE_INFINITY);
      else {
        held.sorted = { until: limit, seq };
        again = true;
      }
    }
    return { until, again };
  }

  private forget(webhooks: readonly DeliveryTarget[], late: ReadonlySet<string>): void {
    for (const { uuid } of webhooks) if (!late.has(uuid)) this.held.delete(uuid);
    for (const [uuid, { at }] of this.held) if (performance.now() - at > FORGOTTEN) this.held.delete(uuid);
  }

  private async readMarks(): Promise<Marks> {
    const { rows } = await this.pool.query<{ now: Date; held_from: Date | null; seen_at: Date | null }>({
      name: 'read spool marks',
      text: `
        select date_trunc('milliseconds', statement_timestamp()) as now, held_from, seen_at
        from (values (1)) as one left join spool_mark on true`,
    });
    const all = rows.flatMap(({ held_from, seen_at }) => (seen_at === null ? [] : [{ held_from, seen_at }]));
    return { now: rows[0]?.now ?? new Date(), all };
  }
}

/** The arrival before which nothing can be in a spool that is waited for, in milliseconds since 1970. */
function limitOf({ now, all }: Marks, { since, at }: Held): number {
  const waited = performance.now() - at;
  const limits = all.map(({ held_from, seen_at }) => {
    if (seen_at < since) return waited < UNHEARD ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    // Or it was seen by a clock that was ahead.
    const isGone = Math.abs(now.getTime() - seen_at.getTime()) > UNHEARD;
    if (held_from === null || isGone || waited > LONGEST) return Number.POSITIVE_INFINITY;
    return held_from.getTime();
  });
  return Math.min(...limits);
}

/** When the last of them arrived, in milliseconds since 1970. */
export function lastArrivalOf({ deliveries }: Pick<PendingSegment, 'deliveries'>): number {
  return Math.max(...deliveries.map(({ delivery }) => delivery.received_at.getTime()));
}

/**
 * Segments of several spools overlap: each holds what arrived while the one before it was being written. Late ones are
 * processed up to where nothing that is left arrived before what is taken.
 * @param segments more of the webhook may follow
 * @returns all of them where each overlaps the next
 */
export function withoutOverlap(segments: PendingSegment[]): PendingSegment[] {
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

function isSorted({ sorted }: Held, limit: number, rows: readonly PendingRow[]): boolean {
  return sorted?.until === limit && !rows.some(({ late, seq }) => late && BigInt(seq) > sorted.seq);
}

/** Gives what waits of a webhook, which the caller holds, its numbers in the order of its arrival. */
export async function sortByArrival(
  client: PoolClient,
  { uuid, domain_id }: DeliveryTarget,
): Promise<bigint> {
  // It is done once: what is read after a crash of the server must be in this order as well.
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
