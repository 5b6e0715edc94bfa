import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { currentDomain } from '../session.js';

/** A webhook with all its fields. */
export type Webhook = Required<Schemas['WebhookInfo']>;

/** Reads a webhook, and what is wrong with it at present besides its health. */
export async function readSource(webhook_id: string, signal: AbortSignal) {
  const filter = [{ k: 'webhook_id', v: webhook_id, o: 'eq' as const }];
  const aggregate = [{ group: { fields: [{ name: 'count', operator: 'count' as const }] } }];
  const [webhook, quarantined, missing] = await Promise.all([
    client.call('getWebhook', { path: { webhook_id } }, { signal }),
    client.call(
      'statQuarantinedDeliveries',
      { body: { domain_id: currentDomain(), query: { filter, aggregate } } },
      { signal },
    ),
    client.call('listHeartbeats', { query: { webhook_id, state: 'MISSING' } }, { signal }),
  ]);
  const [counted] = quarantined.results as unknown as readonly { readonly count: number }[];
  return {
    // The answer has all fields, because none were selected.
    webhook: webhook as unknown as Webhook,
    quarantinedCount: counted?.count ?? 0,
    missingHeartbeats: missing.results.map(({ name = '' }) => name),
  };
}
