import { isDeepStrictEqual } from 'node:util';
import type { AlertChange, ChangeWithMessage } from '#monitoring/contracts/alert-outbox.js';
import type { FeedPosition, Horizon } from '#monitoring/contracts/feed-position.js';
import type { StoredSilence } from '../../silences/tables/lock-silences.js';
import type { DomainSubscription } from './change-matcher.js';
import type { Recipient } from './decide-recipients.js';
import type { CursorGroup } from './notification-cursors.js';

export interface FanOutResult {
  readonly notificationCount: number;
  readonly hasMore: boolean;
}

/** One transaction that fans out a page of changes of each group of domains. */
export interface Round {
  readonly horizon: Horizon;
  /** Subscriptions that are to be disabled, with the reason. */
  readonly invalid: Map<DomainSubscription, string>;
  /** Whether all claimed cursors have the same position. */
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

/** Changes of several domains with what applies to them. */
export interface ChangesOfDomains {
  readonly changes: readonly AlertChange[];
  readonly subscriptions: ReadonlyMap<string, readonly DomainSubscription[]>;
  readonly silences: readonly StoredSilence[];
}

/** A page of changes of a group of domains, and the decisions who is notified of them. */
export interface Page extends Unread {
  readonly cursors: CursorGroup;
  /** Where the next page begins, if there is one. */
  readonly next: FeedPosition | undefined;
  readonly changes: readonly AlertChange[];
  readonly subscriptions: readonly DomainSubscription[];
  /** The silences that were applied. */
  readonly silences: readonly StoredSilence[];
  readonly recipients: readonly Recipient[];
  /** Changes of heartbeats' alerts. */
  readonly sourceMessages: ReadonlyMap<AlertChange, ChangeWithMessage>;
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

/** Returns the domains whose silences are others than those that were applied. */
export function findChangedDomains(
  applied: readonly StoredSilence[],
  current: readonly StoredSilence[],
): readonly string[] {
  const domains = new Set([...applied, ...current].map(({ domain_id }) => domain_id));
  const of = (silences: readonly StoredSilence[], domain: string) =>
    silences.filter(({ domain_id }) => domain_id === domain);
  return [...domains].filter((domain) => !isDeepStrictEqual(of(applied, domain), of(current, domain)));
}
