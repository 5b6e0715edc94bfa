import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { EventType, Severity } from '#senders/plugin-api/event.js';
import type { EventInfo } from './event-info.js';

/** What is given must be equal. */
export interface EventFilter {
  readonly event_id?: string | undefined;
  readonly event_key?: string | undefined;
  readonly event_type?: EventType | undefined;
  readonly severity?: Severity | undefined;
  readonly resource_id?: string | undefined;
  readonly provider?: string | undefined;
  readonly account?: string | undefined;
  readonly alert_id?: string | undefined;
  readonly webhook_id?: string | undefined;
  readonly project_id?: string | undefined;
}

/** The newest first. */
export class ListEvents extends Query<RawJson<Page<Partial<EventInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: EventFilter,
    /** A query of the query language, checked by who runs it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
