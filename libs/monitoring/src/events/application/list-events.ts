import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { EventFilter, EventInfo } from '../domain/event-record.js';

/** Lists events, newest first. */
export class ListEvents extends Query<RawJson<Page<Partial<EventInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: EventFilter,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
