import { Query } from '@nestjs/cqrs';

export interface Backlog {
  readonly webhook_uuids: readonly string[];
  /** Webhooks with a backlog remain that this query has not examined. */
  readonly hasMore: boolean;
}

/**
 * Finds webhooks (uuid) whose deliveries have waited longer than a wake-up takes. Examines `limit` webhooks with a backlog. Each
 * query continues where the previous one stopped, so that every webhook gets its turn.
 */
export class FindBacklog extends Query<Backlog> {
  constructor(readonly limit: number) {
    super();
  }
}
