import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';

export type Source = Pick<Schemas['WebhookInfo'], 'webhook_id' | 'name' | 'state' | 'health' | 'plugin_info'>;

/** All webhooks of the domain, with how they are. */
export async function readSources(signal: AbortSignal): Promise<readonly Source[]> {
  const sources: Source[] = [];
  const query = { only: ['webhook_id', 'name', 'state', 'health', 'plugin_info'] };
  for await (const { results } of client.pages('searchWebhooks', { body: { query } }, { signal }))
    sources.push(...(results as unknown as Source[]));
  return sources;
}
