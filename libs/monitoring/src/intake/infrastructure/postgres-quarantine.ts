import { Injectable } from '@nestjs/common';
import { DomainShares } from '#shared/kernel/domain-shares.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import type { DeliveryTarget } from '../application/ports/delivery-log.js';
import { Quarantine, MAX_UNREADABLE_BYTES } from '../application/ports/quarantine.js';
import type { Delivery } from '../domain/delivery.js';
import { ArrivalClock } from './delivery-log/arrival-clock.js';
import { newSegmentId, encodeSegment } from '../tables/segment-codec.js';

/** Milliseconds. The sender waits for this write, and the pool is shared with accepting. */
const TIMEOUT_MS = 2_000;
/** Senders that post invalid bodies at full speed must not occupy connections that accepting needs, nor keep others from writing theirs. */
const MAX_WRITES = 4;
const MAX_TURNED_AWAY = 10_000;
const MAX_COPIES_PER_WEBHOOK = 1_000;
const MAX_BYTES_PER_WEBHOOK = 32 * 1024 * 1024;

@Injectable()
export class PostgresQuarantine extends Quarantine {
  /** The webhooks whose bodies are being written. */
  private readonly writing = new Set<string>();
  private readonly places = new DomainShares({ name: 'unreadable bodies', places: MAX_WRITES, waitMs: 0 });
  /** How many bodies were not written, by webhook. The next write of the webhook counts them. */
  private readonly turnedAway = new Map<string, number>();

  constructor(
    private readonly pool: IngestPool,
    private readonly clock: ArrivalClock,
  ) {
    super();
  }

  async storeUnreadable(
    target: DeliveryTarget & { readonly project_id: string },
    delivery: Omit<Delivery, 'received_at'>,
    reason: string,
  ): Promise<void> {
    const { uuid } = target;
    // Others are only counted, not queued. One write of each webhook, so that none keeps the bodies of others from being written.
    if (this.writing.has(uuid)) return this.turnAway(uuid, 1);
    const write = () => this.storeCounted(target, delivery, reason);
    const written = this.places.tryRun(target.domain_id, write);
    if (written === undefined) return this.turnAway(uuid, 1);
    await written;
  }

  /** Writes a body, and with it the number of those that were turned away. */
  private async storeCounted(
    ...[target, delivery, reason]: Parameters<Quarantine['storeUnreadable']>
  ): Promise<void> {
    const { uuid } = target;
    this.writing.add(uuid);
    const uncounted = this.turnedAway.get(uuid) ?? 0;
    this.turnedAway.delete(uuid);
    try {
      await this.write(target, delivery, reason, uncounted);
    } catch (error) {
      this.turnAway(uuid, uncounted + 1);
      throw error;
    } finally {
      this.writing.delete(uuid);
    }
  }

  private turnAway(uuid: string, bodies: number): void {
    const before = this.turnedAway.get(uuid);
    if (before !== undefined || this.turnedAway.size < MAX_TURNED_AWAY)
      this.turnedAway.set(uuid, (before ?? 0) + bodies);
  }

  private async write(
    target: DeliveryTarget & { readonly project_id: string },
    delivery: Omit<Delivery, 'received_at'>,
    reason: string,
    uncounted: number,
  ): Promise<void> {
    const received_at = this.clock.now();
    const head = { ...delivery, received_at, body: delivery.body.subarray(0, MAX_UNREADABLE_BYTES) };
    await this.pool.query({
      name: 'keep unreadable',
      query_timeout: TIMEOUT_MS,
      text: `
        with tally as (
          insert into unreadable_tally as stored (webhook_id, domain_id, seen, kept, kept_bytes)
          values ($2, $1, 1 + $10::int, 1, octet_length($6::bytea))
          on conflict (webhook_id) do update set
            seen = stored.seen + excluded.seen,
            kept = stored.kept + 1,
            kept_bytes = stored.kept_bytes + excluded.kept_bytes
          where stored.kept < $8 and stored.kept_bytes + excluded.kept_bytes <= $9
          returning 1
        ), beyond as (
          update unreadable_tally set seen = seen + 1 + $10::int
          where webhook_id = $2 and not exists (select from tally)
        )
        insert into quarantine
          (domain_id, webhook_id, project_id, delivery_id, reason, payload, received_at, status)
        select $1, $2::uuid, $3, $4::uuid, $5, $6::bytea, $7::timestamptz, 'UNREADABLE' from tally`,
      values: [
        target.domain_id,
        target.uuid,
        target.project_id,
        newSegmentId(received_at),
        reason,
        encodeSegment([head]),
        received_at,
        MAX_COPIES_PER_WEBHOOK,
        MAX_BYTES_PER_WEBHOOK,
        uncounted,
      ],
    });
  }
}
