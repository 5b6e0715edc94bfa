import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QuotaClock, readProtocolStates } from '../../quotas/tables/quota-usage.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import {
  DefaultQuota,
  Allowance,
  getWindowLimit,
  formatDay,
  getWindowEnd,
  type QuotaWindow,
} from '../../quotas/domain/quota-limit.js';
import { protocolKey } from '../../quotas/domain/decide-consumptions.js';
import { URGENT_TERMS, QUOTA_CHECK_INTERVAL_MS, LOW_SHARE } from '../../quotas/domain/quota-policy.js';
import { finishDigest, findEndedDigests, makeDigest, type DigestPlan } from './digests.js';
import {
  closeGroup,
  isSingle,
  isGroupHold,
  markSingle,
  describeGroup,
  closeHold,
  lockDueHold,
  rescheduleHold,
  extendLanes,
  hasUrgent,
  releaseLanes,
  type Hold,
} from './notification-holds.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { SendNotifications } from '../application/send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 1_000;
/** The maximum number of holds in one round. */
const MAX_HOLDS = 200;
/** The maximum number of holds of one domain before other domains have their turn. */
const MAX_HOLDS_PER_DOMAIN = 10;

/** Ends the waiting of notifications that are held, for the quota or for their group: they are sent as a digest, or one by one. */
@Injectable()
export class CloseHolds {
  constructor(
    private readonly pool: QueryPool,
    private readonly clock: QuotaClock,
    private readonly defaultQuota: DefaultQuota,
    private readonly protocols: ProtocolRegistry,
    private readonly publicUrl: PublicUrl,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    await this.finishDigests();
    if ((await this.closeDue()) > 0) this.sender.wake();
  }

  /** Releases the lanes of the holds that are due, or makes digests of them. Returns how many lanes and digests are now due. */
  async closeDue(): Promise<number> {
    let dueCount = 0;
    const closedByDomain = new Map<string, number>();
    for (let round = 0; round < MAX_HOLDS; round += 1) {
      const skippedDomains = [...closedByDomain].flatMap(([domain_id, n]) =>
        n < MAX_HOLDS_PER_DOMAIN ? [] : [domain_id],
      );
      const released = await inTransaction(this.pool, async (client) => {
        const hold = await lockDueHold(client, skippedDomains);
        if (hold === undefined) return undefined;
        closedByDomain.set(hold.domain_id, (closedByDomain.get(hold.domain_id) ?? 0) + 1);
        return this.processHold(client, hold);
      });
      dueCount += released ?? 0;
      if (released !== undefined) continue;
      if (skippedDomains.length === 0) break;
      closedByDomain.clear();
    }
    return dueCount;
  }

  /** Stores the outcome of each digest that has ended for the notifications in it, and makes the next in their lanes due. */
  async finishDigests(): Promise<void> {
    for (const digest of await findEndedDigests(this.pool)) {
      while (await inTransaction(this.pool, (client) => finishDigest(client, digest)));
    }
  }

  private async processHold(client: ClientBase, hold: Hold): Promise<number> {
    if (hold.state === null) return closeHold(client, hold).then(() => 0);
    if (hold.state !== 'ENABLED') return rescheduleHold(client, hold, QUOTA_CHECK_INTERVAL_MS).then(() => 0);
    if (isGroupHold(hold)) return this.sendGroup(client, hold);
    const now = await this.clock.now(client);
    const states = await readProtocolStates(client, [hold], formatDay(now), this.defaultQuota);
    const state = states.get(protocolKey(hold)) ?? { limit: {}, used: { day: 0, month: 0 } };
    const allowance = new Allowance(state.limit, state.used);
    const { protocol_id, options } = hold;
    const amount = this.protocols.countUnits(protocol_id, options ?? {});
    // The claim fails what the quota can never grant.
    if (allowance.findCeilingBelow(amount, URGENT_TERMS.reserved) !== undefined)
      return this.releaseEach(client, hold);
    const exhausted = allowance.findExhausted(amount, URGENT_TERMS.reserved);
    if (exhausted !== undefined)
      return this.postponeHold(client, hold, exhausted, getWindowLimit(state.limit, exhausted), now);
    const lowWindow = allowance.findWindowAbove(LOW_SHARE);
    return lowWindow === undefined
      ? this.releaseAll(client, hold)
      : this.releaseUrgent(client, hold, lowWindow);
  }

  /** Sends what waits in the hold of a group. The digest takes a unit, and waits for the quota, like any other notification. */
  private async sendGroup(client: ClientBase, hold: Hold): Promise<number> {
    let sentCount: number;
    if (this.tracksAlerts(hold) || (await isSingle(client, hold, this.sendsOnlyNewest(hold)))) {
      await markSingle(client, hold);
      sentCount = await releaseLanes(client, hold, 'all');
    } else sentCount = await this.createDigest(client, hold, { reason: describeGroup(hold), isWhole: true });
    if (hold.group_by === null) await closeHold(client, hold);
    else await closeGroup(client, hold, hold.group_by, sentCount);
    return sentCount;
  }

  /**
   * Looks again at the end of the window, or earlier, in case the quota is raised. If the window allows nothing at all, the
   * lifetime of notifications is not extended again.
   */
  private async postponeHold(
    client: ClientBase,
    hold: Hold,
    window: QuotaWindow,
    ceiling: number,
    now: Date,
  ) {
    const windowEnd = getWindowEnd(window, now);
    if (ceiling > 0) await extendLanes(client, hold, windowEnd);
    await rescheduleHold(
      client,
      hold,
      Math.min(QUOTA_CHECK_INTERVAL_MS, windowEnd.getTime() - now.getTime()),
    );
    return 0;
  }

  /**
   * Releases all lanes, because the quota suffices again. If the protocol sends only the newest state, and keeps none for each
   * alert, they become one digest, except digests and those that somebody is to be woken by.
   */
  private async releaseAll(client: ClientBase, hold: Hold): Promise<number> {
    if (!this.sendsOnlyNewest(hold) || this.tracksAlerts(hold)) return this.releaseEach(client, hold);
    const releasedCount = await releaseLanes(client, hold, 'outside digests');
    const digestCount = await this.createDigest(client, hold, {
      reason: 'They waited for the quota.',
      isWhole: true,
    });
    await closeHold(client, hold);
    return releasedCount + digestCount;
  }

  private async releaseEach(client: ClientBase, hold: Hold): Promise<number> {
    const releasedCount = await releaseLanes(client, hold, 'all');
    await closeHold(client, hold);
    return releasedCount;
  }

  /** Releases urgent notifications to be sent singly, and makes a digest of the others when it is due. */
  private async releaseUrgent(client: ClientBase, hold: Hold, window: QuotaWindow): Promise<number> {
    const laneSelection = this.sendsOnlyNewest(hold) ? 'with urgent' : 'urgent heads';
    const released = await releaseLanes(client, hold, laneSelection);
    if (this.tracksAlerts(hold) || this.protocols.find(hold.protocol_id)?.tellsOnlyAlerts) {
      await rescheduleHold(client, hold, QUOTA_CHECK_INTERVAL_MS);
      return released;
    }
    // Notifications before an urgent one in its lane go out at once, to keep the order.
    if (hold.wait > 0 && !(await hasUrgent(client, hold))) {
      await rescheduleHold(client, hold, hold.wait);
      return released;
    }
    const reason = `${LOW_SHARE * 100} % of the quota of the ${window} is used: what is less than ERROR is sent together.`;
    const digestCount = await this.createDigest(client, hold, { reason, isWhole: false });
    await closeHold(client, hold);
    return released + digestCount;
  }

  private createDigest(
    client: ClientBase,
    hold: Hold,
    plan: Pick<DigestPlan, 'reason' | 'isWhole'>,
  ): Promise<number> {
    const onlyNewest = this.sendsOnlyNewest(hold);
    return makeDigest(client, hold, { ...plan, onlyNewest, publicUrl: this.publicUrl });
  }

  private tracksAlerts({ protocol_id, options }: Hold): boolean {
    return this.protocols.tracksAlerts(protocol_id, options ?? {});
  }

  private sendsOnlyNewest({ protocol_id }: Hold): boolean {
    return this.protocols.sendsOnlyNewest(protocol_id);
  }
}
