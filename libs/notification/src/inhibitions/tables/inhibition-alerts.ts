import type { ClientBase } from 'pg';
import {
  encodeBooleans,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { AlertRole } from '../domain/inhibition-graph.js';

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
  readonly roles: readonly AlertRole[];
  /** Alerts whose stored roles are read as well. uuids */
  readonly alertIds: readonly string[];
}

/**
 * Returns the stored roles that matter for these, over any number of steps, in one statement: sources of their sources, and
 * targets of waiting targets.
 */
export async function readRoles(
  client: ClientBase,
  { roles: all, alertIds }: RoleSelection,
): Promise<readonly StoredRole[]> {
  if (all.length === 0 && alertIds.length === 0) return [];
  // Many alerts of a page have the same: which of them does not matter.
  const roles = [...new Map(all.map((role) => [describeRole(role), role])).values()];
  const { rows } = await client.query<StoredRole>({
    name: 'roles for inhibitions',
    text: `
      with recursive given as materialized (
        select * from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[])
          as t (inhibition_id, key, is_source, is_target)
      ), waiting as (
        (select distinct w.alert_id from given g join inhibition_alert w
           on g.is_source and w.inhibition_id = g.inhibition_id and w.key = g.key and w.is_target
             and w.waits_until is not null
         limit ${MAX_WAITING})
        union
        select w.alert_id from waiting
        join inhibition_alert own on own.alert_id = waiting.alert_id and own.is_source
        join inhibition_alert w on w.inhibition_id = own.inhibition_id and w.key = own.key and w.is_target
          and w.waits_until is not null
      ), walk as (
        (select inhibition_id, key from given where is_target
         union select own.inhibition_id, own.key from waiting join inhibition_alert own using (alert_id)
         where own.is_target)
        union
        select own.inhibition_id, own.key from walk
        cross join lateral (
          select alert_id from inhibition_alert s
          where s.inhibition_id = walk.inhibition_id and s.key = walk.key and s.is_source
          order by s.can_be_held, s.alert_id limit ${MAX_SOURCES}
        ) as source
        join inhibition_alert own on own.alert_id = source.alert_id and own.is_target
      ), found as (
        select alert_id from waiting
        union select unnest($5::uuid[])
        union select source.alert_id from walk cross join lateral (
          select alert_id from inhibition_alert s
          where s.inhibition_id = walk.inhibition_id and s.key = walk.key and s.is_source
          order by s.can_be_held, s.alert_id limit ${MAX_SOURCES}
        ) as source
      )
      select r.alert_id, r.inhibition_id, r.domain_id, r.key, r.is_source, r.is_target, r.waits_until
      from found join inhibition_alert r using (alert_id)`,
    values: [
      encodeUuids(roles.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(roles.map(({ key }) => key)),
      encodeBooleans(roles.map(({ is_source }) => is_source)),
      encodeBooleans(roles.map(({ is_target }) => is_target)),
      encodeUuids(alertIds),
    ],
  });
  return rows;
}

const describeRole = ({ inhibition_id, key, is_source, is_target }: AlertRole) =>
  `${inhibition_id} ${key} ${is_source} ${is_target}`;

export async function storeRoles(client: ClientBase, roles: readonly StoredRole[]): Promise<void> {
  if (roles.length === 0) return;
  const heldAlerts = new Set(roles.filter(({ is_target }) => is_target).map(({ alert_id }) => alert_id));
  await client.query({
    name: 'store roles for inhibitions',
    text: `
      insert into inhibition_alert as stored
        (inhibition_id, alert_id, domain_id, key, is_source, is_target, can_be_held, waits_until)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[], $6::boolean[], $7::boolean[],
        $8::timestamptz[]) order by 1, 2
      on conflict (inhibition_id, alert_id) do update set key = excluded.key, is_source = excluded.is_source,
        is_target = excluded.is_target, can_be_held = excluded.can_be_held, waits_until = excluded.waits_until`,
    values: [
      encodeUuids(roles.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(roles.map(({ alert_id }) => alert_id)),
      encodeTexts(roles.map(({ domain_id }) => domain_id)),
      encodeUuids(roles.map(({ key }) => key)),
      encodeBooleans(roles.map(({ is_source }) => is_source)),
      encodeBooleans(roles.map(({ is_target }) => is_target)),
      encodeBooleans(roles.map(({ alert_id }) => heldAlerts.has(alert_id))),
      encodeTimes(roles.map(({ waits_until }) => waits_until)),
    ],
  });
}

/** Removes roles that are not needed any more. */
export async function removeRoles(
  client: ClientBase,
  roles: readonly Pick<AlertRole, 'inhibition_id' | 'alert_id'>[],
): Promise<void> {
  if (roles.length === 0) return;
  await client.query({
    name: 'remove roles for inhibitions',
    text: `
      delete from inhibition_alert a using unnest($1::uuid[], $2::uuid[]) as t (inhibition_id, alert_id)
      where a.inhibition_id = t.inhibition_id and a.alert_id = t.alert_id`,
    values: [
      encodeUuids(roles.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(roles.map(({ alert_id }) => alert_id)),
    ],
  });
}
