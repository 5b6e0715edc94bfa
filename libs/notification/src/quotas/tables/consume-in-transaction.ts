import { hash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { ConsumptionRequest } from '../domain/consumption.js';
import { decideConsumptions, protocolKey, type Decision } from '../domain/decide-consumptions.js';
import type { DefaultQuota } from '../domain/default-quota.js';
import { formatDay } from '../domain/utc-window.js';
import type { QuotaClock } from './quota-clock.js';
import { readProtocolStates, type DomainProtocol } from './read-protocol-states.js';
import { findStoredConsumptions, storeDecision } from './stored-consumptions.js';

/**
 * Returns a statement that locks the usage of these protocols until the end of the transaction, in a fixed order to avoid
 * deadlocks. The next statement sees everything that former holders have committed. Locking and reading rows in one statement
 * would not guarantee that. The values are in the text, so that the statement can be sent together with others.
 */
export function buildLockSql(protocols: Iterable<DomainProtocol>): string {
  const locks = [...new Set([...protocols].map(protocolKey))]
    .map((protocol) => hash('sha256', `quota ${protocol}`, 'buffer').readBigInt64BE())
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return `select count(pg_advisory_xact_lock(h)::text) from unnest('{${locks.join()}}'::bigint[]) as h`;
}

/**
 * Decides consumptions and stores the result, in the transaction of the caller, which must hold the locks of the protocols.
 * @param countedRefusals ids of consumptions whose refusal was counted before
 */
export async function consumeInTransaction(
  client: ClientBase,
  requests: readonly ConsumptionRequest[],
  clock: QuotaClock,
  defaultQuota: DefaultQuota,
  countedRefusals: ReadonlySet<string> = new Set(),
): Promise<Decision['outcomes']> {
  // Read the clock only after the locks were granted: a request that waited past midnight consumes on the new day.
  const now = await clock.now(client);
  const day = formatDay(now);
  const protocols = new Map(requests.map((request) => [protocolKey(request), request]));
  const states = await readProtocolStates(client, [...protocols.values()], day, defaultQuota);
  const stored = await findStoredConsumptions(client, requests, now);
  const decision = decideConsumptions(requests, states, stored, now);
  requests.forEach((request, at) => {
    const outcome = decision.outcomes[at];
    const tally = decision.usage.get(protocolKey(request));
    const isRefused =
      outcome !== undefined && 'allowed' in outcome && !outcome.allowed && !outcome.isWithheld;
    if (tally && isRefused && countedRefusals.has(request.consumption_id)) tally.refused -= request.amount;
  });
  await storeDecision(client, decision, day);
  return decision.outcomes;
}

/**
 * Releases consumptions entirely, each once, on the days on which they were taken. Runs in the transaction of the caller,
 * which must hold the locks of their protocols.
 * @param consumptions uuids
 */
export async function releaseInTransaction(
  client: ClientBase,
  consumptions: readonly string[],
  at: Date,
): Promise<void> {
  await client.query({
    name: 'release consumptions',
    text: `
      with given as (
        update quota_consumption set released = amount, released_at = $2
        where consumption_id = any($1::uuid[]) and released is null
        returning domain_id, protocol_id, day, amount
      )
      update quota_usage u set consumed = u.consumed - given.amount
      from (select domain_id, protocol_id, day, sum(amount) as amount from given group by 1, 2, 3) as given
      where u.domain_id = given.domain_id and u.protocol_id = given.protocol_id and u.day = given.day`,
    values: [consumptions, at],
  });
}
