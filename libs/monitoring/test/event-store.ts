import { v7 } from 'uuid';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { parseJson, type RawJson } from '#shared/kernel/json.js';
import { IngestPool, QueryPool, type QueryLimits } from '#shared/platform/persistence/pools.js';
import { createTestDatabase } from '#test/database.js';
import { createQueryEngine } from '#test/query-engine.js';
import type { ProcessedWebhook } from '../src/processing/application/ports/processing-log.js';
import type { CorrelatedEvent } from '../src/processing/domain/correlation.js';
import { ListEvents, StatEvents } from '../src/events/application/read-events.js';
import { writeEvents } from '../src/processing/infrastructure/write-events.js';
import { ListEventsHandler, StatEventsHandler } from '../src/events/infrastructure/event-resource.js';
import { alarm } from './alarms.js';
import { floorsOf } from './retention.js';
import { scopeIn } from './webhooks.js';

/** The fields of an event that a test sets. All others have defaults. */
export interface SomeEvent {
  /** A uuid. Give the one of a stored event to write that event again. */
  readonly event_id?: string;
  readonly domain_id?: string;
  readonly webhook?: string;
  readonly project_id?: string;
  readonly event_type?: string;
  readonly severity?: string;
  readonly title?: string;
  readonly provider?: string | null;
  readonly resource_name?: string | null;
  readonly raw_data?: unknown;
  readonly additional_info?: unknown;
  readonly created_at?: Date;
}

/** A database with events, queried without the apps. */
export async function createEventStore(limits: Partial<QueryLimits> = {}, floors = floorsOf()) {
  const database = await createTestDatabase();
  const pool = new QueryPool({ connectionString: database.url, max: 4 });
  const ingest = new IngestPool({ connectionString: database.url, max: 1 });
  // The database is dropped while connections are still closing.
  for (const one of [pool, ingest]) one.on('error', () => undefined);
  const engine = createQueryEngine(pool, limits);
  const list = new ListEventsHandler(engine, floors);
  const stat = new StatEventsHandler(engine, floors);
  return {
    url: database.url,
    pool,
    engine,

    /** Stores an event as processing does, and returns its id. */
    async add(given: SomeEvent = {}): Promise<string> {
      const created_at = given.created_at ?? new Date();
      const event_id = given.event_id ?? newUuid(created_at);
      const one = {
        ...alarm({ event_id, created_at, occurred_at: created_at }),
        event_key: `key ${event_id}`,
        event_type: given.event_type ?? 'ALERT',
        severity: given.severity ?? 'ERROR',
        title: given.title ?? 'one',
        resource_name: given.resource_name ?? null,
        provider: given.provider ?? null,
        raw_data: JSON.stringify(given.raw_data ?? {}),
        additional_info: JSON.stringify(given.additional_info ?? {}),
      };
      const webhook: ProcessedWebhook = {
        domain_id: given.domain_id ?? 'd1',
        uuid: given.webhook ?? WEBHOOKS[0],
        project_id: given.project_id ?? 'p1',
        name: 'w1',
        plugin_id: 'sample',
        plugin_version: '1.0.0',
        settings: { labels: {} },
      };
      const client = await ingest.connect();
      try {
        const event = { alarm: one, alert_id: v7() } as unknown as CorrelatedEvent;
        await writeEvents(client, [{ webhook, events: [event] }], 'ignore');
      } finally {
        client.release();
      }
      return formatId('event', event_id);
    },

    async list(query?: unknown, filter = {}, domain = 'd1') {
      return read(await list.execute(new ListEvents(scopeIn(domain), filter, query)));
    },
    stat: (query: unknown, domain = 'd1') => stat.execute(new StatEvents(scopeIn(domain), query)),

    async close(): Promise<void> {
      await Promise.all([pool.end(), ingest.end()]);
      await database.drop();
    },
  };
}

/** Parses the JSON of a response. */
export const read = <T>({ text }: RawJson<T>): T => parseJson(text) as T;

export type EventStore = Awaited<ReturnType<typeof createEventStore>>;

export const WEBHOOKS = [
  '01910000-0000-7000-8000-000000000001',
  '01910000-0000-7000-8000-000000000002',
] as const;
