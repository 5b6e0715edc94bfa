import type { PoolClient } from 'pg';
import {
  formatArray,
  formatTextArray,
  formatTimeArray,
  toTimestampSql,
} from '#shared/platform/persistence/array-parameters.js';
import {
  addHeartbeat,
  buildDueTime,
  buildDueUpdate,
  followSchedules,
  lockHeartbeatQuota,
} from '../../persistence/heartbeat-rows.js';
import type { ProcessedWebhook, FoldedWebhook, WebhookCommit } from '../application/ports/processing-log.js';
import { hashKey } from '../domain/alarm.js';
import type { RepeatedDeliveries } from '../domain/signed-deliveries.js';
import type { HeartbeatChange, KnownHeartbeat, KnownHeartbeats } from '../domain/fold-heartbeats.js';
import type { ProcessedBatch } from '../domain/process-batch.js';

interface HeartbeatRow extends KnownHeartbeat {
  readonly webhook_id: string;
  readonly name: string;
}

const NO_HEARTBEATS: KnownHeartbeats = { byName: new Map(), capacity: 0 };

/**
 * Reads and locks the heartbeats of webhooks of one domain, in the order of `all`. Without the lock, their terms could change
 * meanwhile. Makes no query if there are none.
 */
async function readHeartbeats(
  client: PoolClient,
  all: readonly WebhookCommit[],
): Promise<readonly KnownHeartbeats[]> {
  const wanted = all.flatMap(({ webhook, heartbeats }) =>
    heartbeats.map((name) => [webhook.uuid, name] as const),
  );
  const [first] = all;
  if (wanted.length === 0 || first === undefined) return all.map(() => NO_HEARTBEATS);
  const { rows } = await client.query<HeartbeatRow>({
    name: 'read heartbeats',
    text: `
      select webhook_id, name, expect_every, schedule, timezone, grace, severity, state, last_ping_at, missing_since
      from unnest($1::uuid[], $2::text[]) as wanted (webhook_id, name) join heartbeat using (webhook_id, name)
      order by webhook_id, name for update of heartbeat`,
    values: [formatArray(wanted.map(([uuid]) => uuid)), formatTextArray(wanted.map(([, name]) => name))],
  });
  const found = Map.groupBy(rows, ({ webhook_id }) => webhook_id);
  const canCreate = all.some(
    ({ webhook, heartbeats, canCreateHeartbeats }) =>
      canCreateHeartbeats && heartbeats.length > (found.get(webhook.uuid)?.length ?? 0),
  );
  let capacity = canCreate ? await lockHeartbeatQuota(client, first.webhook.domain_id) : 0;
  return all.map(({ webhook, heartbeats, canCreateHeartbeats }) => {
    const byName = new Map((found.get(webhook.uuid) ?? []).map((row) => [row.name, row]));
    const share = canCreateHeartbeats ? Math.min(capacity, heartbeats.length - byName.size) : 0;
    capacity -= share;
    return { byName, capacity: share };
  });
}

/** Folds each batch, without repeated deliveries, with the stored heartbeats of its webhook. */
export async function foldCommits(
  client: PoolClient,
  commits: readonly WebhookCommit[],
  repeated: RepeatedDeliveries,
): Promise<readonly (FoldedWebhook & Pick<WebhookCommit, 'webhook'>)[]> {
  const heartbeats = await readHeartbeats(client, commits);
  return commits.map(({ webhook, fold }, at) => ({
    webhook,
    ...fold(heartbeats[at] ?? NO_HEARTBEATS, repeated),
  }));
}

interface WebhookHeartbeats {
  readonly webhook: ProcessedWebhook;
  readonly heartbeats: readonly HeartbeatChange[];
  readonly batch: Pick<ProcessedBatch, 'correlation'>;
}

/** Writes heartbeats of one domain. For the deadline, a ping ahead of the database's clock counts as a ping from now. */
export async function writeHeartbeats(client: PoolClient, all: readonly WebhookHeartbeats[]): Promise<void> {
  const changes = all.flatMap(({ webhook, heartbeats, batch: { correlation } }) =>
    heartbeats.map((change) => ({
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
    text: buildDueUpdate(`
      update heartbeat set
        state = change.state, last_ping_at = change.last_ping_at, missing_since = change.missing_since,
        silent_for = 0,
        alert_id = case when change.state = 'MISSING' then coalesce(change.alert_id, heartbeat.alert_id) end,
        due_at = case when change.state = 'ALIVE' then ${buildDueTime('least(change.last_ping_at, clock_timestamp())', 'patience')} end
      from (
        select unnest($1::uuid[]) as webhook_id, unnest($2::text[]) as name, unnest($3::text[]) as state,
          ${toTimestampSql('unnest($4::float8[])')} as last_ping_at, ${toTimestampSql('unnest($5::float8[])')} as missing_since,
          unnest($6::uuid[]) as alert_id
      ) as change
      where heartbeat.webhook_id = change.webhook_id and heartbeat.name = change.name`),
    values: [
      formatArray(changes.map(({ webhook }) => webhook.uuid)),
      formatTextArray(changes.map(({ name }) => name)),
      formatArray(changes.map(({ state }) => state)),
      formatTimeArray(changes.map(({ last_ping_at }) => last_ping_at)),
      formatTimeArray(changes.map(({ missing_since }) => missing_since)),
      formatArray(changes.map(({ alert_id }) => alert_id)),
    ],
  });
  await followSchedules(client, answer);
}
