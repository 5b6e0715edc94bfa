import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { currentDomain } from '../session.js';

export type Source = Pick<
  Schemas['WebhookInfo'],
  'webhook_id' | 'name' | 'state' | 'health' | 'plugin_info' | 'project_id'
> & {
  /** Events of the last hour. */
  readonly rate: number;
};

export type SourceRecord = Omit<Source, 'rate'>;

const HOUR_MS = 3_600_000;

/** Reads all webhooks of the domain, with their health. */
export async function readSourceRecords(signal: AbortSignal): Promise<readonly SourceRecord[]> {
  const sources: SourceRecord[] = [];
  const query = { only: ['webhook_id', 'name', 'state', 'health', 'plugin_info', 'project_id'] };
  for await (const { results } of client.pages(
    'searchWebhooks',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  ))
    sources.push(...(results as unknown as SourceRecord[]));
  return sources;
}

/** Reads all webhooks of the domain, with their health and the events of the last hour. */
export async function readSources(signal: AbortSignal): Promise<readonly Source[]> {
  const sources = await readSourceRecords(signal);
  const rates = sources.length === 0 ? new Map<string, number>() : await readRates(signal);
  return sources.map((source) => ({ ...source, rate: rates.get(source.webhook_id) ?? 0 }));
}

async function readRates(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  const group = {
    keys: [{ key: 'webhook_id', name: 'id' }],
    fields: [{ name: 'count', operator: 'count' as const }],
  };
  const query = {
    filter: [{ k: 'created_at', v: since, o: 'datetime_gte' as const }],
    aggregate: [{ group }],
  };
  const { results } = await client.call(
    'statEvents',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  );
  const rows = results as unknown as readonly { readonly id: string; readonly count: number }[];
  return new Map(rows.map(({ id, count }) => [id, count]));
}
