import type { AlertChange } from './alert-changes.js';

type Severity = AlertChange['severity'];

/** Days that changes of alerts are kept at least. */
export const HISTORY_DAYS = 30;

/** Milliseconds since the epoch; the end is outside. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Some changes of alerts. The alert has the state and severity that the change left it with, else it is as now; of a key that was flapping only that it was is selected. */
export interface ChangeSelection {
  /** Decided as a search decides it; `undefined`: all of the domain. */
  readonly query: object | undefined;
  /** `alert.opened` and the like. */
  readonly types: readonly string[];
  /** Only changes in these; without them, at any time. */
  readonly spans?: readonly Span[] | undefined;
}

export interface HistoryRequest {
  readonly domain_id: string;
  /** The end is outside. */
  readonly from: Date;
  readonly to: Date;
  readonly selections: readonly ChangeSelection[];
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** For each selection whether a change is in it; `null`: either. */
export type Membership = readonly (boolean | null)[];

export interface ChangeCount {
  /** UTC, like 2026-11-20. */
  readonly day: string;
  readonly severity: Severity;
  readonly selected: readonly boolean[];
  readonly count: number;
}

/** A piece of the history, in the order of time. */
export interface HistoryPage {
  /** Of those that are in a selection. */
  readonly counts: readonly ChangeCount[];
  /** Behind the piece before; `undefined` for the first. */
  readonly after: string | undefined;
  /** Where the next piece begins; `undefined`: this is the last. */
  readonly next: string | undefined;
}

export interface PastChange {
  readonly type: string;
  readonly alert_id: string;
  /** After the change. */
  readonly severity: Severity;
  readonly title: string;
  /** ISO 8601. */
  readonly changed_at: string;
}

/** What happened to alerts in the last 30 days, of those that there still are. It is read in pieces of bounded size. */
export abstract class AlertHistory {
  /** @param after `next` of the piece before @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT */
  abstract count(request: HistoryRequest, after?: string): Promise<HistoryPage>;

  /** Changes of one piece, the oldest first. */
  abstract list(
    request: HistoryRequest,
    page: HistoryPage,
    wanted: Membership,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<readonly PastChange[]>;
}
