import { appendPastDeliveries } from '#monitoring';
import { parseId } from '#shared/kernel/ids.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { DEMO_DOMAIN } from '../start/sign-in-link.js';
import { createBody, type Occurrence } from './payloads.js';

/**
 * Writes what a source has reported, each at its time: what the API accepts arrives now, and two weeks of it would be one column of
 * every chart.
 * @param databaseUrl must lead past any pooler
 * @param occurrences in the order in which they were reported
 */
export async function writeHistory(
  databaseUrl: string,
  webhook_id: string,
  occurrences: readonly Occurrence[],
  signal: AbortSignal,
): Promise<void> {
  const deliveries = occurrences.map((occurrence) => ({
    received_at: occurrence.endedAt ?? occurrence.startedAt,
    ...{ content_type: 'application/json', headers: {}, query: {}, path_suffix: '' },
    body: Buffer.from(JSON.stringify(createBody(occurrence))),
  }));
  const target = { uuid: parseId('webhook', webhook_id), domain_id: DEMO_DOMAIN };
  await new DirectDatabase(databaseUrl).withSession((client) =>
    appendPastDeliveries(client, target, deliveries, signal),
  );
}
