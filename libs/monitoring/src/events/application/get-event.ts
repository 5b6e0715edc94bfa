import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { EventInfo } from '../domain/event-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetEvent extends Query<Partial<EventInfo>> {
  constructor(
    readonly scope: Scope,
    readonly event_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
