import { Injectable } from '@nestjs/common';
import { uuidOf } from '#shared/kernel/ids.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { EVENTS } from '../event-resource.js';

/** The queries of those who follow. The database decides what they find, so that a stream and a list agree. */
@Injectable()
export class FeedQueries {
  constructor(private readonly engine: QueryEngine) {}

  /** @throws ERROR_INVALID_QUERY */
  async check(domain_id: string, query: unknown): Promise<void> {
    await this.engine.checkMatch(EVENTS, { domain_id, query });
  }

  /**
   * The ids of the events that a query finds.
   * @throws ERROR_QUERY_TIMEOUT, ERROR_INVALID_QUERY; ERROR_RATE_LIMITED while the domain asks too much otherwise
   */
  async match(domain_id: string, query: unknown, event_ids: readonly string[]): Promise<ReadonlySet<string>> {
    const ids = event_ids.map((event_id) => uuidOf('event', event_id));
    const found = await this.engine.match(EVENTS, { domain_id, query, ids });
    return new Set(event_ids.filter((_, at) => found.has(ids[at] ?? '')));
  }
}
