import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { parseId } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { matchQueries, type MatchEach } from '../../subscriptions/tables/match-queries.js';
import { createEqualKey } from '../domain/equal-fields.js';
import type { AlertRole } from '../domain/inhibition-graph.js';

export interface StoredInhibition {
  /** uuid */
  readonly inhibition_id: string;
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly name: string;
  readonly source: readonly unknown[];
  readonly target: readonly unknown[];
  readonly equal: readonly string[];
  /** Seconds. */
  readonly wait: number;
  readonly settle: number;
  readonly max: number;
  readonly updated_at: Date;
}

/** The SQL condition on an inhibition that it takes effect. */
export const TAKES_EFFECT = '(enabled and deleted_at is null)';

const SELECT_INHIBITIONS = `
  select inhibition_id, domain_id, project_id, name, source, target, equal, wait, settle, max, updated_at from inhibition
  where domain_id = any($1::text[]) and ${TAKES_EFFECT}
  order by inhibition_id`;

/** Returns the inhibitions of these domains that take effect. */
export const readInhibitions = (client: RecordReader, domains: readonly string[]) =>
  queryInhibitions(client, 'inhibitions of domains', SELECT_INHIBITIONS, domains);

/**
 * As {@link readInhibitions}, but locks the inhibitions to the end of the transaction, so that they do not change before
 * decisions based on them are stored.
 */
export const lockInhibitions = (client: ClientBase, domains: readonly string[]) =>
  queryInhibitions(client, 'lock inhibitions of domains', `${SELECT_INHIBITIONS} for share`, domains);

async function queryInhibitions(
  client: RecordReader,
  name: string,
  text: string,
  domains: readonly string[],
) {
  if (domains.length === 0) return [];
  return (await client.query<StoredInhibition>({ name, text, values: [domains] })).rows;
}

/** Returns which of these ids (uuids) are inhibitions of a domain, whether they take effect or not. */
export async function findInhibitionIds(
  client: RecordReader,
  domain_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await client.query<{ inhibition_id: string }>(
    `select inhibition_id from inhibition
     where domain_id = $1 and inhibition_id = any($2::uuid[]) and deleted_at is null`,
    [domain_id, ids],
  );
  return new Set(rows.map(({ inhibition_id }) => inhibition_id));
}

/** The reason of a notification that an inhibition holds back. */
export const describeInhibition = (name: string) => `held back by the inhibition “${name}”`;

/** Returns the queries of its sources and of its targets; `undefined` matches everything. */
export const buildInhibitionQueries = ({ source, target, project_id }: StoredInhibition) =>
  [source, target].map((filter) => buildAlertQuery({ filter, filter_or: [] }, project_id));

/** Which inhibitions an alert is a source of, and a target. */
export interface Matched {
  readonly sources: ReadonlySet<StoredInhibition>;
  readonly targets: ReadonlySet<StoredInhibition>;
}

const logger = new Logger('Inhibitions');

/**
 * Applies both filters of all inhibitions, in one statement for each fifty. Leaves out items that none of them matches.
 * @throws errors after which it can be repeated
 */
export async function matchInhibitions<Item>(
  match: MatchEach<Item>,
  inhibitions: readonly StoredInhibition[],
  items: readonly Item[],
): Promise<ReadonlyMap<Item, Matched>> {
  const candidates = inhibitions.flatMap((inhibition) =>
    buildInhibitionQueries(inhibition).map((query, at) => ({
      ...{ inhibition, query, items },
      part: at === 0 ? ('source' as const) : ('target' as const),
    })),
  );
  const found = await matchQueries(match, candidates, ([refused], { message }) => {
    // The filter may name a field that no longer exists. Sending too much is better than holding back for ever.
    const domain_id = refused?.inhibition.domain_id;
    logger.error(`the ${refused?.part} of an inhibition of ${domain_id} is not valid: ${message}`);
  });
  const matched = new Map<Item, { sources: Set<StoredInhibition>; targets: Set<StoredInhibition> }>();
  for (const [{ inhibition, part }, matches] of found)
    for (const item of matches) {
      const entry = matched.get(item) ?? { sources: new Set(), targets: new Set() };
      entry[part === 'source' ? 'sources' : 'targets'].add(inhibition);
      matched.set(item, entry);
    }
  return matched;
}

interface RoledAlert {
  readonly alert_id: string;
  readonly state: string;
}

/** Returns what an alert is for the inhibitions that it matches. A resolved alert is nothing. */
export function createRoles(alert: RoledAlert, matched: Matched | undefined): readonly AlertRole[] {
  if (matched === undefined || alert.state !== 'OPEN') return [];
  const alert_id = parseId('alert', alert.alert_id);
  const { sources, targets } = matched;
  // Inhibitions of a domain often compare the same fields.
  const keys = new Map<string, string | undefined>();
  return [...new Set([...sources, ...targets])].flatMap((inhibition) => {
    const { inhibition_id, equal } = inhibition;
    const compared = equal.join('\n');
    const key = keys.has(compared) ? keys.get(compared) : createEqualKey(equal, alert);
    keys.set(compared, key);
    const parts = { is_source: sources.has(inhibition), is_target: targets.has(inhibition) };
    return key === undefined ? [] : [{ alert_id, inhibition_id, key, ...parts }];
  });
}

/** Removes the rows of inhibitions that were deleted before this. */
export async function removeDeletedInhibitions(client: ClientBase, before: Date): Promise<void> {
  await client.query(
    `with removed as (delete from inhibition where deleted_at < $1 returning inhibition_id)
     delete from inhibition_alert a using removed where a.inhibition_id = removed.inhibition_id`,
    [before],
  );
}
