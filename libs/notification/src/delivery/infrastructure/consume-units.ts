import type { ClientBase } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { isAboutOwnQuota } from '../../protocols/sent-message.js';
import { consumeInTransaction, buildLockSql, type QuotaClock } from '../../quotas/tables/quota-usage.js';
import { getWindowEnd, Allowance, type DefaultQuota } from '../../quotas/domain/quota-limit.js';
import {
  DIGEST_INTERVAL_MS,
  QUOTA_CHECK_INTERVAL_MS,
  LOW_SHARE,
  RESERVED_UNITS,
  selectTerms,
} from '../../quotas/domain/quota-policy.js';
import type { ConsumptionRequest, RefusedConsumption } from '../../quotas/domain/consumption.js';
import { failHeads, type FailedHead } from './end-unsent.js';
import type { DueHead } from './claim-attempts.js';

export interface HeldHead extends DueHead {
  readonly reason: string;
  /** Whether units are left, but only for urgent notifications. */
  readonly isWithheld: boolean;
  readonly window_end: Date;
  /** Milliseconds until the hold is looked at. */
  readonly checkAfterMs: number;
}

export interface ConsumedUnits {
  readonly granted: readonly DueHead[];
  readonly held: readonly HeldHead[];
}

/**
 * Takes the units of each attempt, under its id, in the transaction of the claim: if that is rolled back, no unit is taken. A
 * notification that needs more than its quota can ever grant fails.
 */
export async function consumeUnits(
  client: ClientBase,
  due: readonly DueHead[],
  clock: QuotaClock,
  defaultQuota: DefaultQuota,
  countUnits: (each: DueHead) => number,
): Promise<ConsumedUnits> {
  if (due.length === 0) return { granted: [], held: [] };
  const requests = due.map((each) => {
    const { lane, head, attempt_id } = each;
    const { domain_id, protocol_id } = lane;
    const mayTakeLast = isAboutOwnQuota(head.message, protocol_id);
    return {
      consumption_id: formatId('consumption', attempt_id),
      domain_id,
      protocol_id,
      amount: mayTakeLast ? RESERVED_UNITS : countUnits(each),
      terms: selectTerms(head, mayTakeLast),
    };
  });
  await client.query(buildLockSql(requests));
  // A held notification was counted as refused when it was held. It is not counted again.
  const alreadyRefused = due.flatMap(({ head }, at) =>
    head.state === 'HELD' ? [requests[at]?.consumption_id ?? ''] : [],
  );
  const outcomes = await consumeInTransaction(client, requests, clock, defaultQuota, new Set(alreadyRefused));
  const granted: DueHead[] = [];
  const held: HeldHead[] = [];
  const failed: FailedHead[] = [];
  due.forEach((each, at) => {
    const outcome = outcomes[at];
    if (outcome === undefined || !('allowed' in outcome))
      throw outcome ?? new Error('a request was not decided');
    if (outcome.allowed) return void granted.push(each);
    const { exhausted, isWithheld } = outcome;
    const reason = explainImpossible(outcome, requests[at]);
    if (reason !== undefined) return void failed.push({ ...each.lane, reason });
    const window_end = getWindowEnd(exhausted, outcome.at);
    const untilEnd = Math.max(0, window_end.getTime() - outcome.at.getTime());
    held.push({
      ...each,
      isWithheld,
      reason: isWithheld
        ? `${LOW_SHARE * 100} % of the quota of the ${exhausted} is used: it waits for the next digest`
        : `the quota of the ${exhausted} is used up`,
      window_end,
      checkAfterMs:
        isWithheld && hasFollowers(each)
          ? 0
          : Math.min(untilEnd, isWithheld ? DIGEST_INTERVAL_MS : QUOTA_CHECK_INTERVAL_MS),
    });
  });
  await failHeads(client, failed);
  return { granted, held };
}

/** Returns why the quota can never grant the request; `undefined` if it can some time. */
function explainImpossible(
  { limit }: RefusedConsumption,
  request: Pick<ConsumptionRequest, 'amount' | 'terms'> | undefined,
): string | undefined {
  const { amount = 0, terms } = request ?? {};
  const ceiling = new Allowance(limit, { day: 0, month: 0 }).findCeilingBelow(amount, terms?.reserved);
  return (
    ceiling &&
    `it needs ${amount} units, and the quota of the ${ceiling.window} allows at most ${ceiling.most}`
  );
}

/** Returns whether other notifications wait behind the head. They may be urgent. */
function hasFollowers({ lane, head }: DueHead): boolean {
  return lane.tail_id !== null && lane.tail_id !== head.notification_id;
}
