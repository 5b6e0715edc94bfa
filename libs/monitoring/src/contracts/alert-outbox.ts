import type { AlertChange, AlertChangesPage } from './alert-changes.js';
import type { FeedPosition, Horizon } from './feed-position.js';
import type { AlertMessage } from '../alerts/domain/alert-message.js';
import { CHANGE_KINDS } from '../processing/domain/alert-transition.js';

export type { AlertChange, AlertMessage };

export interface ToldChange {
  readonly change: AlertChange;
  readonly message: AlertMessage;
  /** The name of the heartbeat whose alert it is; `null`: it is no heartbeat's. */
  readonly heartbeat: string | null;
}

/** What can be told of an alert. */
export const ALERT_MESSAGE_TYPES: readonly AlertMessage['type'][] = CHANGE_KINDS.map(
  (kind) => `alert.${kind}` as const,
);

/** The changes of alerts, for a context that tells others of them. */
export abstract class AlertOutbox {
  /** Grows with every change that is written, committed or not: while it stays the same, nothing new was written. */
  abstract latest(): Promise<string>;

  /** Where to begin, so that no change is missed that is committed from now on. A few before it may be read as well. */
  abstract start(): Promise<FeedPosition>;

  /** @throws while what was committed is not on disk */
  abstract horizon(): Promise<Horizon>;

  /** As {@link AlertChanges.read}. */
  abstract read(
    domains: readonly string[],
    from: FeedPosition,
    horizon: FeedPosition,
    limit: number,
  ): Promise<AlertChangesPage>;

  /**
   * The reader has read everything before this position. What it has not, and what it passed in the last day, is kept as
   * long as that takes.
   */
  abstract passed(reader: string, position: FeedPosition): Promise<void>;

  /** Nothing is kept for the reader any more. */
  abstract forget(reader: string): Promise<void>;

  /**
   * Of each change whose alert there still is, what is told of it, in their order. The alert is as it is now, but `as
   * changed` it has the state and severity that the change left it with.
   */
  abstract messagesOf(
    changes: readonly AlertChange[],
    horizon: Horizon,
    alerts: 'as changed' | 'as now',
  ): Promise<readonly ToldChange[]>;
}

/** Queries of alerts, decided as a search decides them. */
export abstract class AlertQueries {
  /** @throws ERROR_INVALID_QUERY */
  abstract check(domain_id: string, query: unknown): Promise<void>;

  /**
   * By each of some queries, in one statement: those of the alerts that it finds. One query that cannot be asked fails all
   * of them.
   * @throws ERROR_QUERY_TIMEOUT, ERROR_RATE_LIMITED, ERROR_INVALID_QUERY
   */
  abstract matchEach(
    domain_id: string,
    queries: readonly unknown[],
    ids: readonly string[],
  ): Promise<readonly ReadonlySet<string>[]>;

  /** As {@link matchEach}, of changes: those whose alert is found as the change left it. */
  abstract matchChanges(
    domain_id: string,
    queries: readonly unknown[],
    changes: readonly AlertChange[],
  ): Promise<readonly ReadonlySet<AlertChange>[]>;
}
