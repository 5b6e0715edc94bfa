import { Query } from '@nestjs/cqrs';

/**
 * Webhooks (uuid) whose deliveries wait longer than a wake-up takes. Where there are more than `limit`, each asking
 * goes on where the one before ended, so that all have their turn.
 */
export class FindBacklog extends Query<readonly string[]> {
  constructor(readonly limit: number) {
    super();
  }
}
