import { Query } from '@nestjs/cqrs';

/** Webhooks (uuid) whose deliveries wait longer than a wake-up takes, the longest waiting first. */
export class FindBacklog extends Query<readonly string[]> {
  constructor(readonly limit: number) {
    super();
  }
}
