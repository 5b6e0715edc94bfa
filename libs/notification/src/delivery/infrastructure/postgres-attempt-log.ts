import { Injectable } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { newUuid } from '#shared/kernel/ids.js';
import { Encryption } from '#shared/platform/encryption.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { encodeUuids, encodeIntegers } from '#shared/platform/persistence/binary-arrays.js';
import { QuotaClock } from '../../quotas/tables/quota-usage.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { DefaultQuota } from '../../quotas/domain/quota-limit.js';
import {
  AttemptLog,
  type ClaimedAttempt,
  type ClaimResult,
  type SettledAttempt,
  type TakePlace,
} from '../application/ports/attempt-log.js';
import { pausedSinceSql } from '../../subscriptions/tables/subscription-table.js';
import type { ClaimCursor } from '../domain/claim-rotation.js';
import { advanceLanes, encodeLaneKeys, getLaneKey } from '../tables/notification-lanes.js';
import {
  BusySubscriptions,
  lockDueLanes,
  readHeads,
  IS_UNPAUSED_SQL,
  type DueHead,
  type DueLane,
  type LaneHead,
} from './claim-attempts.js';
import { cancelStoppedSteps, cancelUntold, cleanUpLanes, supersedeHeads } from './end-unsent.js';
import { holdGroups, holdFollowers, holdLanes } from './hold-lanes.js';
import { DatabaseClock } from './database-clock.js';
import { storeAttempts, settleAttempts } from './settle-attempts.js';
import { consumeUnits } from './consume-units.js';

/** Seconds that an attempt holds its lane: longer than it takes to begin, to end and to be stored. */
const LEASE_SECONDS = 20;

/**
 * Leases the lanes to their attempts, so that no other worker sends from them.
 * @returns milliseconds from the monotonic clock of this process to the time of the database
 */
async function leaseLanes(client: ClientBase, heads: readonly DueHead[]): Promise<number> {
  if (heads.length === 0) return 0;
  const { rows } = await client.query<{ attempted_at: Date }>({
    name: 'take lanes',
    text: `
      update notification_lane l set attempt_id = t.attempt_id, attempted_at = clock_timestamp(), hold_key = null,
        next_attempt_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (subscription_id, subject_id, attempt_id)
      where l.subscription_id = t.subscription_id and l.subject_id = t.subject_id
      returning l.attempted_at`,
    values: [
      ...encodeLaneKeys(heads.map(({ lane }) => lane)),
      encodeUuids(heads.map(({ attempt_id }) => attempt_id)),
    ],
  });
  const [lane] = rows;
  if (lane === undefined) throw new Error('Lanes that are locked were not found');
  return lane.attempted_at.getTime() - performance.now();
}

/**
 * Shortens leases that were written while the clock of the database was ahead. Attempts under way keep a whole lease from now
 * on, so that they are not made twice.
 */
async function boundLeases(pool: Pool): Promise<void> {
  const maxLease = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;
  await pool.query({
    name: 'bound leases of lanes',
    text: `
      with leased as materialized (
        select subscription_id, subject_id from notification_lane
        where attempt_id is not null and next_attempt_at > ${maxLease}
        order by 1, 2 for update skip locked
      )
      update notification_lane lane set next_attempt_at = ${maxLease}
      from leased where lane.subscription_id = leased.subscription_id and lane.subject_id = leased.subject_id`,
  });
}

@Injectable()
export class PostgresAttemptLog extends AttemptLog {
  private readonly databaseClock: DatabaseClock;

  constructor(
    private readonly pool: QueryPool,
    private readonly encryption: Encryption,
    private readonly clock: QuotaClock,
    private readonly defaultQuota: DefaultQuota,
    private readonly protocols: ProtocolRegistry,
  ) {
    super();
    this.databaseClock = new DatabaseClock(pool);
  }

  async claim(
    limit: number,
    cursor: ClaimCursor,
    skippedDomains: readonly string[],
    takePlace: TakePlace = () => true,
    delivered?: ReadonlySet<string>,
  ): Promise<ClaimResult> {
    return inTransaction(this.pool, async (client) => {
      const subscriptions = await BusySubscriptions.find(client, cursor, skippedDomains);
      const { rates } = this.protocols;
      const locked = await lockDueLanes(client, subscriptions.ids, limit, rates, delivered);
      const lastSubscription = locked.length < limit ? undefined : locked.at(-1)?.subscription_id;
      const admitted = locked.filter(({ domain_id }) => takePlace(domain_id));
      const { lanes: paced, resumeAfterMs } = await paceLanes(client, admitted, rates);
      const lanes = await this.supersedeOldHeads(client, await recordAbandoned(client, paced));
      const progress = { ...subscriptions.measureProgress(lastSubscription), dueCount: lanes.length };
      if (lanes.length === 0) return { attempts: [], progress, refusedProtocols: [], resumeAfterMs };
      const due = await holdGroups(client, await this.findDueHeads(client, lanes));
      const { granted, held } = await consumeUnits(
        client,
        due,
        this.clock,
        this.defaultQuota,
        ({ lane, head }) => this.protocols.countUnits(lane.protocol_id, lane.options, head.progress),
      );
      // Not before it has waited for a connection and for locks: the leases begin now.
      const claimedAt = performance.now();
      const clockOffset = await leaseLanes(client, granted);
      await holdLanes(client, held);
      await holdFollowers(client, held);
      const attempts = granted.map((each) => this.toClaimedAttempt(each, { claimedAt, clockOffset }));
      const refusedProtocols = held
        .filter(({ isWithheld }) => !isWithheld)
        .map(({ lane }) => lane.protocol_id);
      return { attempts, progress, refusedProtocols, resumeAfterMs };
    });
  }

  settle(attempts: readonly SettledAttempt[]): Promise<void> {
    return settleAttempts(this.pool, attempts, this.clock);
  }

  async cleanUp(): Promise<void> {
    const isClockKnown = await this.databaseClock.follow();
    await boundLeases(this.pool);
    await cleanUpLanes(this.pool, isClockKnown);
  }

  private async supersedeOldHeads(
    client: ClientBase,
    lanes: readonly DueLane[],
  ): Promise<readonly DueLane[]> {
    const sendsOnlyNewest = ({ protocol_id }: DueLane) => this.protocols.sendsOnlyNewest(protocol_id);
    const newestLanes = await supersedeHeads(client, lanes.filter(sendsOnlyNewest));
    return [...lanes.filter((lane) => !sendsOnlyNewest(lane)), ...newestLanes];
  }

  /**
   * Reads the heads of lanes. If a head is finished or gone, or the recovery of what was never told, its lane advances, and the
   * next head is due with the next claim.
   */
  private async findDueHeads(client: ClientBase, lanes: readonly DueLane[]): Promise<readonly DueHead[]> {
    const heads = await readHeads(client, lanes);
    await advanceLanes(
      client,
      lanes.filter(({ head_id }) => !isWaiting(heads.get(head_id))),
    );
    // The opening may have been refused after its recovery had joined the lane.
    const isRecovery = ({ head_id, protocol_id }: DueLane) =>
      heads.get(head_id)?.kind === 'alert.resolved' && this.protocols.sendsOnlyNewest(protocol_id);
    const recoveries = lanes.filter(isRecovery).map((lane) => ({ ...lane, newest_id: lane.head_id }));
    const untold = await cancelUntold(client, recoveries);
    const stopped = await cancelStoppedSteps(client, lanes, heads);
    return lanes.flatMap((lane): DueHead[] => {
      const head = heads.get(lane.head_id);
      const key = getLaneKey(lane);
      return isWaiting(head) && !untold.has(key) && !stopped.has(key)
        ? [{ lane, head, attempt_id: newUuid(new Date()) }]
        : [];
    });
  }

  private toClaimedAttempt(
    { lane, head, attempt_id }: DueHead,
    clocks: Pick<ClaimedAttempt, 'claimedAt' | 'clockOffset'>,
  ): ClaimedAttempt {
    const { domain_id, protocol_id, subscription_id, subject_id, head_id } = lane;
    return {
      attempt_id,
      ...{ domain_id, protocol_id, subscription_id, subject_id },
      notification_id: head_id,
      ...{ attempts: head.attempt_count, recentAttempts: head.recent_attempts },
      changed_at: lane.updated_at,
      message: head.message,
      receipt: lane.receipt,
      progress: head.progress,
      wakes: head.wakes === true,
      template: lane.template,
      timezone: lane.timezone,
      actions: lane.actions,
      ...this.decryptSecrets(lane, new Date(clocks.clockOffset + performance.now())),
      ...clocks,
    };
  }

  /** Decrypts the secrets of the subscription. If this fails, only its own attempt fails, not the whole claim. */
  private decryptSecrets(
    lane: DueLane,
    now: Date,
  ): Pick<ClaimedAttempt, 'options' | 'signing_secrets' | 'obstacle'> {
    const expiry = lane.previous_secret_expires_at;
    try {
      const secrets = this.encryption.decryptJson<PluginOptions>(lane.secret_options, {});
      const signing = this.encryption.decryptJson<readonly string[]>(lane.signing_secrets, []);
      const isExpired = expiry === null || expiry <= now;
      const signing_secrets = isExpired ? signing.slice(0, 1) : signing;
      return { options: { ...lane.options, ...secrets }, signing_secrets, obstacle: undefined };
    } catch {
      return { options: {}, signing_secrets: [], obstacle: 'the secrets of the subscription cannot be read' };
    }
  }
}

const isWaiting = (head: LaneHead | undefined): head is LaneHead =>
  head !== undefined && (head.state === 'PENDING' || head.state === 'HELD');

/**
 * Records attempts that were claimed before and whose outcome was never stored. They may have reached the receiver, so this comes
 * before anything is superseded or cancelled.
 */
async function recordAbandoned(client: ClientBase, lanes: readonly DueLane[]): Promise<readonly DueLane[]> {
  const error = 'the worker ended before the outcome was known';
  const abandoned = lanes.filter(({ attempt_id }) => attempt_id !== null);
  if (abandoned.length === 0) return lanes;
  const heads = await readHeads(client, abandoned);
  await storeAttempts(
    client,
    abandoned.flatMap(({ head_id, attempted_at }) => {
      const head = heads.get(head_id);
      if (!isWaiting(head)) return [];
      return {
        notification_id: head_id,
        attempt: {
          at: (attempted_at ?? new Date(0)).toISOString(),
          ...{ status: null, latency_ms: null, error, answer: null },
        },
        attempts: head.attempt_count + 1,
        state: 'PENDING',
        reason: error,
        next_attempt_at: null,
        sent_at: null,
      };
    }),
  );
  return lanes;
}

interface PacedLanes {
  /** The lanes that may send now. */
  readonly lanes: readonly DueLane[];
  /** Milliseconds until the first of their subscriptions may send again; `undefined` if none has a rate. */
  readonly resumeAfterMs: number | undefined;
}

/**
 * Lets each subscription whose receiver has a documented rate pause as long as its lanes take at this rate. Leaves out lanes
 * of subscriptions that another worker has just let pause. The lanes must be locked: their health is locked after them, and in
 * a fixed order, to avoid deadlocks.
 * @param rates requests a second, by protocol
 */
async function paceLanes(
  client: ClientBase,
  lanes: readonly DueLane[],
  rates: ReadonlyMap<string, number>,
): Promise<PacedLanes> {
  const paused = new Map<string, number>();
  for (const { subscription_id, protocol_id } of lanes) {
    const rate = rates.get(protocol_id);
    if (rate !== undefined) paused.set(subscription_id, (paused.get(subscription_id) ?? 0) + 1000 / rate);
  }
  if (paused.size === 0) return { lanes, resumeAfterMs: undefined };
  const { rows } = await client.query<{ subscription_id: string }>({
    name: 'pace subscriptions',
    text: `
      with h as materialized (
        select h.subscription_id, t.pause, ${pausedSinceSql()} as paused_since
        from unnest($1::uuid[], $2::int[]) as t (subscription_id, pause)
        join subscription_health h on h.subscription_id = t.subscription_id
        where ${IS_UNPAUSED_SQL} order by h.subscription_id for update of h
      )
      update subscription_health set paused_until = clock_timestamp() + make_interval(secs => h.pause / 1000.0),
        paused_since = h.paused_since
      from h where subscription_health.subscription_id = h.subscription_id
      returning h.subscription_id`,
    values: [encodeUuids([...paused.keys()]), encodeIntegers([...paused.values()].map(Math.ceil))],
  });
  const granted = new Set(rows.map(({ subscription_id }) => subscription_id));
  return {
    lanes: lanes.filter(({ subscription_id: id }) => !paused.has(id) || granted.has(id)),
    resumeAfterMs: Math.min(...[...granted].map((id) => paused.get(id) ?? Infinity)),
  };
}
