import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { AlertOutbox, type AlertChange } from '#monitoring/contracts/alert-outbox.js';
import type { Horizon } from '#monitoring/contracts/feed-position.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { parseId } from '#shared/kernel/ids.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { disableSubscription } from '../../subscriptions/tables/subscription-table.js';
import { followChanges, lockEscalations } from '../../escalations/tables/follow-changes.js';
import { readPolicies } from '../../escalations/tables/policies.js';
import { readProgress } from '../../escalations/tables/runs.js';
import { lockInhibitions, readInhibitions } from '../../inhibitions/tables/inhibition-tables.js';
import { storeInhibited } from '../../inhibitions/tables/inhibit-changes.js';
import { countInLedger, type LedgerEntry } from '../tables/count-in-ledger.js';
import { cancelReminders, findEndedReminders } from '../../reminders/tables/plan-reminders.js';
import { lockSilences, readSilences, selectPeriod } from '../../silences/tables/decide-silenced.js';
import {
  takeFirstChanges,
  takeMatched,
  findAdvancedDomains,
  findOverloadedDomains,
  findChangedDomains,
  sumResults,
  SlowDomains,
  MAX_CHANGES,
  MAX_NOTIFICATIONS,
  FILTER_TIMEOUT_MS,
  SLOW_LIMITS,
  IDLE_CURSOR_SECONDS,
  type FanOutResult,
  type Page,
  type Round,
} from './fan-out-round.js';
import { ChangeMatcher, type DomainSubscription } from './change-matcher.js';
import {
  claimCursors,
  moveCursors,
  repeatIfGone,
  toPosition,
  postponeCursors,
  type CursorSelection,
  type CursorGroup,
} from './notification-cursors.js';
import { selectSourceChanges, writeSourceNotices, writeNotifications } from './write-notifications.js';
import { NotificationRetentionPeriod } from './notification-retention.js';
import { DomainMatcher } from './domain-matcher.js';
import { addLinks, decideRecipients, getRecipientKey, readToldOf } from './decide-recipients.js';
import { storeFlappingTold } from './told.js';

const DAY_MS = 86_400_000;

/** Turns changes of alerts into notifications. */
@Injectable()
export class ChangeFanOut {
  private readonly logger = new Logger('FanOut');
  private readonly slowDomains = new SlowDomains();
  private readonly domainMatcher: DomainMatcher;

  constructor(
    private readonly pool: IngestPool,
    private readonly outbox: AlertOutbox,
    private readonly matcher: ChangeMatcher,
    private readonly publicUrl: PublicUrl,
    private readonly retention: NotificationRetentionPeriod,
  ) {
    this.domainMatcher = new DomainMatcher(matcher, this.slowDomains);
  }

  /** Returns whether any domain has an enabled subscription. One cheap statement. */
  async isNeeded(): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_needed: boolean }>({
      name: 'is fan-out needed',
      text: 'select exists (select from notification_cursor) as is_needed',
    });
    return rows[0]?.is_needed === true;
  }

  /** Returns a number, as text, that grows with every change of an alert that is written. */
  readLatestSequence(): Promise<string> {
    return this.outbox.readLatestNumber();
  }

  /** Fans out the next changes of some domains, each domain's in order, in one transaction. Several processes share the domains. */
  async run(): Promise<FanOutResult> {
    const horizon = await this.outbox.readHorizon();
    const domains: string[] = [];
    const selection = { excludedDomains: this.slowDomains.ids };
    try {
      return await repeatIfGone(() => this.runRound(horizon, selection, domains));
    } catch (error) {
      if (domains.length === 0 || isDatabaseUnavailable(error)) throw error;
      this.logger.warn(`changes of several domains failed; each is tried alone: ${getLogMessage(error)}`);
      return this.runSeparately(horizon, domains);
    }
  }

  /** Does the same for one slow domain, which `run` leaves out so that the others do not wait for it. */
  async runSlow(): Promise<FanOutResult> {
    const domain = this.slowDomains.next();
    if (domain === undefined) return sumResults([]);
    return this.runSeparately(await this.outbox.readHorizon(), [domain]);
  }

  /** Uses one transaction per domain, so that one whose changes cannot be stored does not stop the others. */
  private async runSeparately(horizon: Horizon, domains: readonly string[]): Promise<FanOutResult> {
    const rounds: FanOutResult[] = [];
    for (const domain_id of domains)
      try {
        rounds.push(await this.runRound(horizon, { onlyDomain: domain_id }));
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        this.logger.error(
          `alert changes of ${domain_id} failed, and are tried again: ${getLogMessage(error)}`,
        );
        await postponeCursors(this.pool, [domain_id]);
      }
    return sumResults(rounds);
  }

  /** Reads a page of each group of domains in one transaction. @param domains receives the ids of the locked domains */
  private async runRound(
    horizon: Horizon,
    selection: CursorSelection,
    domains: string[] = [],
  ): Promise<FanOutResult> {
    const invalid = new Map<DomainSubscription, string>();
    const rounds = await inTransaction(this.pool, async (client) => {
      const groups = (await claimCursors(client, selection)).filter(
        ([{ xid }]) => BigInt(xid) < BigInt(horizon.xid),
      );
      domains.push(...groups.flat().map(({ domain_id }) => domain_id));
      const hasManyDomains = domains.length > 1;
      const timeoutMs = hasManyDomains ? FILTER_TIMEOUT_MS : undefined;
      const limits =
        selection.onlyDomain === undefined
          ? { filterTimeoutMs: timeoutMs, maxNotifications: MAX_NOTIFICATIONS, maxCandidates: undefined }
          : SLOW_LIMITS;
      const round: Round = { horizon, invalid, isAlone: groups.length === 1, hasManyDomains, ...limits };
      // Readers of the feed wait for transactions that have written something, so all filters are applied before.
      const pages = [];
      for (const group of groups) pages.push(await this.readPage(client, group, round));
      const ledgerEntries: LedgerEntry[] = [];
      const results = [];
      for (const page of pages) results.push(await this.writePage(client, page, round, ledgerEntries));
      await countInLedger(client, ledgerEntries);
      return results;
    });
    for (const [subscription, reason] of invalid) await disableSubscription(this.pool, subscription, reason);
    return sumResults(rounds);
  }

  /** Reads one page of the changes of a group of domains, and decides who is notified of them. Writes nothing. */
  private async readPage(client: PoolClient, cursors: CursorGroup, round: Round): Promise<Page> {
    const { horizon, hasManyDomains, maxNotifications, maxCandidates } = round;
    const domains = cursors.map(({ domain_id }) => domain_id);
    const page = await this.outbox.read(domains, toPosition(cursors[0]), horizon, MAX_CHANGES);
    const byDomain = await this.matcher.findSubscriptions(client, page.changes);
    const deferredDomains = new Set(
      hasManyDomains ? findOverloadedDomains(page.changes, byDomain, page.next !== undefined) : [],
    );
    const pageChanges = page.changes.filter(({ domain_id }) => !deferredDomains.has(domain_id));
    const countSubscriptions = ({ domain_id }: AlertChange) => byDomain.get(domain_id)?.length ?? 0;
    const candidates =
      maxCandidates === undefined
        ? pageChanges
        : takeFirstChanges(pageChanges, countSubscriptions, maxCandidates);
    const silenceSelection = selectPeriod(candidates);
    const silences = await readSilences(client, silenceSelection);
    const inhibitions = await readInhibitions(
      client,
      cursors.flatMap(({ domain_id, has_inhibitions }) =>
        has_inhibitions && byDomain.has(domain_id) ? [domain_id] : [],
      ),
    );
    const policies = await readPolicies(client, [...byDomain.keys()]);
    // Before who was told: a step that is told in between is noticed when all is written.
    const alertIds = new Set(candidates.map(({ alert_id }) => parseId('alert', alert_id)));
    const progress = policies.length === 0 ? [] : await readProgress(client, [...alertIds]);
    const told = await readToldOf(client, candidates, byDomain);
    const unread = { failedDomains: new Set<string>(), deferredDomains };
    const found = await this.domainMatcher.match(
      { changes: candidates, subscriptions: byDomain, silences, inhibitions, policies, told },
      round,
      unread,
    );
    const known = { ...found, pageChanges, hasMore: page.next !== undefined };
    const changes = takeMatched(candidates, known, countSubscriptions, maxNotifications);
    const next = changes.length < pageChanges.length ? changes.at(-1)?.position : page.next;
    const isKept = new Set(changes);
    const subscriptions = [...byDomain.values()].flat();
    const sourceChanges = selectSourceChanges(changes, subscriptions);
    const inhibiting = [...found.inhibitions.keys()].filter((change) => isKept.has(change));
    const messages = new Map(await this.findMessages(inhibiting, horizon));
    const loadMessages = async (some: readonly AlertChange[]) => {
      const missing = some.filter((change) => !messages.has(change));
      for (const [change, message] of await this.findMessages(missing, horizon))
        messages.set(change, message);
      return messages;
    };
    const { matches, changes: inhibited } = await this.matcher.inhibit(
      client,
      { changes, inhibitions, matched: found.inhibitions, messages },
      found.matches.filter(({ change }) => isKept.has(change)),
    );
    const recipients = await decideRecipients(client, {
      ...{ changes, subscriptions: byDomain, matches, loadMessages, told },
      keptSince: new Date(horizon.at * 1000 - this.retention.days * DAY_MS),
    });
    const sourceMessages = await this.findMessages(sourceChanges, horizon);
    return {
      ...{ cursors, next, changes, subscriptions, silenceSelection, silences, inhibitions, inhibited },
      ...{ recipients, policies, escalating: found.policies, progress, sourceMessages, ...unread },
    };
  }

  /** Writes the notifications of a page, and moves the cursors of its domains. */
  private async writePage(
    client: PoolClient,
    { cursors, next, failedDomains, deferredDomains, ...page }: Page,
    { horizon, isAlone }: Round,
    ledgerEntries: LedgerEntry[],
  ): Promise<FanOutResult> {
    const lockedSilences = await lockSilences(client, page.silenceSelection);
    const lockedInhibitions = await lockInhibitions(client, [
      ...new Set(page.inhibitions.map(({ domain_id }) => domain_id)),
    ]);
    for (const domain_id of [
      ...findChangedDomains(page.silences, lockedSilences),
      ...findChangedDomains(page.inhibitions, lockedInhibitions),
    ])
      deferredDomains.add(domain_id);
    const isRead = (domain_id: string) => !failedDomains.has(domain_id) && !deferredDomains.has(domain_id);
    const isProcessed = (change: AlertChange) => isRead(change.domain_id);
    const selectEscalated = () => ({
      changes: page.changes.filter(isProcessed),
      ...{ policies: page.policies, matched: page.escalating },
    });
    const locked = await lockEscalations(client, selectEscalated());
    for (const domain_id of findAdvancedDomains(page.progress, locked.runs, page.changes.filter(isProcessed)))
      deferredDomains.add(domain_id);
    const sourceMessages = [...page.sourceMessages.values()].filter(({ change }) => isProcessed(change));
    const now = new Date(horizon.at * 1000);
    const sourceCount = await writeSourceNotices(client, sourceMessages, page.subscriptions, {
      publicUrl: this.publicUrl,
      now,
    });
    const untold = await followChanges(client, selectEscalated(), page.inhibited.waits, locked, now);
    const recipients = page.recipients.filter(
      (recipient) => isProcessed(recipient.change) && !untold.has(getRecipientKey(recipient)),
    );
    const notices = recipients.map((each) => ({ ...each, message: addLinks(each.message, this.publicUrl) }));
    const endedReminders = findEndedReminders(page.changes.filter(isProcessed), page.subscriptions);
    const inserted = await writeNotifications(client, notices, endedReminders, now);
    // What steps tell waits for nothing: escalations look for themselves whether something holds the alert back.
    const subscriptionIds = page.subscriptions
      .filter(({ trigger }) => trigger === 'CHANGE')
      .map(({ subscription_id }) => subscription_id);
    const caughtCount = await storeInhibited(client, page.inhibited, subscriptionIds, isRead);
    await cancelReminders(client, endedReminders);
    await storeFlappingTold(
      client,
      recipients.flatMap(({ flapping }) => flapping ?? []),
    );
    for (const { domain_id, changed_at } of page.changes.filter(isProcessed))
      ledgerEntries.push({ domain_id, at: new Date(changed_at), as: 'changes' });
    for (const { domain_id, created_at } of inserted)
      ledgerEntries.push({ domain_id, at: created_at, as: 'matched' });

    for (const domain_id of deferredDomains) this.slowDomains.add(domain_id);
    // With several groups, cursors move even without changes: equal positions are read together from then on.
    const isUnchanged = page.changes.length === 0 && next === undefined && isAlone;
    if (!isUnchanged || horizon.at - Number(cursors[0].at) > IDLE_CURSOR_SECONDS)
      await moveCursors(
        client,
        cursors.filter(({ domain_id }) => isRead(domain_id)),
        next ?? horizon,
      );
    if (failedDomains.size > 0) await postponeCursors(client, [...failedDomains]);
    const heldCount = inserted.filter(({ state }) => state === 'INHIBITED').length;
    return {
      notificationCount: sourceCount + notices.length,
      inhibitedCount: heldCount + caughtCount,
      hasMore: next !== undefined,
    };
  }

  private async findMessages(changeList: readonly AlertChange[], horizon: Horizon) {
    const changes = [...new Set(changeList)];
    const messages =
      changes.length === 0 ? [] : await this.outbox.loadMessages(changes, horizon, 'as changed');
    return new Map(messages.map((each) => [each.change, each]));
  }
}
