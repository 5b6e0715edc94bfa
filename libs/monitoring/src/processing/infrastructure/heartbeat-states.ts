import type { PoolClient } from 'pg';
import { encodeTexts, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import {
  addHeartbeat,
  buildDueTime,
  buildDueUpdate,
  IS_MISSING,
  followSchedules,
  lockHeartbeatQuota,
} from '../../heartbeats/tables/heartbeat-rows.js';
import type { ProcessedWebhook, WebhookCommit } from '../application/ports/processing-log.js';
import { hashKey } from '../domain/alarm.js';
import {
  collectHeartbeatNames,
  type HeartbeatChange,
  type KnownHeartbeat,
  type KnownHeartbeats,
} from '../domain/fold-heartbeats.js';
import type { ProcessedBatch } from '../domain/process-batch.js';

interface HeartbeatRow extends KnownHeartbeat {
  readonly webhook_id: string;
  readonly name: string;
}

/**
 * Reads and locks the heartbeats of webhooks of one domain, in the order of `commits`: `undefined` for those whose deliveries refer
 * to none. Without the lock, their terms could change meanwhile. Makes no query if there are none.
 */
export async function readHeartbeats(
  client: PoolClient,
  commits: readonly WebhookCommit[],
): Promise<readonly (KnownHeartbeats | undefined)[]> {
  const all = commits.map(({ webhook, segments }) => ({
    webhook,
    names: collectHeartbeatNames(webhook, segments),
    canCreate: webhook.settings.heartbeats === 'AUTO' || webhook.settings.heartbeat_of !== null,
  }));
  const wanted = all.flatMap(({ webhook, names }) => names.map((name) => [webhook.uuid, name] as const));
  const [first] = all;
  if (wanted.length === 0 || first === undefined) return all.map(() => undefined);
  const { rows } = await client.query<HeartbeatRow>({
    name: 'read heartbeats',
    text: `
      select webhook_id, name, expect_every, schedule, timezone, grace, severity, state, last_ping_at, missing_since
      from unnest($1::uuid[], $2::text[]) as wanted (webhook_id, name) join heartbeat using (webhook_id, name)
      order by webhook_id, name for update of heartbeat`,
    values: [encodeUuids(wanted.map(([uuid]) => uuid)), encodeTexts(wanted.map(([, name]) => name))],
  });
  const found = Map.groupBy(rows, ({ webhook_id }) => webhook_id);
  const mayCreate = all.some(
    ({ webhook, names, canCreate }) => canCreate && names.length > (found.get(webhook.uuid)?.length ?? 0),
  );
  let capacity = mayCreate ? await lockHeartbeatQuota(client, first.webhook.domain_id) : 0;
  return all.map(({ webhook, names, canCreate }) => {
    if (names.length === 0) return undefined;
    const byName = new Map((found.get(webhook.uuid) ?? []).map((row) => [row.name, row]));
    const share = canCreate ? Math.min(capacity, names.length - byName.size) : 0;
    capacity -= share;
    return { byName, capacity: share };
  });
}

interface WebhookHeartbeats {
  readonly webhook: ProcessedWebhook;
  readonly changes: readonly HeartbeatChange[];
  readonly batch: Pick<ProcessedBatch, 'correlation'>;
}

/**
 * Writes heartbeats of one domain. What arrived ahead of the database's clock counts as from now: for an hour after the clock was
 * set back, failures and recoveries would otherwise look older than it. A missing heartbeat whose alert a user has resolved keeps
 * the time at which it is reported again, until another alert is open.
 */
export async function writeHeartbeats(client: PoolClient, all: readonly WebhookHeartbeats[]): Promise<void> {
  const changes = all.flatMap(({ webhook, changes: own, batch: { correlation } }) =>
    own.map((change) => ({
      ...change,
      webhook,
      alert_id:
        change.state === 'MISSING'
          ? (correlation.states.get(hashKey(change.event_key))?.alert_id ?? null)
          : null,
    })),
  );
  if (changes.length === 0) return;
  for (const { isNew, webhook, name, ...terms } of changes) {
    const { uuid: webhook_id, domain_id, project_id } = webhook;
    if (isNew) await addHeartbeat(client, { webhook_id, domain_id, project_id }, name, terms);
  }
  const answer = await client.query({
    name: 'write heartbeats',
    text: buildDueUpdate(
      `
      update heartbeat set
        state = change.state,
        last_ping_at = case when change.last_ping_at is not null then least(change.last_ping_at, clock_timestamp()) end,
        missing_since = case when change.missing_since is not null then least(change.missing_since, clock_timestamp()) end,
        silent_for = 0,
        alert_id = case when change.state = 'MISSING' then coalesce(change.alert_id, heartbeat.alert_id) end,
        due_at = case
          when change.state = 'ALIVE' then ${buildDueTime('least(change.last_ping_at, clock_timestamp())', 'patience')}
          when change.state = 'MISSING' and heartbeat.state = 'MISSING'
            and heartbeat.alert_id = coalesce(change.alert_id, heartbeat.alert_id) then heartbeat.due_at end
      from (
        select unnest($1::uuid[]) as webhook_id, unnest($2::text[]) as name, unnest($3::text[]) as state,
          unnest($4::timestamptz[]) as last_ping_at, unnest($5::timestamptz[]) as missing_since,
          unnest($6::uuid[]) as alert_id
      ) as change
      where heartbeat.webhook_id = change.webhook_id and heartbeat.name = change.name`,
      IS_MISSING,
    ),
    values: [
      encodeUuids(changes.map(({ webhook }) => webhook.uuid)),
      encodeTexts(changes.map(({ name }) => name)),
      encodeTexts(changes.map(({ state }) => state)),
      encodeTimes(changes.map(({ last_ping_at }) => last_ping_at)),
      encodeTimes(changes.map(({ missing_since }) => missing_since)),
      encodeUuids(changes.map(({ alert_id }) => alert_id)),
    ],
  });
  await followSchedules(client, answer);
}
