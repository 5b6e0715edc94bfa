import type { ClientBase } from 'pg';
import { portionsOf } from '#shared/platform/persistence/array-parameters.js';
import { booleans, texts, uuids } from '#shared/platform/persistence/binary-arrays.js';
import type { AlertTransition } from '../processing/domain/alert-transition.js';

/** A row of the outbox. Ids are uuids. */
export interface AlertChangeRow extends AlertTransition {
  readonly domain_id: string;
  readonly webhook_id: string;
  readonly project_id: string;
}

const UUIDS = ['webhook_id', 'alert_id', 'event_id'] as const satisfies readonly (keyof AlertChangeRow)[];
const TEXTS = [
  'domain_id',
  'project_id',
  'kind',
  'state_before',
  'state',
  'severity_before',
  'severity',
  'actor',
] as const satisfies readonly (keyof AlertChangeRow)[];
const COLUMNS = [
  ...UUIDS.map((name) => [name, 'uuid']),
  ...TEXTS.map((name) => [name, 'text']),
  ['flapping', 'bool'],
];
/** Numbered in the order in which they are given. */
const INSERT = `
  insert into alert_change (${COLUMNS.map(([name]) => name).join(', ')})
  select ${COLUMNS.map(([name, type], at) => `unnest($${at + 1}::${type}[]) as ${name}`).join(', ')}`;

/**
 * In the transaction that changes the alerts, and after them, whose rows are locked since: the numbers follow the order of
 * the changes of each.
 */
export async function writeAlertChanges(
  client: ClientBase,
  changes: readonly AlertChangeRow[],
): Promise<void> {
  for (const [from, to] of portionsOf(changes)) {
    const some = changes.slice(from, to);
    await client.query({
      name: 'write alert changes',
      text: INSERT,
      values: [
        ...UUIDS.map((name) => uuids(some.map((change) => change[name]))),
        ...TEXTS.map((name) => texts(some.map((change) => change[name]))),
        booleans(some.map(({ flapping = false }) => flapping)),
      ],
    });
  }
}
