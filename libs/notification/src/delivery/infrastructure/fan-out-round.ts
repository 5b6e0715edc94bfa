import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import type { Horizon } from '#monitoring/contracts/feed-position.js';
import type { LedgerEntry } from '../../persistence/count-in-ledger.js';
import type { StoredSilence } from '../../persistence/silencing/lock-silences.js';
import type { FanOutResult } from '../application/ports/change-fan-out.js';
import type { DomainSubscription } from './change-matcher.js';

/** One transaction that fans out a page of changes of each group of domains. */
export interface Round {
  readonly horizon: Horizon;
  /** Subscriptions that are to be disabled, with the reason. */
  readonly invalid: Map<DomainSubscription, string>;
  /** The entries for the notification ledger. */
  readonly ledgerEntries: LedgerEntry[];
  /** Whether all locked cursors have the same position. */
  readonly isAlone: boolean;
  /** Whether the round has several domains, which wait for each other. */
  readonly hasManyDomains: boolean;
  /** Milliseconds that the filters of a domain may take; `undefined` if no other domain waits. */
  readonly filterTimeoutMs: number | undefined;
  readonly maxNotifications: number;
}

/** Domains that were not read to the end of the page. */
export interface Unread {
  /** Domains whose filters failed. They are retried after a pause. */
  readonly failedDomains: Set<string>;
  /** Domains that are read separately. */
  readonly deferredDomains: Set<string>;
}

export interface DomainChanges {
  readonly changes: readonly AlertChange[];
  readonly subscriptions: readonly DomainSubscription[];
  readonly silences: readonly StoredSilence[];
}

export function sumResults(rounds: readonly FanOutResult[]): FanOutResult {
  return {
    notificationCount: rounds.reduce((sum, { notificationCount }) => sum + notificationCount, 0),
    hasMore: rounds.some(({ hasMore }) => hasMore),
  };
}
