import type { Client } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inClientTransaction } from '#shared/platform/persistence/in-transaction.js';
import { looseIndexScan } from '#shared/platform/persistence/loose-index-scan.js';
import { COUNTED_COLUMNS, countAlerts, type CountedAlert } from '../../processing/tables/count-alerts.js';
import { lowestUuid } from '#shared/query/instant.js';

/** The number of rows per statement. Small, so that others do not wait long for its locks. */
const BATCH_SIZE = 2_000;

/**
 * Removes all records of a domain before an instant, in batches, for domains with a shorter retention than the
 * partitions.
 */
export async function removeExpired(sql: Client, domain_id: string, before: Date): Promise<number> {
  const lowestId = lowestUuid(before.getTime());
  let removed = 0;
  for (const [table, id, condition] of [
    ['event', 'event_id', 'true'],
    ['quarantine', 'delivery_id', 'true'],
    // A pending delivery is stored nowhere else.
    ['delivery_segment', 'segment_id', 'processed_at is not null'],
  ]) {
    removed += await deleteInBatches(sql, [domain_id, lowestId], (limit) => ({
      text: `
        with aged as materialized (
          select ${id} from ${table} where domain_id = $1 and ${id} < $2 and ${condition}
          order by ${id} limit ${limit}
        )
        delete from ${table} using aged
        where ${table}.domain_id = $1 and ${table}.${id} = aged.${id} and ${table}.${id} < $2`,
    }));
  }
  for (const [counts, column, interval] of [
    ['event_roll_up', 'hour', '1 hour'],
    ['event_roll_up_delta', 'hour', '1 hour'],
    ['event_roll_up_day', 'day', '1 day'],
  ]) {
    await sql.query(
      `delete from ${counts} where domain_id = $1 and ${column} <= $2::timestamptz - interval '${interval}'`,
      [domain_id, before],
    );
  }
  return removed;
}

const REMOVE_ALERTS = `
  with old as materialized (
    select alert_id, webhook_id from alert
    where domain_id = $1 and alert_id < $2 and state = 'RESOLVED' and last_received_at < $3
    order by alert_id limit ${BATCH_SIZE}
  ), held as materialized (
    select webhook_id from webhook_cursor where domain_id = $1 and webhook_id in (select webhook_id from old)
    order by webhook_id for update skip locked
  ), aged as materialized (
    select alert_id, webhook_id, event_key from alert
    where domain_id = $1 and state = 'RESOLVED' and last_received_at < $3 and alert_id = any (array(
      select alert_id from old
      where webhook_id in (select webhook_id from held)
        or not exists (
          select from webhook_cursor where domain_id = $1 and webhook_cursor.webhook_id = old.webhook_id)))
    for update skip locked
  ), forgotten as materialized (
    select known.webhook_id, known.key_hash
    from aged join alarm_state known on known.domain_id = $1 and known.webhook_id = aged.webhook_id
      and known.key_hash = sha256(convert_to(aged.event_key, 'UTF8')) and known.alert_id = aged.alert_id
    where not known.open for update of known skip locked
  ), gone as (
    delete from alarm_state using forgotten
    where alarm_state.domain_id = $1 and alarm_state.webhook_id = forgotten.webhook_id
      and alarm_state.key_hash = forgotten.key_hash
  ), unnoted as (
    delete from alert_note using aged where alert_note.domain_id = $1 and alert_note.alert_id = aged.alert_id
  )
  delete from alert using aged where alert.domain_id = $1 and alert.alert_id = aged.alert_id`;

/**
 * Removes resolved alerts whose last alarm is older than an instant, their notes, and the correlation state of their keys. Takes the
 * locks of their webhooks, as every writer of alerts does, but skips locked ones until the next run. A webhook that was
 * removed has no lock any more.
 */
export async function removeExpiredAlerts(sql: Client, domain_id: string, before: Date): Promise<number> {
  const values = [domain_id, lowestUuid(before.getTime()), before];
  if (await isDistributed(sql)) return removeAndCount(sql, values);
  return deleteInBatches(sql, values, () => ({ text: REMOVE_ALERTS }));
}

/** Updates the counts of alerts, as triggers do on a single server. */
async function removeAndCount(sql: Client, values: readonly unknown[]): Promise<number> {
  const text = `${REMOVE_ALERTS} returning ${COUNTED_COLUMNS.replaceAll(/\w+/g, 'alert.$&')}`;
  let removed = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
    count = await inClientTransaction(sql, async () => {
      const { rows } = await sql.query<CountedAlert>(text, [...values]);
      await countAlerts(sql, rows, []);
      return rows.length;
    });
    removed += count;
  }
  return removed;
}

/** Removes decisions older than an instant, except those that still determine the state of a stored alert. */
export async function removeExpiredDecisions(sql: Client, domain_id: string, before: Date): Promise<number> {
  return deleteInBatches(sql, [domain_id, before], (limit) => ({
    text: `
      with aged as materialized (
        select webhook_id, event_key, decided_at, decision_id from alert_decision as one
        where domain_id = $1 and received_at < $2 and not exists (
          select from alert
          where domain_id = $1 and alert.webhook_id = one.webhook_id and alert.event_key = one.event_key
            and opened_at <= one.received_at and coalesce(resolved_at, 'infinity') >= one.decided_at)
        limit ${limit}
      )
      delete from alert_decision as one using aged
      where one.domain_id = $1 and one.webhook_id = aged.webhook_id and one.event_key = aged.event_key
        and one.decided_at = aged.decided_at and one.decision_id = aged.decision_id`,
  }));
}

/**
 * Removes decisions from before an instant that only repeat the one before and are repeated by the next, while no alert of their
 * key began or ended: the first and the last of them decide. A sender repeats its decision with each message for as long as the
 * alert is open, and each settlement reads all of them.
 */
export async function removeRepeatedDecisions(sql: Client, domain_id: string, before: Date): Promise<number> {
  return deleteInBatches(sql, [domain_id, before], (limit) => ({
    text: `
      with compared as (
        select webhook_id, event_key, decided_at, decision_id, received_at, content,
          lag(content) over in_order as content_before, lead(content) over in_order as content_after,
          lag(decided_at) over in_order as previous_at, lead(decided_at) over in_order as next_at,
          lead(received_at) over in_order as next_received_at
        from (
          select *, row(alert_id, acknowledged, actor, comment, until) as content from alert_decision where domain_id = $1
        ) as one
        window in_order as (partition by webhook_id, event_key order by decided_at, decision_id)
      ), repeated as materialized (
        select webhook_id, event_key, decided_at, decision_id from compared as one
        where previous_at is not null and next_at < $2 and received_at < $2 and next_received_at < $2
          and content is not distinct from content_before and content is not distinct from content_after
          and not exists (
            select from alert
            where domain_id = $1 and alert.webhook_id = one.webhook_id and alert.event_key = one.event_key
              and (resolved_at between previous_at and next_at
                or opened_at between previous_at and greatest(next_at, one.received_at, next_received_at)))
        limit ${limit}
      )
      delete from alert_decision as one using repeated
      where one.domain_id = $1 and one.webhook_id = repeated.webhook_id and one.event_key = repeated.event_key
        and one.decided_at = repeated.decided_at and one.decision_id = repeated.decision_id`,
  }));
}

/**
 * Removes the memory of signed deliveries whose signatures are no longer valid. It stays while a delivery that arrived before
 * is pending, because that may be a replay.
 */
export async function removeExpiredSignatures(sql: Client, domain_id: string, now: Date): Promise<number> {
  return deleteInBatches(sql, [domain_id, now], (limit) => ({
    text: `
      with aged as materialized (
        select webhook_id, signed_id from signed_delivery one
        where domain_id = $1 and remembered_until < $2 and not exists (
          select from delivery_segment segment
          where segment.domain_id = $1 and segment.webhook_id = one.webhook_id and processed_at is null
            and segment.received_at <= one.remembered_until)
        limit ${limit} for update skip locked
      )
      delete from signed_delivery one using aged
      where one.domain_id = $1 and one.webhook_id = aged.webhook_id and one.signed_id = aged.signed_id`,
  }));
}

/** Removes the memory of acts at receivers. Repetitions of such acts are refused by their time. */
export async function removeExpiredActs(sql: Client, domain_id: string, before: Date): Promise<number> {
  return deleteInBatches(sql, [domain_id, before], (limit) => ({
    text: `
      with aged as materialized (
        select via_id, act_id from alert_act where domain_id = $1 and received_at < $2 limit ${limit}
        for update skip locked
      )
      delete from alert_act one using aged
      where one.domain_id = $1 and one.via_id = aged.via_id and one.act_id = aged.act_id`,
  }));
}

export async function findDomains(
  sql: Client,
  table: 'alert' | 'alert_act' | 'alert_decision' | 'signed_delivery',
): Promise<string[]> {
  const { rows } = await sql.query<{ domain_id: string }>(
    (await isDistributed(sql))
      ? `select distinct domain_id from ${table}`
      : `with ${looseIndexScan({ name: 'each', table, columns: ['domain_id'] })} select domain_id from each`,
  );
  return rows.map(({ domain_id }) => domain_id);
}

async function deleteInBatches(
  sql: Client,
  values: readonly unknown[],
  statement: (limit: number) => { readonly text: string },
): Promise<number> {
  let removed = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
    count = (await sql.query({ ...statement(BATCH_SIZE), values: [...values] })).rowCount ?? 0;
    removed += count;
  }
  return removed;
}
