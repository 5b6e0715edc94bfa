import type { ClientBase } from 'pg';
import {
  encodeIntegers,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { EntryKind } from '../domain/entry-kinds.js';
import type { Telling } from '../domain/run.js';
import type { StoredRun } from './runs.js';

/** What the timeline of an alert says about an escalation. */
export interface Entry extends Telling {
  readonly run: StoredRun;
  readonly what: EntryKind;
  readonly reason: string | null;
  /** How many subscriptions were told. */
  readonly told: number;
  readonly at: Date;
}

/** @throws if a step is already recorded as told: then the transaction would tell it twice */
export async function writeEntries(client: ClientBase, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const { rows } = await client.query<{ what: EntryKind }>({
    name: 'write entries of escalations',
    text: `
      insert into escalation_entry (run_id, cycle, step, again, what, domain_id, alert_id, escalation_id, name, reason, told, at)
      select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::uuid[], $8::uuid[],
        $9::text[], $10::text[], $11::int[], $12::timestamptz[])
      on conflict do nothing returning what`,
    values: [
      encodeUuids(entries.map(({ run }) => run.run_id)),
      encodeIntegers(entries.map(({ cycle }) => cycle)),
      encodeIntegers(entries.map(({ step }) => step)),
      encodeIntegers(entries.map(({ again }) => again)),
      encodeTexts(entries.map(({ what }) => what)),
      encodeTexts(entries.map(({ run }) => run.domain_id)),
      encodeUuids(entries.map(({ run }) => run.alert_id)),
      encodeUuids(entries.map(({ run }) => run.escalation_id)),
      encodeTexts(entries.map(({ run }) => run.policy.name)),
      encodeTexts(entries.map(({ reason }) => reason)),
      encodeIntegers(entries.map(({ told }) => told)),
      encodeTimes(entries.map(({ at }) => at)),
    ],
  });
  const count = (some: readonly { readonly what: EntryKind }[]) =>
    some.filter(({ what }) => what === 'TOLD').length;
  if (count(rows) !== count(entries)) throw new Error('a step of an escalation was told before');
}

export async function deleteEntriesBefore(client: ClientBase, cutoff: Date): Promise<void> {
  await client.query('delete from escalation_entry where at < $1', [cutoff]);
}

/** An entry as it is stored. Ids are uuids. */
export interface StoredEntry {
  readonly escalation_id: string;
  readonly name: string;
  readonly what: EntryKind;
  readonly cycle: number;
  readonly step: number;
  readonly told: number;
  readonly reason: string | null;
  readonly at: Date;
}

/** The entries of the alert `$2` of domain `$1`, the newest first, at most `$3`. `$4` are the kinds in the order of what happens. */
export const FIND_ENTRIES = `
  select escalation_id, name, what, cycle, step, told, reason, at from escalation_entry
  where domain_id = $1 and alert_id = $2::uuid order by at desc, cycle desc, step desc, again desc, array_position($4::text[], what) desc limit $3`;
