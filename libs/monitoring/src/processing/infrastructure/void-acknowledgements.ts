import type { ClientBase } from 'pg';
import { list } from '#shared/platform/persistence/array-parameters.js';
import type { AlertChange } from '../domain/fold.js';
import { writeAlertChanges, type AlertChangeRow } from '../../persistence/write-alert-changes.js';

/**
 * Somebody may acknowledge an alert while the news that it is over waits to be processed. What was over then nobody could
 * acknowledge: the alert is as if it had not been.
 */
export async function voidAcknowledgements(
  client: ClientBase,
  domain_id: string | undefined,
  changes: readonly AlertChange[],
): Promise<void> {
  const closed = changes.filter(({ open, isNew, resolved_at }) => !open && !isNew && resolved_at !== null);
  if (closed.length === 0) return;
  const { rows } = await client.query<
    Pick<AlertChangeRow, 'alert_id' | 'webhook_id' | 'project_id' | 'severity'>
  >({
    name: 'void acknowledgements',
    text: `
      update alert set acknowledged = false, acknowledged_at = null, acknowledged_by = null, comment = null,
        acknowledged_until = null
      where domain_id = $1 and alert_id = any ($2::uuid[]) and acknowledged and resolved_at < acknowledged_at
      returning alert_id, webhook_id, project_id, severity`,
    values: [domain_id, list(closed.map(({ alert_id }) => alert_id))],
  });
  const change = {
    kind: 'unacknowledged',
    state_before: 'RESOLVED',
    state: 'RESOLVED',
    event_id: null,
    actor: null,
    domain_id: domain_id ?? '',
  } as const;
  await writeAlertChanges(
    client,
    rows.map((row) => ({ ...row, ...change, severity_before: row.severity })),
  );
}
