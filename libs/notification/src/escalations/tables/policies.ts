import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { formatId } from '#shared/kernel/ids.js';
import { buildAlertQuery, type AlertFilter } from '../../subscriptions/domain/subscription.js';
import { matchQueries, type MatchEach } from '../../subscriptions/tables/match-queries.js';
import type { EscalationPolicy } from '../domain/escalation.js';

export interface StoredPolicy extends AlertFilter {
  /** uuid */
  readonly escalation_id: string;
  readonly domain_id: string;
  readonly policy: EscalationPolicy;
}

type PolicyRow = AlertFilter &
  EscalationPolicy & { readonly escalation_id: string; readonly domain_id: string };

/** Returns the policies of these domains. Nothing runs in a domain that has none. */
export async function readPolicies(
  client: RecordReader,
  domains: readonly string[],
): Promise<readonly StoredPolicy[]> {
  if (domains.length === 0) return [];
  const { rows } = await client.query<PolicyRow>({
    name: 'escalations of domains',
    text: `
      select escalation_id, domain_id, project_id, name, filter, filter_or, steps, repeat, until, fallback, acknowledged_for
      from escalation where domain_id = any($1::text[]) and deleted_at is null order by escalation_id`,
    values: [domains],
  });
  return rows.map(({ escalation_id, domain_id, filter, filter_or, fallback, ...policy }) => ({
    ...{ escalation_id, domain_id, filter, filter_or },
    policy: { ...policy, fallback: formatId('subscription', fallback) },
  }));
}

/** Returns those of these policies (uuids) that still exist, and keeps them to the end of the transaction. */
export async function lockPolicies(client: ClientBase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await client.query<{ escalation_id: string }>({
    name: 'lock escalations',
    text: `
      select escalation_id from escalation where escalation_id = any($1::uuid[]) and deleted_at is null
      order by escalation_id for share`,
    values: [encodeUuids(ids)],
  });
  return new Set(rows.map(({ escalation_id }) => escalation_id));
}

const logger = new Logger('Escalations');

/** Returns the policies whose filter matches each item. @throws errors after which it can be repeated */
export async function matchPolicies<Item>(
  match: MatchEach<Item>,
  policies: readonly StoredPolicy[],
  items: readonly Item[],
): Promise<ReadonlyMap<Item, readonly StoredPolicy[]>> {
  const candidates = policies.map((policy) => ({
    ...{ policy, items },
    query: buildAlertQuery(policy, policy.policy.project_id),
  }));
  const found = await matchQueries(match, candidates, ([refused], { message }) =>
    logger.error(`the filter of an escalation of ${refused?.policy.domain_id} is not valid: ${message}`),
  );
  const matched = new Map<Item, StoredPolicy[]>();
  for (const [{ policy }, some] of found)
    for (const item of some) matched.set(item, [...(matched.get(item) ?? []), policy]);
  return matched;
}

/** Removes the rows of policies that were deleted before this. */
export async function removeDeletedPolicies(client: ClientBase, before: Date): Promise<void> {
  await client.query('delete from escalation where deleted_at < $1', [before]);
}
