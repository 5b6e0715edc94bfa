import type { AlertChange } from './alert-outbox.js';

type Severity = AlertChange['severity'];

/** The minimum number of days that changes of alerts are kept. */
export const HISTORY_DAYS = 30;

/** Milliseconds since the epoch. The end is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Selects changes of alerts. The query sees the alert with the state and severity that the change left it with; all
 * other fields are as now. If `types` has `alert.flapping`, only that is selected while a key is flapping.
 */
export interface ChangeSelection {
  /** A query of alerts, as for a search; `undefined` selects all alerts of the domain. */
  readonly query: object | undefined;
  /** Types of messages, such as `alert.opened`. */
  readonly types: readonly string[];
  /** Selects only changes within these spans; if missing, at any time. */
  readonly spans?: readonly Span[] | undefined;
}

export interface HistoryRequest {
  readonly domain_id: string;
  /** The end is exclusive. */
  readonly from: Date;
  readonly to: Date;
  readonly selections: readonly ChangeSelection[];
  /** Aborted when the client no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** For each selection, whether the change must be in it; `null` accepts both. */
export type Membership = readonly (boolean | null)[];

export interface ChangeCount {
  /** UTC, like 2026-11-20. */
  readonly day: string;
  readonly severity: Severity;
  readonly selected: readonly boolean[];
  readonly count: number;
}

/** A page of the history. Pages are in chronological order. */
export interface HistoryPage {
  /** The numbers of the changes that are in at least one selection. */
  readonly counts: readonly ChangeCount[];
  /** The end of the previous page; `undefined` for the first page. */
  readonly after: string | undefined;
  /** The position to read the next page from; `undefined` for the last page. */
  readonly next: string | undefined;
}

export interface PastChange {
  readonly type: string;
  readonly alert_id: string;
  /** The severity after the change. */
  readonly severity: Severity;
  readonly title: string;
  /** ISO 8601. */
  readonly changed_at: string;
}

/** A change of the past as somebody would have been told of it. */
export interface TellableChange extends Pick<AlertChange, 'kind' | 'state' | 'severity' | 'flapping'> {
  /** uuid */
  readonly alert_id: string;
  /** The same for all alerts of an event key of a webhook. */
  readonly key: string;
  readonly event_id: string | null;
  readonly title: string;
  /** Times are in milliseconds since the epoch. */
  readonly changed_at: number;
  readonly opened_at: number;
  /** As {@link AlertChange.calm_at}. */
  readonly calm_at: string | null;
  /** A character for each query, `1` if it finds the alert as the change left it. */
  readonly matched: string;
}

export interface TellablePage {
  readonly changes: readonly TellableChange[];
  /** The position to read the next page from; `undefined` for the last page. */
  readonly next: string | undefined;
}

export type TellableRequest = Omit<HistoryRequest, 'selections'> & {
  /** Queries of alerts, as for a search; `undefined` finds all alerts of the domain. */
  readonly queries: readonly (object | undefined)[];
};

/** The changes of alerts in the last 30 days, without alerts that were removed. It is read in pages of bounded size. */
export abstract class AlertHistory {
  /**
   * @param after `next` of the previous page
   * @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT, ERROR_RATE_LIMITED, ERROR_UNAVAILABLE
   */
  abstract count(request: HistoryRequest, after?: string): Promise<HistoryPage>;

  /** Returns changes of one page, the oldest first. */
  abstract list(
    request: HistoryRequest,
    page: HistoryPage,
    membership: Membership,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<readonly PastChange[]>;

  /**
   * Returns a page of all changes, in their order, each with the queries that find it.
   * @param after `next` of the previous page
   * @throws as {@link count}
   */
  abstract read(request: TellableRequest, after?: string): Promise<TellablePage>;
}
