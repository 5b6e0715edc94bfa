import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { EventFilter, EventInfo } from '../domain/event-record.js';

/** An event that has just become visible. All that follow it are told of the same object. */
export interface FedEvent {
  /** Following after this goes on behind the event. */
  readonly position: string;
  readonly event: EventInfo;
}

/** Who follows the events. */
export abstract class FeedReader {
  /** Whether it can take more. It is told nothing while it cannot, and of all that came meanwhile once it can. */
  abstract readonly isReady: boolean;
  abstract tell(fed: FedEvent): void;
  /** Everything before this position was told; so often that a position never gets too old by silence alone. */
  abstract reach(position: string): void;
  /** What lies between the position it asked for and this one is no longer known. */
  abstract reset(position: string): void;
  /** Its query cannot be answered. It is told nothing more. */
  abstract fail(reason: string): void;
}

/**
 * Tells a reader of every event from now on, or from `after` on, a position it was told: each exactly once, in the
 * order in which they became visible. Returns what ends it.
 * @throws ERROR_INVALID_PARAMETER for something that is no position; ERROR_INVALID_QUERY; ERROR_UNAVAILABLE when too many follow already,
 * ERROR_RATE_LIMITED when too many of its domain do
 */
export class FollowEvents extends Query<() => void> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly filter: EventFilter,
    readonly reader: FeedReader,
    readonly after?: string,
    /** `filter`, `filter_or` and `keyword` of a `platform.api.core.v1.Query`, not checked yet. */
    readonly query?: unknown,
  ) {
    super();
  }
}
