import type { ClientBase } from 'pg';

/**
 * What an entry counts: a change that was read, or a notification that was made of it, at once, after a silence or by a step of an
 * escalation.
 */
export type LedgerCount = 'changes' | 'matched' | 'after_silence' | 'by_steps';

export interface LedgerEntry {
  readonly domain_id: string;
  readonly at: Date;
  readonly as: LedgerCount;
}

interface LedgerRow {
  readonly domain_id: string;
  readonly day: string;
  readonly changes: number;
  readonly matched: number;
  readonly after_silence: number;
  readonly by_steps: number;
}

/**
 * Adds the entries to the ledger. Must be the last statement of the transaction that makes what is counted. Rows are locked
 * in a fixed order. Both prevent deadlocks.
 */
export async function countInLedger(client: ClientBase, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = [...Map.groupBy(entries, ({ domain_id, at }) => `${dayOf(at)} ${domain_id}`).values()].map(
    sumEntries,
  );
  await client.query({
    name: 'count in ledger',
    text: `
      insert into notification_ledger as ledger (domain_id, day, changes, matched, after_silence, by_steps)
      select * from unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
        as t (domain_id, day, changes, matched, after_silence, by_steps)
      order by 1, 2
      on conflict (domain_id, day) do update set changes = ledger.changes + excluded.changes,
        matched = ledger.matched + excluded.matched,
        after_silence = ledger.after_silence + excluded.after_silence, by_steps = ledger.by_steps + excluded.by_steps`,
    values: [
      rows.map(({ domain_id }) => domain_id),
      rows.map(({ day }) => day),
      rows.map(({ changes }) => changes),
      rows.map(({ matched }) => matched),
      rows.map(({ after_silence }) => after_silence),
      rows.map(({ by_steps }) => by_steps),
    ],
  });
}

/** Deletes the ledger of days whose partition of notifications was dropped. */
export async function deleteDroppedDays(client: ClientBase): Promise<void> {
  await client.query(`
    delete from notification_ledger where to_regclass('notification_p' || to_char(day, 'YYYYMMDD')) is null`);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function sumEntries(entries: readonly LedgerEntry[]): LedgerRow {
  const [{ domain_id, at }] = entries as readonly [LedgerEntry];
  const countOf = (as: LedgerCount) => entries.filter((entry) => entry.as === as).length;
  return {
    ...{ domain_id, day: dayOf(at) },
    ...{ changes: countOf('changes'), matched: countOf('matched') },
    ...{ after_silence: countOf('after_silence'), by_steps: countOf('by_steps') },
  };
}
