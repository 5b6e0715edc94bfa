import type { FeedPosition, Horizon } from './feed-position.js';
import type { AlertInfo, AlertMessage } from '../alerts/domain/alert-record.js';
import { CHANGE_KINDS, type AlertTransition } from '../processing/domain/correlation.js';

export type { AlertInfo, AlertMessage };

/** A change of an alert, with public ids. */
export interface AlertChange extends Omit<Required<AlertTransition>, 'calm_at' | 'via_at'> {
  readonly domain_id: string;
  readonly flapping: boolean;
  /** When a key that is flapping is calm, if it opens no further alert. ISO 8601. */
  readonly calm_at: string | null;
  /** When the change happened at the receiver of `via_id`. ISO 8601. */
  readonly via_at: string | null;
  /** ISO 8601. */
  readonly changed_at: string;
  /** The position after this change: reading from here returns the next change. */
  readonly position: FeedPosition;
}

export interface AlertChangesPage {
  readonly changes: readonly AlertChange[];
  /** The position to continue from; `undefined` when everything below the horizon was read. */
  readonly next: FeedPosition | undefined;
}

export interface ChangeWithMessage {
  readonly change: AlertChange;
  readonly message: AlertMessage;
  /** The name of the heartbeat that the alert belongs to; `null` if it belongs to none. */
  readonly heartbeat: string | null;
}

/** An open alert that is stored nowhere. What is left out is empty. */
export interface AlertDraft {
  readonly severity: AlertInfo['severity'];
  readonly title?: string | undefined;
  readonly rule?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly resource_name?: string | undefined;
  readonly project_id?: string | undefined;
  readonly webhook_id?: string | undefined;
}

/** All types of messages about an alert. */
export const ALERT_MESSAGE_TYPES: readonly AlertMessage['type'][] = CHANGE_KINDS.map(
  (kind) => `alert.${kind}` as const,
);

/** Runs the statements of one transaction. */
export interface SqlTransaction {
  query(sql: string, parameters?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** The changes of alerts, for a context that sends notifications of them. */
export abstract class AlertOutbox {
  /**
   * Returns the number of the latest change. It grows with every change that is written, committed or not. While it
   * stays the same, nothing new was written.
   */
  abstract readLatestNumber(): Promise<string>;

  /**
   * Returns the position to start reading from. No change that is committed from now on is missed; a few earlier
   * changes may be read as well.
   */
  abstract readStart(): Promise<FeedPosition>;

  /**
   * Returns the position up to which changes can be read.
   * @throws while committed changes are not on disk yet
   */
  abstract readHorizon(): Promise<Horizon>;

  /**
   * Returns the changes of these domains from a position up to the horizon, one page at a time. The changes of one alert are in
   * the order in which they happened. Changes are kept for 30 days, and longer until their readers have passed them.
   * @param limit the maximum number of changes in one page
   */
  abstract read(
    domains: readonly string[],
    from: FeedPosition,
    horizon: FeedPosition,
    limit: number,
  ): Promise<AlertChangesPage>;

  /**
   * Returns whether the domain has changes after the position, committed and readable or not yet. A position of another
   * cluster, from which the database was restored, is before all changes.
   */
  abstract hasChangesAfter(domain_id: string, position: FeedPosition): Promise<boolean>;

  /** Returns which of these alerts of a domain have changed after the position, as {@link hasChangesAfter} counts them. */
  abstract findChangedAfter(
    domain_id: string,
    ids: readonly string[],
    position: FeedPosition,
  ): Promise<ReadonlySet<string>>;

  /**
   * Returns when these alerts of a domain were last reopened, as far as changes are kept. Those that never were are left out, and
   * reopenings while the key was flapping do not count, as whoever was told of that expects them.
   */
  abstract findReopenings(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Date>>;

  /**
   * Records that the reader has read everything before this position. Changes from this position on, and those that the
   * reader passed in the last day, are kept for as long as it takes.
   */
  abstract savePosition(reader: string, position: FeedPosition): Promise<void>;

  /** Returns the position that a reader has saved last; `undefined` if it has saved none in this cluster. */
  abstract findPosition(reader: string): Promise<FeedPosition | undefined>;

  /**
   * Renumbers the changes that were restored from another cluster, whose numbers are ahead of those of this cluster.
   * @param positions where each domain had read to, by the old numbers
   * @returns the position from which on exactly the changes that no domain had read follow
   */
  abstract renumberChanges(
    transaction: SqlTransaction,
    positions: readonly { readonly domain_id: string; readonly xid: string; readonly index: string }[],
  ): Promise<FeedPosition>;

  /** Removes the reader. No changes are kept for it any more. */
  abstract removeReader(reader: string): Promise<void>;

  /**
   * Returns the messages of the changes, in the order of the changes. Changes whose alert was removed are left out. The
   * message shows the alert as it is now; with `as changed`, it shows the state and severity that the change left it
   * with.
   */
  abstract loadMessages(
    changes: readonly AlertChange[],
    horizon: Horizon,
    alerts: 'as changed' | 'as now',
  ): Promise<readonly ChangeWithMessage[]>;
}

export interface ScanLimits {
  readonly alerts: number;
  /** Of JSON. The alert that exceeds it is the last one. */
  readonly characters: number;
  /** Cancels the statement. */
  readonly signal: AbortSignal;
}

export interface Scanned {
  readonly alerts: number;
  readonly characters: number;
  readonly complete: boolean;
}

/** Decides which alerts a query finds. The result is the same as that of a search. */
export abstract class AlertQueries {
  /** @throws ERROR_INVALID_QUERY */
  abstract check(domain_id: string, query: unknown): Promise<void>;

  /**
   * Returns for each query the ids of the alerts that it finds. All queries run in one statement, so one query that
   * cannot be run fails all of them.
   * @param signal cancels the statement
   */
  abstract matchEach(
    domain_id: string,
    queries: readonly unknown[],
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly ReadonlySet<string>[]>;

  /**
   * As {@link matchEach}, but for changes: each alert is judged with the state and severity that the change left it
   * with.
   * @param signal cancels the statement
   */
  abstract matchChanges(
    domain_id: string,
    queries: readonly unknown[],
    changes: readonly AlertChange[],
    signal?: AbortSignal,
  ): Promise<readonly ReadonlySet<AlertChange>[]>;

  /**
   * Returns those of many queries that may match one of the changes, in one statement. The others require, of a text, a word or
   * an id, a value that none of the alerts has.
   */
  abstract selectPossible<Query>(
    domain_id: string,
    queries: readonly Query[],
    changes: readonly AlertChange[],
    signal?: AbortSignal,
  ): Promise<ReadonlySet<Query>>;

  /** Returns the alerts with these ids as they are now, by id. Those that do not exist are left out. */
  abstract load(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, AlertInfo>>;

  /**
   * As {@link load}, but only some fields: alerts can be large.
   * @param signal cancels the statement
   */
  abstract loadFields<Field extends keyof AlertInfo>(
    domain_id: string,
    ids: readonly string[],
    fields: readonly Field[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Pick<AlertInfo, Field>>>;

  /**
   * Returns queries that match this alert instead of the stored ones. `load` returns both.
   * @param alert_id an id that no stored alert has
   * @throws ERROR_NOT_FOUND if the draft names a webhook that the domain does not have
   */
  abstract ofDraft(domain_id: string, alert_id: string, draft: AlertDraft): Promise<AlertQueries>;

  /** Returns the alerts that a query finds as they are now, the newest first. @throws ERROR_INVALID_QUERY */
  abstract find(domain_id: string, query: unknown, limit: number): Promise<readonly AlertInfo[]>;

  /**
   * As {@link find}, but with only some fields, and one after the other, so that they need not be in memory together.
   * @returns how many were read, the characters of their JSON, and whether these are all
   */
  abstract scan<Field extends keyof AlertInfo>(
    domain_id: string,
    query: unknown,
    limits: ScanLimits & { readonly fields: readonly Field[] },
    onAlert: (alert: Pick<AlertInfo, Field>) => void,
  ): Promise<Scanned>;
}
