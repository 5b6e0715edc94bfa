import { parseId } from '#shared/kernel/ids.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { FeedSource } from './feed-source.js';

/** Runs the queries of followers in the database, so that a stream and a list give the same results. */
export class FeedQueries {
  constructor(
    private readonly engine: QueryEngine,
    private readonly source: Pick<FeedSource<never>, 'resource' | 'kind'>,
  ) {}

  /** @throws ERROR_INVALID_QUERY */
  async check(domain_id: string, query: unknown): Promise<void> {
    await this.engine.checkMatch(this.source.resource, { domain_id, query });
  }

  /**
   * Returns those of the ids that a query finds.
   * @throws ERROR_QUERY_TIMEOUT, ERROR_INVALID_QUERY; ERROR_RATE_LIMITED while the domain runs too many other queries
   */
  async match(domain_id: string, query: unknown, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { resource, kind } = this.source;
    const uuids = ids.map((id) => parseId(kind, id));
    const found = await this.engine.match(resource, { domain_id, query, ids: uuids });
    return new Set(ids.filter((_, at) => found.has(uuids[at] ?? '')));
  }
}
