import { DomainError } from '#shared/kernel/domain-error.js';
import { newUuid } from '#shared/kernel/ids.js';
import {
  MAX_HEARTBEATS,
  computePatience,
  type HeartbeatTerms,
} from '../heartbeats/domain/heartbeat-terms.js';

/** Runs statements in the caller's transaction. */
interface SqlRunner {
  query(text: string, values: unknown[]): Promise<unknown>;
}

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
  const rows = (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as { count: number }[];
  return MAX_HEARTBEATS - (rows[0]?.count ?? 0);
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
      (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, grace, patience, severity)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (webhook_id, name) do nothing`,
    [
      heartbeat_id,
      domain_id,
      webhook_id,
      project_id,
      name,
      terms.expect_every,
      terms.grace,
      computePatience(terms),
      terms.severity,
    ],
  );
  return heartbeat_id;
}

/** Changes the terms of a heartbeat. If a judgement is scheduled, its time is computed again by the new terms. */
export async function changeHeartbeat(
  sql: SqlRunner,
  heartbeat_id: string,
  terms: HeartbeatTerms,
  updated_at = new Date(),
): Promise<void> {
  await sql.query(
    `update heartbeat set expect_every = $2, grace = $3, patience = $4::int, severity = $5,
       updated_at = $6,
       due_at = case when due_at is not null then ${buildDueTime('last_ping_at', '$4::int')} end
     where heartbeat_id = $1`,
    [heartbeat_id, terms.expect_every, terms.grace, computePatience(terms), terms.severity, updated_at],
  );
}
