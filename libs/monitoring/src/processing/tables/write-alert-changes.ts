import type { ClientBase } from 'pg';
import {
  splitRows,
  encodeBooleans,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { AlertTransition } from '../domain/correlation.js';

const UUID_COLUMNS = [
  'alert_id',
  'event_id',
  'note_id',
  'via_id',
] as const satisfies readonly (keyof AlertTransition)[];
const TEXT_COLUMNS = [
  'kind',
  'state_before',
  'state',
  'severity_before',
  'severity',
  'actor',
  'assignee',
] as const satisfies readonly (keyof AlertTransition)[];
const COLUMNS = [
  ...UUID_COLUMNS.map((name) => [name, 'uuid']),
  ...TEXT_COLUMNS.map((name) => [name, 'text']),
  ['flapping', 'bool'],
  ['calm_at', 'timestamptz'],
  ['via_at', 'timestamptz'],
];
const COLUMN_LIST = COLUMNS.map(([name]) => name).join(', ');
const FIRST_PARAMETER = 2;
/** The beginning of a UUIDv7 with the current time. The number of the change follows. */
const ID_TIMESTAMP = `(
  select lpad(to_hex((date_part('epoch', statement_timestamp()) * 1000)::bigint), 12, '0') || '70008')`;
/** Numbered in the order in which they are given. */
const INSERT = `
  insert into alert_change (index, change_id, domain_id, ${COLUMN_LIST})
  select index, (${ID_TIMESTAMP} || lpad(to_hex(index), 15, '0'))::uuid, $1, ${COLUMN_LIST}
  from (
    select nextval('alert_change_index') as index,
      ${COLUMNS.map(([name, type], at) => `unnest($${FIRST_PARAMETER + at}::${type}[]) as ${name}`).join(', ')}
  ) as change`;

/**
 * Writes changes of alerts to the outbox, in the transaction that changes the alerts and after it has locked their
 * rows. So the numbers of the changes are in the order in which each alert changed.
 * @param changes their ids are uuids
 */
export async function writeAlertChanges(
  client: ClientBase,
  domain_id: string,
  changes: readonly AlertTransition[],
): Promise<void> {
  for (const [from, to] of splitRows(changes)) {
    const chunk = changes.slice(from, to);
    await client.query({
      name: 'write alert changes',
      text: INSERT,
      values: [
        domain_id,
        ...UUID_COLUMNS.map((name) => encodeUuids(chunk.map((change) => change[name] ?? null))),
        ...TEXT_COLUMNS.map((name) => encodeTexts(chunk.map((change) => change[name] ?? null))),
        encodeBooleans(chunk.map(({ flapping = false }) => flapping)),
        encodeTimes(chunk.map(({ calm_at = null }) => calm_at)),
        encodeTimes(chunk.map(({ via_at = null }) => via_at)),
      ],
    });
  }
}
