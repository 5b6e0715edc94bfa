import type { ClientBase } from 'pg';
import { portionsOf } from '#shared/platform/persistence/array-parameters.js';
import { booleans, texts, uuids } from '#shared/platform/persistence/binary-arrays.js';
import type { AlertTransition } from '../processing/domain/alert-transition.js';

const UUIDS = ['alert_id', 'event_id'] as const satisfies readonly (keyof AlertTransition)[];
const TEXTS = [
  'kind',
  'state_before',
  'state',
  'severity_before',
  'severity',
  'actor',
] as const satisfies readonly (keyof AlertTransition)[];
const COLUMNS = [
  ...UUIDS.map((name) => [name, 'uuid']),
  ...TEXTS.map((name) => [name, 'text']),
  ['flapping', 'bool'],
];
const NAMES = COLUMNS.map(([name]) => name).join(', ');
const FIRST = 2;
/** The beginning of a UUIDv7 with the current time. The number of the change follows. */
const NOW = `(
  select lpad(to_hex((date_part('epoch', statement_timestamp()) * 1000)::bigint), 12, '0') || '70008')`;
/** Numbered in the order in which they are given. */
const INSERT = `
  insert into alert_change (index, change_id, domain_id, ${NAMES})
  select index, (${NOW} || lpad(to_hex(index), 15, '0'))::uuid, $1, ${NAMES}
  from (
    select nextval('alert_change_index') as index,
      ${COLUMNS.map(([name, type], at) => `unnest($${FIRST + at}::${type}[]) as ${name}`).join(', ')}
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
  for (const [from, to] of portionsOf(changes)) {
    const some = changes.slice(from, to);
    await client.query({
      name: 'write alert changes',
      text: INSERT,
      values: [
        domain_id,
        ...UUIDS.map((name) => uuids(some.map((change) => change[name]))),
        ...TEXTS.map((name) => texts(some.map((change) => change[name]))),
        booleans(some.map(({ flapping = false }) => flapping)),
      ],
    });
  }
}
