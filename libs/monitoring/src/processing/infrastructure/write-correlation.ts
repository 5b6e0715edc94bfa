import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { isUnstorable } from '#shared/platform/persistence/database-unavailable.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { writeAlertChanges } from '../tables/write-alert-changes.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import type { Alarm } from '../domain/alarm.js';
import { correlate } from '../domain/correlate.js';
import type { Correlation } from '../domain/correlation.js';
import { writeStates } from './alarm-states.js';
import { readKnownStates } from './known-states.js';
import { writeAlerts } from './write-alerts.js';
import { type OnConflict, writeEvents } from './write-events.js';

interface WebhookCorrelation extends Correlation {
  readonly webhook: ProcessedWebhook;
}

/** Writes the correlations of webhooks of one domain. The caller holds their locks. All writers use this order of tables. */
export async function writeCorrelation(
  client: PoolClient,
  all: readonly WebhookCorrelation[],
  onConflict?: OnConflict,
): Promise<void> {
  await writeEvents(client, all, onConflict);
  await writeAlerts(client, all, onConflict);
  const domain_id = all[0]?.webhook.domain_id;
  if (domain_id !== undefined)
    await writeAlertChanges(
      client,
      domain_id,
      all.flatMap(({ transitions }) => transitions),
    );
  await writeStates(client, all, onConflict);
}

/** Returns whether the database accepts the correlation of these alarms. Rolls back. @param begin also locks the webhook */
export async function canStoreCorrelation(
  pool: Pool,
  webhook: AdmittedWebhook,
  alarms: readonly Alarm[],
  begin: (client: PoolClient) => Promise<void>,
): Promise<boolean> {
  try {
    await inTransaction(
      pool,
      async (client) => {
        const [known] = await readKnownStates(client, [{ webhook, alarms }]);
        if (known === undefined) return;
        await writeCorrelation(client, [{ webhook, ...correlate(known, alarms, webhook.settings) }]);
      },
      { begin, shouldCommit: () => false },
    );
    return true;
  } catch (error) {
    if (isUnstorable(error)) return false;
    throw error;
  }
}
