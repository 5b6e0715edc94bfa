import { isDeepStrictEqual } from 'node:util';
import type { AlertChange, ChangeWithMessage } from '#monitoring/contracts/alert-outbox.js';
import type { FeedPosition, Horizon } from '#monitoring/contracts/feed-position.js';
import { parseId } from '#shared/kernel/ids.js';
import type { StoredPolicy } from '../../escalations/tables/policies.js';
import { getProgress, type Progress, type StoredRun } from '../../escalations/tables/runs.js';
import type { InhibitedChanges } from '../../inhibitions/tables/inhibit-changes.js';
import type { StoredInhibition } from '../../inhibitions/tables/inhibition-tables.js';
import type { SilenceSelection, StoredSilence } from '../../silences/tables/decide-silenced.js';
import { isCorrection } from '../../subscriptions/domain/wanted-kinds.js';
import type { DomainSubscription, Match } from './change-matcher.js';
import type { Recipient } from './decide-recipients.js';
import type { CursorGroup } from './notification-cursors.js';
import type { Told } from './told.js';

/** The maximum number of changes in one page. */
export const MAX_CHANGES = 200;
/**
 * The maximum number of notifications in a page, which is in memory; fewer if read separately: streams wait for the
 * transaction.
 */
export const MAX_NOTIFICATIONS = 5_000;
const MAX_SLOW_NOTIFICATIONS = 1_000;
/** The maximum time in milliseconds for the filters of a domain while others wait. */
export const FILTER_TIMEOUT_MS = 1_000;
/** The filters of a domain that is read separately may be slow: they are applied to few changes. */
export const SLOW_LIMITS = {
  filterTimeoutMs: 4_000,
  maxNotifications: MAX_SLOW_NOTIFICATIONS,
  maxCandidates: MAX_SLOW_NOTIFICATIONS,
};
/** Seconds after which a cursor is moved although there were no changes. */
export const IDLE_CURSOR_SECONDS = 10;

export interface FanOutResult {
  readonly notificationCount: number;
  /** The number of notifications that inhibitions have held back. */
  readonly inhibitedCount: number;
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
  /** The maximum number of notifications in a page if every subscription matched; `undefined`: what does match is counted. */
  readonly maxCandidates: number | undefined;
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
  readonly inhibitions: readonly StoredInhibition[];
  readonly policies: readonly StoredPolicy[];
  /** What subscriptions were told of the alerts, by subscription and alert. */
  readonly told: ReadonlyMap<string, Told>;
}

/** A page of changes of a group of domains, and the decisions who is notified of them. */
export interface Page extends Unread {
  readonly cursors: CursorGroup;
  /** Where the next page begins, if there is one. */
  readonly next: FeedPosition | undefined;
  readonly changes: readonly AlertChange[];
  readonly subscriptions: readonly DomainSubscription[];
  /** The silences that were applied, and those for which they were looked. */
  readonly silenceSelection: SilenceSelection;
  readonly silences: readonly StoredSilence[];
  /** The inhibitions that were applied, and what they do with the changes. */
  readonly inhibitions: readonly StoredInhibition[];
  readonly inhibited: InhibitedChanges;
  /** The policies of the domains, and which of them match each change. */
  readonly policies: readonly StoredPolicy[];
  readonly escalating: ReadonlyMap<AlertChange, readonly StoredPolicy[]>;
  /** How far escalations had got when it was read who was told of the alerts. */
  readonly progress: readonly Progress[];
  readonly recipients: readonly Recipient[];
  /** Changes of heartbeats' alerts. */
  readonly sourceMessages: ReadonlyMap<AlertChange, ChangeWithMessage>;
}

export function sumResults(rounds: readonly FanOutResult[]): FanOutResult {
  return {
    notificationCount: rounds.reduce((sum, { notificationCount }) => sum + notificationCount, 0),
    inhibitedCount: rounds.reduce((sum, { inhibitedCount }) => sum + inhibitedCount, 0),
    hasMore: rounds.some(({ hasMore }) => hasMore),
  };
}

interface InDomain {
  readonly domain_id: string;
}

/** Returns the domains in which steps were told since who was told of these alerts was read. */
export function findAdvancedDomains(
  read: readonly Progress[],
  runs: readonly StoredRun[],
  changes: readonly AlertChange[],
): readonly string[] {
  if (read.length === 0 && runs.length === 0) return [];
  const alertIds = new Set(changes.map(({ alert_id }) => parseId('alert', alert_id)));
  return findChangedDomains(
    read.filter(({ alert_id }) => alertIds.has(alert_id)),
    runs.map(getProgress),
  );
}

/** Returns the domains whose silences or inhibitions are others than those that were applied. */
export function findChangedDomains(
  applied: readonly InDomain[],
  current: readonly InDomain[],
): readonly string[] {
  const domains = new Set([...applied, ...current].map(({ domain_id }) => domain_id));
  const of = (rules: readonly InDomain[], domain: string) =>
    rules.filter(({ domain_id }) => domain_id === domain);
  return [...domains].filter((domain) => !isDeepStrictEqual(of(applied, domain), of(current, domain)));
}

/**
 * The number of notifications of one domain in a page of the main round. A domain that may exceed it is fanned out
 * separately.
 */
const MAX_PER_DOMAIN = 1_000;
/** The number of changes of one domain in a page of the main round, if more changes wait behind it. */
const MAX_CHANGES_PER_DOMAIN = 25;

/** The subscriptions of each domain. */
type Subscriptions = ReadonlyMap<string, readonly unknown[]>;

/**
 * Returns the domains for which others would wait: those whose changes may make too many notifications, if every
 * subscription matches, and those with many changes in a page behind which more wait.
 * @param hasMore whether more changes wait behind the page
 */
export function findOverloadedDomains(
  changes: readonly InDomain[],
  subscriptions: Subscriptions,
  hasMore: boolean,
): readonly string[] {
  const maxChanges = hasMore ? MAX_CHANGES_PER_DOMAIN : Number.POSITIVE_INFINITY;
  return [...Map.groupBy(changes, ({ domain_id }) => domain_id)].flatMap(([domain_id, domainChanges]) => {
    const notifications = domainChanges.length * (subscriptions.get(domain_id)?.length ?? 0);
    return notifications > MAX_PER_DOMAIN || domainChanges.length > maxChanges ? [domain_id] : [];
  });
}

/** Returns the first changes, at least one, that make at most `limit` notifications. @param count how many a change makes */
export function takeFirstChanges<C>(
  changes: readonly C[],
  count: (change: C) => number,
  limit: number,
): readonly C[] {
  let total = 0;
  const end = changes.findIndex((change, at) => {
    total += count(change);
    return at > 0 && total > limit;
  });
  return end === -1 ? changes : changes.slice(0, end);
}

/** What is known of a page beside the changes that are taken from it. */
interface KnownOfPage {
  readonly matches: readonly Match[];
  /** All changes of the page, beginning with those that are taken from it. */
  readonly pageChanges: readonly AlertChange[];
  /** Whether more changes wait behind the page. */
  readonly hasMore: boolean;
}

/**
 * As {@link takeFirstChanges}, by what matches. A correction may go to everybody: to whoever was told before. An opening is not
 * parted from the change that says, with it, that the key is flapping.
 */
export function takeMatched(
  changes: readonly AlertChange[],
  { matches, pageChanges, hasMore }: KnownOfPage,
  countSubscriptions: (change: AlertChange) => number,
  limit: number,
): readonly AlertChange[] {
  const counts = new Map<AlertChange, number>();
  for (const { change } of matches) counts.set(change, (counts.get(change) ?? 0) + 1);
  const taken = takeFirstChanges(
    changes,
    (change) => (isCorrection(change.kind) ? countSubscriptions(change) : (counts.get(change) ?? 0)),
    limit,
  );
  const [last, following] = [taken.at(-1), pageChanges[taken.length]];
  if (last === undefined || taken.length === 1 || !OPENINGS.has(last.kind)) return taken;
  const isParted =
    following === undefined ? hasMore : following.kind === 'flapping' && following.alert_id === last.alert_id;
  return isParted ? taken.slice(0, -1) : taken;
}

/** The kinds of changes after which one may follow that says that the key is flapping. */
const OPENINGS: ReadonlySet<string> = new Set(['opened', 'reopened']);

/** Milliseconds that a domain stays in the list after it was last slow. */
const REMEMBER_MS = 60_000;

/** Domains whose changes take long to fan out. They are read separately, so that no other domain waits for them. */
export class SlowDomains {
  /** When each domain leaves the list, by the monotonic clock. The domain whose turn is next comes first. */
  private readonly expiries = new Map<string, number>();

  get ids(): readonly string[] {
    const now = performance.now();
    for (const [domain_id, expiry] of this.expiries) if (expiry < now) this.expiries.delete(domain_id);
    return [...this.expiries.keys()];
  }

  add(domain_id: string): void {
    this.expiries.set(domain_id, performance.now() + REMEMBER_MS);
  }

  /** Returns the domains in turns. */
  next(): string | undefined {
    const [first] = this.ids;
    const expiry = first === undefined ? undefined : this.expiries.get(first);
    if (first === undefined || expiry === undefined) return undefined;
    this.expiries.delete(first);
    this.expiries.set(first, expiry);
    return first;
  }
}
