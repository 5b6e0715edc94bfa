import { Query } from '@nestjs/cqrs';

export interface Backlog {
  readonly webhook_uuids: readonly string[];
  /** Some were not looked at. */
  readonly isMore: boolean;
}

/**
 * Webhooks (uuid) whose deliveries wait longer than a wake-up takes. Looks at `limit` of those with a backlog; each asking
 * goes on where the one before ended, so that all have their turn.
 */
export class FindBacklog extends Query<Backlog> {
  constructor(readonly limit: number) {
    super();
  }
}
