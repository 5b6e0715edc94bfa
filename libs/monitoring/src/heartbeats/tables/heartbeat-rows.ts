import { DomainError } from '#shared/kernel/domain-error.js';
import { newUuid } from '#shared/kernel/ids.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import {
  MAX_HEARTBEATS,
  computeDueTime,
  computePatience,
  parseSeconds,
  type Deadline,
  type HeartbeatTerms,
} from '../../webhooks/domain/heartbeat-terms.js';

export interface HeartbeatOwner {
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
): Promise<string> {
  const heartbeat_id = newUuid(new Date());
  await sql.query(
    `insert into heartbeat
      (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, schedule, timezone, grace, patience, severity)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (webhook_id, name) do nothing`,
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
    ],
  );
  return heartbeat_id;
}

/**
 * Changes the terms of a heartbeat. If a judgement is scheduled, its time is computed again by the new terms. A new schedule
 * applies from now on: a time of it that has passed since the last ping was no promise. A new grace of the same schedule moves
 * the judgement of the time that is waited for.
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
      `${set}, due_at = due_at + $8::int * interval '1 s', patience = patience + $8::int where heartbeat_id = $1`,
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
    `${set}, patience = $8::int, due_at = case when due_at is not null then ${due} end where heartbeat_id = $1`,
    [...values, computePatience(terms, new Date())],
  );
}
