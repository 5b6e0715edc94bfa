import type { ClientBase } from 'pg';
import type { Clock } from '#shared/kernel/clock.js';
import { formatId } from '#shared/kernel/ids.js';
import { consumeWithin, holdProtocols } from '../../persistence/usage/consume-within.js';
import type { QuotaLimit } from '../../quotas/domain/quota-limit.js';
import { endOf } from '../../quotas/domain/utc-window.js';
import type { DueHead } from './claim-attempts.js';

/** A quota may be raised before its window ends. Milliseconds. */
const ASK_AGAIN_AFTER = 60_000;

export interface RefusedHead extends DueHead {
  readonly reason: string;
  readonly window_end: Date;
  readonly next_attempt_at: Date;
}

export interface Units {
  readonly granted: readonly DueHead[];
  readonly refused: readonly RefusedHead[];
}

/** One unit for each attempt, under the id of the attempt: a claim that is not committed takes none. */
export async function takeUnits(
  client: ClientBase,
  due: readonly DueHead[],
  clock: Clock,
  defaultLimit: QuotaLimit,
): Promise<Units> {
  if (due.length === 0) return { granted: [], refused: [] };
  const requests = due.map(({ lane: { domain_id, protocol_id }, attempt_id }) => ({
    consumption_id: formatId('consumption', attempt_id),
    domain_id,
    protocol_id,
    amount: 1,
  }));
  await client.query(holdProtocols(requests));
  // What is held asks again each minute: it is refused once.
  const held = due.flatMap(({ head }, at) =>
    head.state === 'HELD' ? [requests[at]?.consumption_id ?? ''] : [],
  );
  const outcomes = await consumeWithin(client, requests, clock, defaultLimit, new Set(held));
  const granted: DueHead[] = [];
  const refused: RefusedHead[] = [];
  due.forEach((each, at) => {
    const outcome = outcomes[at];
    if (outcome === undefined || !('allowed' in outcome))
      throw outcome ?? new Error('a request was not decided');
    if (outcome.allowed) return void granted.push(each);
    const window_end = endOf(outcome.exhausted, outcome.at);
    const next_attempt_at = new Date(Math.min(window_end.getTime(), outcome.at.getTime() + ASK_AGAIN_AFTER));
    const reason = `the quota of the ${outcome.exhausted} is used up`;
    refused.push({ ...each, reason, window_end, next_attempt_at });
  });
  return { granted, refused };
}
