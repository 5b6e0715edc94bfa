import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Clock } from '#shared/kernel/clock.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { protocolStates } from '../../persistence/usage/protocol-states.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { DefaultQuota } from '../../quotas/application/ports/default-quota.js';
import { Allowance } from '../../quotas/domain/allowance.js';
import { protocolKey } from '../../quotas/domain/decide-consumptions.js';
import { ceilingOf, type QuotaWindow } from '../../quotas/domain/quota-limit.js';
import { dayOf, endOf } from '../../quotas/domain/utc-window.js';
import { Holds } from '../application/ports/holds.js';
import { ANY_BUT_LAST, LOOK_EVERY, LOW_SHARE } from '../domain/ration.js';
import { finishDigest, findEndedDigests } from './finish-digests.js';
import { closeGroup, isAlone, isOfGroup, markSingle, reasonOfGroup } from './group-holds.js';
import { makeDigest, type DigestPlan } from './make-digest.js';
import { closeHold, lockDueHold, lookAgain, prolongLanes, type Hold } from './notification-holds.js';
import { PublicUrl } from './public-url.js';
import { hasUrgent, releaseLanes } from './release-lanes.js';

/** The maximum number of holds in one round. */
const HOLDS = 200;
/** The maximum number of holds of one domain before other domains have their turn. */
const HOLDS_OF_A_DOMAIN = 10;

@Injectable()
export class PostgresHolds extends Holds {
  constructor(
    private readonly pool: QueryPool,
    private readonly clock: Clock,
    private readonly defaultQuota: DefaultQuota,
    private readonly protocols: ProtocolRegistry,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  async close(): Promise<number> {
    let due = 0;
    const closed = new Map<string, number>();
    for (let round = 0; round < HOLDS; round += 1) {
      const served = [...closed].flatMap(([domain_id, n]) => (n < HOLDS_OF_A_DOMAIN ? [] : [domain_id]));
      const made = await inTransaction(this.pool, async (client) => {
        const hold = await lockDueHold(client, served);
        if (hold === undefined) return undefined;
        closed.set(hold.domain_id, (closed.get(hold.domain_id) ?? 0) + 1);
        return this.settle(client, hold);
      });
      due += made ?? 0;
      if (made !== undefined) continue;
      if (served.length === 0) break;
      closed.clear();
    }
    return due;
  }

  async finishDigests(): Promise<void> {
    for (const digest of await findEndedDigests(this.pool)) {
      while (await inTransaction(this.pool, (client) => finishDigest(client, digest)));
    }
  }

  private async settle(client: ClientBase, hold: Hold): Promise<number> {
    if (hold.state === null) return closeHold(client, hold).then(() => 0);
    if (hold.state !== 'ENABLED') return lookAgain(client, hold, LOOK_EVERY).then(() => 0);
    if (isOfGroup(hold)) return this.sendGroup(client, hold);
    const now = this.clock.now();
    const states = await protocolStates(client, [hold], dayOf(now), this.defaultQuota.limit);
    const state = states.get(protocolKey(hold)) ?? { limit: {}, used: { day: 0, month: 0 } };
    const allowance = new Allowance(state.limit, state.used);
    const short = allowance.shortOf(1, ANY_BUT_LAST.keep);
    if (short !== undefined) return this.wait(client, hold, short, ceilingOf(state.limit, short), now);
    const low = allowance.usedTo(LOW_SHARE);
    return low === undefined ? this.end(client, hold) : this.degrade(client, hold, low);
  }

  /** Sends what waits in the hold of a group. The digest takes a unit, and waits for the quota, like any other notification. */
  private async sendGroup(client: ClientBase, hold: Hold): Promise<number> {
    let made: number;
    if (await isAlone(client, hold, this.isOfNewest(hold))) {
      await markSingle(client, hold);
      made = await releaseLanes(client, hold, 'all');
    } else made = await this.digest(client, hold, { reason: reasonOfGroup(hold), isWhole: true });
    if (hold.group_by === null) await closeHold(client, hold);
    else await closeGroup(client, hold, hold.group_by, made);
    return made;
  }

  /**
   * Looks again at the end of the window, or earlier, in case the quota is raised. If the window allows nothing at all, the
   * lifetime of notifications is not extended again.
   */
  private async wait(client: ClientBase, hold: Hold, window: QuotaWindow, ceiling: number, now: Date) {
    const end = endOf(window, now);
    if (ceiling > 0) await prolongLanes(client, hold, end);
    await lookAgain(client, hold, Math.min(LOOK_EVERY, end.getTime() - now.getTime()));
    return 0;
  }

  /**
   * Releases all lanes, because the quota suffices again. If the protocol sends only the newest state, they become one
   * digest.
   */
  private async end(client: ClientBase, hold: Hold): Promise<number> {
    const made = this.isOfNewest(hold)
      ? await this.digest(client, hold, { reason: 'They waited for the quota.', isWhole: true })
      : await releaseLanes(client, hold, 'all');
    await closeHold(client, hold);
    return made;
  }

  /** Releases urgent notifications to be sent singly, and makes a digest of the others when it is due. */
  private async degrade(client: ClientBase, hold: Hold, window: QuotaWindow): Promise<number> {
    const which = this.isOfNewest(hold) ? 'with urgent' : 'urgent heads';
    const released = await releaseLanes(client, hold, which);
    if (this.protocols.find(hold.protocol_id)?.tellsOnlyAlerts) {
      await lookAgain(client, hold, LOOK_EVERY);
      return released;
    }
    // Notifications before an urgent one in its lane go out at once, to keep the order.
    if (hold.wait > 0 && !(await hasUrgent(client, hold))) {
      await lookAgain(client, hold, hold.wait);
      return released;
    }
    const reason = `${LOW_SHARE * 100} % of the quota of the ${window} is used: what is less than ERROR is sent together.`;
    const made = await this.digest(client, hold, { reason, isWhole: false });
    await closeHold(client, hold);
    return released + made;
  }

  private digest(
    client: ClientBase,
    hold: Hold,
    plan: Pick<DigestPlan, 'reason' | 'isWhole'>,
  ): Promise<number> {
    const onlyNewest = this.isOfNewest(hold);
    return makeDigest(client, hold, { ...plan, onlyNewest, link: this.publicUrl.url });
  }

  private isOfNewest({ protocol_id }: Hold): boolean {
    return this.protocols.tellsOnlyNewest(protocol_id);
  }
}
