import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { parseId } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { matchQueries, type MatchEach } from '../../subscriptions/tables/match-queries.js';
import { createEqualKey } from '../domain/equal-fields.js';
import type { AlertRole } from '../domain/inhibition-graph.js';
import {
  encodeBooleans,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';

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

/** The sources of one inhibition and key that are considered. Of more, those that nothing can hold come first. */
const MAX_SOURCES = 20;
/** The maximum number of waiting alerts that the sources of a page are compared with. */
const MAX_WAITING = 2_000;

export interface StoredRole extends AlertRole {
  readonly domain_id: string;
  /** Until when its opening waits for a source. */
  readonly waits_until: Date | null;
}

interface RoleSelection {
  /** The roles of changed alerts. The sources of targets are read, and the targets of sources that still wait. */
  readonly roles: readonly (AlertRole & { readonly domain_id: string })[];
  /** Alerts whose stored roles are read as well. uuids */
  readonly alertIds: readonly string[];
}

/** As `inhibition_alert` stores roles: those that an alert only waits with, and that have the same key, are one row. */
interface RoleRow extends StoredRole {
  readonly others: readonly string[];
}

const SOURCES_OF_WALK = `
  select alert_id from inhibition_alert s
  where s.inhibition_id = walk.inhibition_id and s.key = walk.key and s.is_source
  order by s.can_be_held, s.alert_id limit ${MAX_SOURCES}`;

/** The inhibitions and keys of which alerts are targets. `offset 0`: by the index, however many alerts there are. */
const selectTargetKeys = (alerts: string) => `
  select target.inhibition_id, own.key from ${alerts} as given_alert cross join lateral (
    select inhibition_id, others, key from inhibition_alert own
    where own.alert_id = given_alert.alert_id and own.is_target offset 0
  ) as own cross join lateral unnest(own.inhibition_id || own.others) as target (inhibition_id)`;

/** The waiting alerts that are targets of the sources `of`, by the index. */
const selectWaiting = (of: string) => `
  select w.alert_id from inhibition_alert w
  where w.domain_id = ${of}.domain_id and w.key = ${of}.key and w.waits_until is not null and w.is_target
    and (w.inhibition_id = ${of}.inhibition_id or ${of}.inhibition_id = any(w.others)) offset 0`;

/**
 * Returns the stored roles that matter for these, over any number of steps, in one statement: sources of their sources, and
 * targets of waiting targets.
 */
export async function readRoles(
  client: RecordReader,
  { roles: all, alertIds }: RoleSelection,
): Promise<readonly StoredRole[]> {
  if (all.length === 0 && alertIds.length === 0) return [];
  // Many alerts of a page have the same: which of them does not matter.
  const roles = [...new Map(all.map((role) => [describeRole(role), role])).values()];
  const { rows } = await client.query<RoleRow>({
    name: 'roles for inhibitions',
    text: `
      with recursive given as materialized (
        select * from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[], $6::text[])
          as t (inhibition_id, key, is_source, is_target, domain_id)
      ), waiting as (
        (select distinct w.alert_id from given cross join lateral (${selectWaiting('given')}) as w
         where given.is_source limit ${MAX_WAITING})
        union
        select w.alert_id from waiting cross join lateral (
          select inhibition_id, key, domain_id from inhibition_alert own
          where own.alert_id = waiting.alert_id and own.is_source offset 0
        ) as own cross join lateral (${selectWaiting('own')}) as w
      ), walk as (
        (select inhibition_id, key from given where is_target union ${selectTargetKeys('waiting')})
        union
        select own.inhibition_id, own.key from walk cross join lateral (
          ${selectTargetKeys(`(${SOURCES_OF_WALK})`)}
        ) as own
      ), found as (
        select alert_id from waiting
        union select unnest($5::uuid[])
        union select source.alert_id from walk cross join lateral (${SOURCES_OF_WALK}) as source
      )
      select r.* from found cross join lateral (
        select alert_id, inhibition_id, others, domain_id, key, is_source, is_target, waits_until from inhibition_alert r
        where r.alert_id = found.alert_id offset 0
      ) as r`,
    values: [
      encodeUuids(roles.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(roles.map(({ key }) => key)),
      encodeBooleans(roles.map(({ is_source }) => is_source)),
      encodeBooleans(roles.map(({ is_target }) => is_target)),
      encodeUuids(alertIds),
      encodeTexts(roles.map(({ domain_id }) => domain_id)),
    ],
  });
  return rows.flatMap(({ others, ...role }) => [
    role,
    ...others.map((inhibition_id) => ({ ...role, inhibition_id })),
  ]);
}

const describeRole = ({ inhibition_id, key, is_source, is_target }: AlertRole) =>
  `${inhibition_id} ${key} ${is_source} ${is_target}`;

/** Stores the roles of alerts, none of which has any. Those that an alert only waits with are one row for each key. */
export async function storeRoles(client: ClientBase, roles: readonly StoredRole[]): Promise<void> {
  if (roles.length === 0) return;
  const heldAlerts = new Set(roles.filter(({ is_target }) => is_target).map(({ alert_id }) => alert_id));
  const rows = foldRoles(roles);
  await client.query({
    name: 'store roles for inhibitions',
    text: `
      insert into inhibition_alert as stored
        (inhibition_id, alert_id, domain_id, key, is_source, is_target, can_be_held, waits_until, others)
      select inhibition_id, alert_id, domain_id, key, is_source, is_target, can_be_held, waits_until, others::uuid[]
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[], $6::boolean[], $7::boolean[],
        $8::timestamptz[], $9::text[])
        as t (inhibition_id, alert_id, domain_id, key, is_source, is_target, can_be_held, waits_until, others)
      order by 1, 2
      on conflict (inhibition_id, alert_id) do update set key = excluded.key, is_source = excluded.is_source,
        is_target = excluded.is_target, can_be_held = excluded.can_be_held, waits_until = excluded.waits_until,
        others = excluded.others`,
    values: [
      encodeUuids(rows.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(rows.map(({ alert_id }) => alert_id)),
      encodeTexts(rows.map(({ domain_id }) => domain_id)),
      encodeUuids(rows.map(({ key }) => key)),
      encodeBooleans(rows.map(({ is_source }) => is_source)),
      encodeBooleans(rows.map(({ is_target }) => is_target)),
      encodeBooleans(rows.map(({ alert_id }) => heldAlerts.has(alert_id))),
      encodeTimes(rows.map(({ waits_until }) => waits_until)),
      encodeTexts(rows.map(({ others }) => `{${others.join(',')}}`)),
    ],
  });
}

function foldRoles(roles: readonly StoredRole[]): readonly RoleRow[] {
  const groups = Map.groupBy(roles, ({ alert_id, inhibition_id, key, is_source }) =>
    is_source ? `${alert_id} ${key} ${inhibition_id}` : `${alert_id} ${key}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, others: others.map(({ inhibition_id }) => inhibition_id) }],
  );
}

/** Removes all roles of alerts. @param alertIds uuids */
export async function removeRoles(client: ClientBase, alertIds: readonly string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await client.query({
    name: 'remove roles for inhibitions',
    text: 'delete from inhibition_alert where alert_id = any($1::uuid[])',
    values: [encodeUuids(alertIds)],
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
