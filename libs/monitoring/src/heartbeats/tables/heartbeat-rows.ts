import type { EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newUuid, parseId } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import { appendInternalDeliveries } from '../../intake/tables/append-deliveries.js';
import {
  MAX_HEARTBEATS,
  computeDueTime,
  computePatience,
  parseSeconds,
  type Deadline,
  type HeartbeatTerms,
  ANY_DELIVERY,
  type IntervalTerms,
} from '../../webhooks/domain/heartbeat-terms.js';
import { createHeartbeatDelivery } from '../domain/heartbeat-delivery.js';
import type { HeartbeatState } from '../domain/heartbeat-record.js';
import type { Webhook } from '../../webhooks/domain/webhook.js';

interface HeartbeatOwner {
  readonly webhook_id: string;
  readonly domain_id: string;
  readonly project_id: string;
}

/**
 * Returns the SQL expression of the time at which a heartbeat is judged. The time counts from the last gap in
 * accepting: a ping could not arrive during the gap, so its absence says nothing about the source.
 * @param lastPingSql the time of the last ping
 * @param patienceSql seconds
 */
export function buildDueTime(lastPingSql: string, patienceSql: string): string {
  return `greatest(${lastPingSql}, (select accepting_since from heartbeat_watch)) + ${patienceSql} * interval '1 s'`;
}

/** Its `due_at` is when it is reported again, whatever its terms. */
export const IS_MISSING = `heartbeat.state = 'MISSING'`;

export function heartbeatLimitError(): DomainError {
  const limit = MAX_HEARTBEATS.toLocaleString('en');
  const message = `This domain has ${limit} heartbeats, which is the most it may have; delete one first`;
  return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', message);
}

/**
 * Locks the heartbeats of the domain against additions until the end of the transaction.
 * @returns how many more heartbeats the domain may have
 */
export async function lockHeartbeatQuota(sql: SqlRunner, domain_id: string): Promise<number> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('tocsin heartbeats'), hashtext($1))`, [domain_id]);
  const answer = await sql.query(`select count(*)::int as count from heartbeat where domain_id = $1`, [
    domain_id,
  ]);
  const [row] = getRows<{ count: number }>(answer);
  return MAX_HEARTBEATS - (row?.count ?? 0);
}

/** The answer is a list of rows, or has one, depending on the driver. */
function getRows<Row>(answer: unknown): readonly Row[] {
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Row[];
}

interface ScheduledRow extends Deadline {
  readonly heartbeat_id: string;
  readonly last_ping_at: Date | null;
  readonly counted_from: Date;
}

/**
 * Updates `due_at` of heartbeats, in a transaction. The database cannot read schedules: the update treats all heartbeats alike,
 * and those with a schedule are corrected afterwards.
 * @param update an update of `heartbeat` without `returning` that sets `due_at` to null, or to `patience` after the time from
 * which the wait for the next ping counts
 * @param unless a condition over the updated row; `due_at` of rows that meet it stays as `update` has set it
 */
export async function setDueTimes(
  sql: SqlRunner,
  update: string,
  values: unknown[],
  unless?: string,
): Promise<void> {
  await followSchedules(sql, await sql.query(buildDueUpdate(update, unless), values));
}

/** The statement of {@link setDueTimes}, for a caller that executes it itself and passes the answer to {@link followSchedules}. */
export function buildDueUpdate(update: string, unless = 'false'): string {
  return `with updated as (
       ${update}
       returning heartbeat.heartbeat_id, heartbeat.schedule, heartbeat.timezone, heartbeat.grace, heartbeat.last_ping_at,
         heartbeat.due_at - heartbeat.patience * interval '1 s' as counted_from, ${unless} as stays
     )
     select heartbeat_id, null as expect_every, schedule, timezone, grace, last_ping_at, counted_from
     from updated where schedule is not null and counted_from is not null and not stays`;
}

/** @param answer of {@link buildDueUpdate} */
export async function followSchedules(sql: SqlRunner, answer: unknown): Promise<void> {
  const scheduled = getRows<ScheduledRow>(answer);
  if (scheduled.length === 0) return;
  await sql.query(
    `update heartbeat set due_at = due.due_at, patience = due.patience
     from unnest($1::uuid[], $2::timestamptz[], $3::int[]) as due (heartbeat_id, due_at, patience)
     where heartbeat.heartbeat_id = due.heartbeat_id`,
    [
      scheduled.map(({ heartbeat_id }) => heartbeat_id),
      scheduled.map((row) => computeDueTime(row, row.counted_from).toISOString()),
      scheduled.map((row) => computePatience(row, row.last_ping_at ?? row.counted_from)),
    ],
  );
}

/** @returns the id of the new heartbeat */
export async function addHeartbeat(
  sql: SqlRunner,
  { webhook_id, domain_id, project_id }: HeartbeatOwner,
  name: string,
  terms: HeartbeatTerms,
  managed_by: string | null = null,
): Promise<string> {
  const heartbeat_id = newUuid(new Date());
  await sql.query(
    `insert into heartbeat
      (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, schedule, timezone, grace, patience, severity, managed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (webhook_id, name) do nothing`,
    [
      heartbeat_id,
      domain_id,
      webhook_id,
      project_id,
      name,
      terms.expect_every,
      terms.schedule ?? null,
      terms.timezone ?? null,
      terms.grace,
      computePatience(terms, new Date()),
      terms.severity,
      managed_by,
    ],
  );
  return heartbeat_id;
}

/**
 * Changes the terms of a heartbeat. If a judgement is scheduled, its time is computed again by the new terms. A new schedule
 * applies from now on: a time of it that has passed since the last ping was no promise. A new grace of the same schedule moves
 * the judgement of the time that is waited for. The time at which a missing heartbeat is reported again stays.
 */
export async function changeHeartbeat(
  sql: SqlRunner,
  { heartbeat_id, ...current }: HeartbeatTerms & { readonly heartbeat_id: string },
  terms: HeartbeatTerms,
  updated_at = new Date(),
): Promise<void> {
  const { expect_every, schedule = null, timezone = null, grace, severity } = terms;
  const values = [heartbeat_id, expect_every, schedule, timezone, grace, severity, updated_at];
  const set = `update heartbeat set expect_every = $2, schedule = $3, timezone = $4, grace = $5, severity = $6, updated_at = $7`;
  if (schedule !== null && current.schedule === schedule && current.timezone === timezone) {
    await sql.query(
      `${set}, due_at = case when ${IS_MISSING} then due_at else due_at + $8::int * interval '1 s' end, patience = patience + $8::int where heartbeat_id = $1`,
      [...values, parseSeconds(grace) - parseSeconds(current.grace)],
    );
    return;
  }
  const due =
    schedule === null
      ? buildDueTime('last_ping_at', '$8::int')
      : `statement_timestamp() + $8::int * interval '1 s'`;
  await setDueTimes(
    sql,
    `${set}, patience = $8::int, due_at = case when ${IS_MISSING} then due_at when due_at is not null then ${due} end where heartbeat_id = $1`,
    [...values, computePatience(terms, new Date())],
    IS_MISSING,
  );
}

/** Marks a locked heartbeat as one that is kept in files; `null`: in none. */
export async function markHeartbeat(
  sql: SqlRunner,
  { heartbeat_id, domain_id }: { readonly heartbeat_id: string; readonly domain_id: string },
  managed_by: string | null,
  updated_at: Date,
): Promise<void> {
  await sql.query(
    `update heartbeat set managed_by = $3, updated_at = $4 where heartbeat_id = $1 and domain_id = $2`,
    [heartbeat_id, domain_id, managed_by, updated_at],
  );
}

interface HeartbeatRow extends HeartbeatTerms {
  readonly heartbeat_id: string;
  readonly domain_id: string;
  readonly webhook_id: string;
  readonly name: string;
  readonly state: HeartbeatState;
  readonly managed_by: string | null;
  readonly updated_at: Date;
  /** The time of the database. */
  readonly now: Date;
}

/** Removes a locked heartbeat and, if it is missing, resolves its alert. The caller wakes the workers after the commit. */
export async function removeHeartbeat(
  manager: EntityManager,
  { heartbeat_id, domain_id, webhook_id: uuid, name, state, now }: HeartbeatRow,
): Promise<void> {
  await manager.query('delete from heartbeat where heartbeat_id = $1', [heartbeat_id]);
  if (state !== 'MISSING') return;
  const distributed = await isDistributed({
    query: async ({ text }) => ({ rows: await manager.query<Record<string, unknown>[]>(text) }),
  });
  const deleted = createHeartbeatDelivery({ kind: 'deleted', name });
  await appendInternalDeliveries(manager, distributed, { uuid, domain_id }, [deleted], now);
}

/** Returns a heartbeat, locked until the end of the transaction; `undefined` if it does not exist. */
export async function lockHeartbeat(
  manager: EntityManager,
  { webhook_id, domain_id }: { readonly webhook_id: string; readonly domain_id: string },
  name: string,
): Promise<HeartbeatRow | undefined> {
  const [row] = await manager.query<HeartbeatRow[]>(
    `select heartbeat_id, domain_id, webhook_id, name, state, expect_every, schedule, timezone, grace, severity, managed_by, updated_at,
       statement_timestamp() as now
     from heartbeat
     where domain_id = $1 and webhook_id = $2 and name = $3 for update`,
    [domain_id, webhook_id, name],
  );
  return row;
}

/**
 * Schedules a further report of missing heartbeats whose alerts a user has resolved, in the transaction that resolves them: the
 * service is their sender, and repeats the alarm once.
 */
export async function reportAgain(
  sql: SqlRunner,
  webhook_id: string,
  alerts: readonly { readonly alert_id: string; readonly quiet_until: Date }[],
): Promise<void> {
  await sql.query(
    `update heartbeat set due_at = missing.quiet_until
     from (
       select heartbeat_id, quiet_until
       from unnest($2::uuid[], $3::timestamptz[]) as resolved (alert_id, quiet_until) join heartbeat using (alert_id)
       where webhook_id = $1 and state = 'MISSING' order by name for update of heartbeat
     ) as missing
     where heartbeat.heartbeat_id = missing.heartbeat_id`,
    [webhook_id, alerts.map(({ alert_id }) => alert_id), alerts.map(({ quiet_until }) => quiet_until)],
  );
}

type HeartbeatWebhook = Pick<
  Webhook,
  'webhook_id' | 'domain_id' | 'project_id' | 'state' | 'settings' | 'deleted_at'
>;

/**
 * Updates the heartbeats of a webhook after a change of the webhook, in the same transaction. The heartbeat in its
 * settings is stored as a row like all others. Heartbeats of a disabled webhook are not judged, because they cannot be
 * pinged. A deleted webhook has none.
 */
export async function updateWebhookHeartbeat(
  manager: EntityManager,
  webhook: HeartbeatWebhook,
): Promise<void> {
  const { domain_id, project_id, state, settings, deleted_at } = webhook;
  const webhook_id = parseId('webhook', webhook.webhook_id);
  // Workers lock them in the same order.
  await manager.query('select from heartbeat where webhook_id = $1 order by name for update', [webhook_id]);
  if (deleted_at !== null) {
    await manager.query('delete from heartbeat where webhook_id = $1', [webhook_id]);
    return;
  }
  // Missing in webhooks that were stored before this setting existed.
  const terms: IntervalTerms | null | undefined = settings.heartbeat;
  if (state === 'ENABLED') {
    await setDueTimes(
      manager,
      `update heartbeat set silent_for = 0, due_at = clock_timestamp() + patience * interval '1 s'
       where webhook_id = $1 and state = 'ALIVE' and due_at is null`,
      [webhook_id],
    );
    await scheduleReportsAgain(manager, webhook_id, domain_id);
  } else
    await manager.query(`update heartbeat set due_at = null where webhook_id = $1 and due_at is not null`, [
      webhook_id,
    ]);
  await updateSettingsHeartbeat(manager, { webhook_id, domain_id, project_id }, terms ?? null);
}

/** A missing heartbeat whose alert a user has resolved lost the time of its next report while the webhook was disabled. */
async function scheduleReportsAgain(
  manager: EntityManager,
  webhook_id: string,
  domain_id: string,
): Promise<void> {
  const missing = await manager.query<{ alert_id: string }[]>(
    `select alert_id from heartbeat
     where webhook_id = $1 and state = 'MISSING' and due_at is null and alert_id is not null`,
    [webhook_id],
  );
  if (missing.length === 0) return;
  // A separate query, because on a cluster heartbeats and alerts are on different machines.
  const resolved = await manager.query<{ alert_id: string; quiet_until: Date }[]>(
    `select alert_id, greatest(quiet_until, statement_timestamp()) as quiet_until from alert
     where domain_id = $1 and webhook_id = $2 and alert_id = any ($3::uuid[]) and state = 'RESOLVED'`,
    [domain_id, webhook_id, missing.map(({ alert_id }) => alert_id)],
  );
  if (resolved.length > 0) await reportAgain(manager, webhook_id, resolved);
}

async function updateSettingsHeartbeat(
  manager: EntityManager,
  owner: HeartbeatOwner,
  terms: IntervalTerms | null,
): Promise<void> {
  const current = await lockHeartbeat(manager, owner, ANY_DELIVERY);
  if (terms === null) {
    if (current !== undefined) await removeHeartbeat(manager, current);
  } else if (current === undefined) {
    if ((await lockHeartbeatQuota(manager, owner.domain_id)) <= 0) throw heartbeatLimitError();
    await addHeartbeat(manager, owner, ANY_DELIVERY, terms);
  } else if (
    current.expect_every !== terms.expect_every ||
    current.grace !== terms.grace ||
    current.severity !== terms.severity
  ) {
    await changeHeartbeat(manager, current, terms);
  }
}
