import { TocsinError, type Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { currentDomain } from '../session.js';

export type Source = Pick<
  Schemas['WebhookInfo'],
  'webhook_id' | 'name' | 'state' | 'health' | 'plugin_info' | 'project_id'
> & {
  /** Events of the last hour. */
  readonly rate: number;
  /** The number of deliveries that were accepted and are in quarantine now; `null`: they could not be counted. */
  readonly quarantinedCount: number | null;
};

export type SourceRecord = Omit<Source, 'rate' | 'quarantinedCount'>;

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

const COUNT_BY_SOURCE = {
  keys: [{ key: 'webhook_id', name: 'id' }],
  fields: [{ name: 'count', operator: 'count' as const }],
};

/** Reads all webhooks of the domain, with their health, the events of the last hour and the deliveries in quarantine. */
export async function readSources(signal: AbortSignal): Promise<readonly Source[]> {
  const sources = await readSourceRecords(signal);
  if (sources.length === 0) return [];
  const [rates, quarantined] = await Promise.all([
    readRates(signal),
    // What was refused was never accepted, and stays until it is removed: its sender was told.
    readQuarantined(signal, [{ k: 'status', v: 'QUARANTINED', o: 'eq' }]).catch((error: unknown) => {
      // With very many, counting may take too long. Whoever looks is to know the rest.
      if (error instanceof TocsinError && error.status !== 401) return undefined;
      throw error;
    }),
  ]);
  return sources.map((source) => ({
    ...source,
    rate: rates.get(source.webhook_id) ?? 0,
    quarantinedCount: quarantined === undefined ? null : (quarantined.get(source.webhook_id) ?? 0),
  }));
}

async function readRates(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  const query = {
    filter: [{ k: 'created_at', v: since, o: 'datetime_gte' as const }],
    aggregate: [{ group: COUNT_BY_SOURCE }],
  };
  const { results } = await client.call(
    'statEvents',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  );
  return countsOf(results);
}

/** Counts what is in quarantine now. `health.failed_count` also has what was refused, and what was replayed since. */
export async function readQuarantined(
  signal: AbortSignal,
  filter: readonly { readonly k: string; readonly v: string; readonly o: 'eq' }[] = [],
): Promise<ReadonlyMap<string, number>> {
  const query = { filter: [...filter], aggregate: [{ group: COUNT_BY_SOURCE }] };
  const { results } = await client.call(
    'statQuarantinedDeliveries',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  );
  return countsOf(results);
}

function countsOf(results: readonly unknown[]): ReadonlyMap<string, number> {
  const rows = results as readonly { readonly id: string; readonly count: number }[];
  return new Map(rows.map(({ id, count }) => [id, count]));
}
