import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { formatId } from '#shared/kernel/ids.js';
import { Batcher, type PendingRequest } from '#shared/kernel/batcher.js';
import { LONG_USE, MaxMinShares, type Holder } from '#shared/kernel/domain-shares.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { ActionLinks } from '../../actions/application/build-action-links.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import { NoResponseError } from '../../protocols/outgoing-http.js';
import { createUnsentResult, toFailedResult } from '../../protocols/post-attempt.js';
import type { AttemptResult } from '../../protocols/protocol.js';
import type { StoredMessage } from '../../protocols/sent-message.js';
import { ClaimRotation } from '../domain/claim-rotation.js';
import { ClaimedEvents, type FindSentMessage } from './claimed-events.js';
import {
  AttemptLog,
  type ClaimedAttempt,
  type ClaimResult,
  type SettledAttempt,
} from './ports/attempt-log.js';
import { Histogram } from '#shared/kernel/histogram.js';
import type { Verdict } from '../../protocols/domain/verdict.js';

/** The maximum number of attempts under way in this process. They last for seconds if receivers are slow. */
const CONCURRENCY = 192;
const MAX_PER_CLAIM = 64;
/**
 * Up to this number of attempts under way, a place is free as soon as the receiver has answered. With more, claims are large
 * anyway, and several small claims would cost more.
 */
const EARLY_RELEASE_LIMIT = 32;
/**
 * Milliseconds after the claim. An attempt that has not begun by then is not made, because its lease could end before the
 * attempt does.
 */
const START_DEADLINE_MS = 5_000;
/** Milliseconds between two looks for what is due. */
const SWEEP_MS = 1_000;
/** Milliseconds after the end of a pause, so that it has ended when it is looked at. */
const PACING_MARGIN_MS = 5;
/** Milliseconds that a stopping process waits for the attempts under way. */
const SHUTDOWN_TIMEOUT_MS = 11_000;

/** Upper bounds of the buckets in seconds, from a receiver nearby to one that was unavailable for a day. */
const LAG_BUCKETS_SECONDS = [
  0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400,
];

/** Counts what this process has sent and held back, for its metrics. */
@Injectable()
export class DeliveryCounters {
  /** Attempts by protocol and outcome. */
  readonly attempts = new Map<string, Map<Verdict['outcome'], number>>();
  /** Notifications that had to wait because the quota is used up, by protocol. */
  readonly overQuota = new Map<string, number>();
  /** Notifications that inhibitions have held back. */
  inhibited = 0;
  /** Seconds from the change of an alert until its notification was sent. */
  readonly lag = new Histogram(LAG_BUCKETS_SECONDS);

  countAttempt(protocol_id: string, outcome: Verdict['outcome'], changed_at: string, now: number): void {
    const outcomes = this.attempts.get(protocol_id) ?? new Map<Verdict['outcome'], number>();
    this.attempts.set(protocol_id, outcomes);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === 'sent') this.lag.add(Math.max(0, now - Date.parse(changed_at)) / 1000);
  }

  countRefusals(protocols: readonly string[]): void {
    for (const protocol_id of protocols)
      this.overQuota.set(protocol_id, (this.overQuota.get(protocol_id) ?? 0) + 1);
  }
}

/** Claims due notifications and sends them. The work is stored in the database: a wake-up only makes it begin earlier. */
@Injectable()
export class SendNotifications implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly outcomeBatcher: Batcher<SettledAttempt, void>;
  private readonly inFlight = new Map<Promise<void>, string>();
  /** The slow receivers of one domain, and of several, leave places for the others. */
  private readonly places = new MaxMinShares(CONCURRENCY, LONG_USE);
  /** Attempts that have succeeded and given up their places, while their outcomes are being stored. */
  private readonly delivered = new Set<string>();
  private readonly rotation = new ClaimRotation();
  private claiming: Promise<void> | undefined;
  private pacing: NodeJS.Timeout | undefined;
  private isWakeRequested = false;
  private isStopping = false;

  constructor(
    private readonly attemptLog: AttemptLog,
    private readonly protocols: ProtocolRegistry,
    private readonly templates: Templates,
    private readonly actionLinks: ActionLinks,
    private readonly counters: DeliveryCounters,
    private readonly events: ClaimedEvents,
  ) {
    this.outcomeBatcher = new Batcher((batch) => this.settle(batch), {
      concurrency: 1,
      perBatch: CONCURRENCY,
    });
  }

  /** Starts claiming in the background. Never throws. */
  wake(): void {
    this.isWakeRequested = true;
    if (this.claiming || this.isStopping) return;
    this.claiming = this.claim().finally(() => {
      this.claiming = undefined;
      if (this.isWakeRequested) this.wake();
    });
  }

  /** Finds work whose wake-up was lost, and retries that are due. */
  @Every(SWEEP_MS)
  async sweep(): Promise<void> {
    this.wake();
    await this.attemptLog.cleanUp();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.claiming;
    const timeout = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref());
    await Promise.race([Promise.allSettled(this.inFlight.keys()), timeout]);
  }

  private async claim(): Promise<void> {
    try {
      this.isWakeRequested = false;
      this.rotation.restart();
      for (let hasMore = true; hasMore && !this.isStopping;) {
        if (this.places.free === 0) return;
        const { attempts, progress, refusedProtocols, resumeAfterMs } = await this.claimPlaces();
        const findMessage = this.events.read(attempts);
        for (const attempt of attempts) this.startAttempt(attempt, findMessage);
        this.wakeAfter(resumeAfterMs);
        this.counters.countRefusals(refusedProtocols);
        hasMore = this.rotation.recordProgress(progress);
      }
    } catch (error) {
      this.logger.warn(`notifications were not claimed, so the sweep claims them: ${getLogMessage(error)}`);
      this.isWakeRequested = false;
    }
  }

  /** Takes the places of the attempts that it claims. */
  private async claimPlaces(): Promise<ClaimResult> {
    const taken: string[] = [];
    const takePlace = (domain_id: string) => {
      const holder = this.findHolder(domain_id);
      const isTaken = this.places.isBelowThreshold(holder, 1) && this.places.acquireFreed(holder, 1);
      if (isTaken) taken.push(domain_id);
      return isTaken;
    };
    let used: readonly ClaimedAttempt[] = [];
    try {
      const result = await this.attemptLog.claim(
        Math.min(this.places.free, MAX_PER_CLAIM),
        this.rotation.cursor,
        this.findBusyDomains(),
        takePlace,
        this.delivered,
      );
      used = result.attempts;
      return result;
    } finally {
      for (const { domain_id } of used) taken.splice(taken.indexOf(domain_id), 1);
      for (const domain_id of taken) this.releasePlace(domain_id);
    }
  }

  private findHolder(domain_id: string): Holder {
    return this.places.getHolder(domain_id, domain_id);
  }

  private releasePlace(domain_id: string): void {
    this.places.release(this.findHolder(domain_id), 1);
  }

  /** Goes on when a paced subscription may be sent the next message. Longer pauses are found by the sweep. */
  private wakeAfter(milliseconds: number | undefined): void {
    if (milliseconds === undefined || milliseconds > SWEEP_MS || this.pacing !== undefined) return;
    this.pacing = setTimeout(() => {
      this.pacing = undefined;
      this.wake();
    }, milliseconds + PACING_MARGIN_MS).unref();
  }

  private findBusyDomains(): readonly string[] {
    return [...new Set(this.inFlight.values())].filter(
      (domain_id) => !this.places.isBelowThreshold(this.findHolder(domain_id), 1),
    );
  }

  private startAttempt(claimed: ClaimedAttempt, findMessage: FindSentMessage): void {
    const attempt = this.runAttempt(claimed, findMessage)
      .catch((error: unknown) => this.logger.warn(`an outcome was not stored: ${getLogMessage(error)}`))
      .finally(() => {
        this.inFlight.delete(attempt);
        this.releasePlace(claimed.domain_id);
        this.wake();
      });
    this.inFlight.set(attempt, claimed.domain_id);
  }

  private async runAttempt(claimed: ClaimedAttempt, findMessage: FindSentMessage): Promise<void> {
    const found = await this.findMessage(claimed, findMessage);
    // The process stood still. Another worker may have claimed the lane since, and an older attempt must not overtake its
    // attempt.
    if (performance.now() - claimed.claimedAt > START_DEADLINE_MS) return;
    const { protocol_id, clockOffset, message } = claimed;
    const begun = performance.now();
    // Receivers reject a signature whose timestamp differs by minutes from their own time.
    const at = new Date(clockOffset + begun);
    const result =
      found === undefined
        ? createUnsentResult('the event of the alert could not be read')
        : await this.send(claimed, found, at);
    const ended = performance.now();
    this.counters.countAttempt(protocol_id, result.verdict.outcome, message.timestamp, clockOffset + ended);
    if (result.verdict.outcome === 'sent') this.releaseSlot(claimed);
    try {
      await this.outcomeBatcher.add({ claimed, result, at, latency_ms: Math.round(ended - begun) });
    } finally {
      this.delivered.delete(claimed.attempt_id);
    }
  }

  /** Stores outcomes together, or each by itself if that fails: one that cannot be stored must not keep the others from it. */
  private async settle(batch: readonly PendingRequest<SettledAttempt, void>[]): Promise<void> {
    try {
      await this.attemptLog.settle(batch.map(({ request }) => request));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) throw error;
      this.logger.warn(`outcomes are stored one by one: ${getLogMessage(error)}`);
      for (const { request, resolve, reject } of batch)
        await this.attemptLog.settle([request]).then(resolve, reject);
    }
  }

  /** Returns `undefined` if what belongs to the message cannot be read now. */
  private async findMessage(
    claimed: ClaimedAttempt,
    find: FindSentMessage,
  ): Promise<StoredMessage | undefined> {
    try {
      return await find(claimed);
    } catch (error) {
      this.logger.warn(`the event of a notification was not read: ${getLogMessage(error)}`);
      return undefined;
    }
  }

  /**
   * Lets the next notification be claimed while the outcome is stored. A failed attempt keeps its place, because its failure
   * may open the circuit breaker, which must be stored first.
   */
  private releaseSlot({ attempt_id }: ClaimedAttempt): void {
    if (this.inFlight.size > EARLY_RELEASE_LIMIT) return;
    this.delivered.add(attempt_id);
    this.wake();
  }

  private send(
    claimed: ClaimedAttempt,
    message: StoredMessage,
    at: Date,
  ): Promise<AttemptResult> | AttemptResult {
    const { protocol_id, options, signing_secrets, receipt, progress, wakes, template, timezone } = claimed;
    const protocol = this.protocols.find(protocol_id);
    if (claimed.obstacle !== undefined) return toFailedResult(new NoResponseError(claimed.obstacle, true));
    if (protocol === undefined)
      return createUnsentResult(`this worker does not have the protocol ${protocol_id}`);
    const notification_id = formatId('notification', claimed.notification_id);
    const subscription_id = formatId('subscription', claimed.subscription_id);
    const outgoing = {
      ...{ subscription_id, notification_id, message, options, signing_secrets },
      ...{ receipt, progress, wakes, timezone, at },
      ...this.actionLinks.offer(protocol, message, claimed, at),
    };
    const startBy = claimed.claimedAt + START_DEADLINE_MS;
    return this.templates.send(protocol, template, outgoing, claimed.domain_id, startBy);
  }
}

/** Wakes the sender of this process. It carries no data: the waiting notifications are in the database. */
export class WakeSender extends Command<void> {}

@CommandHandler(WakeSender)
export class WakeSenderHandler implements ICommandHandler<WakeSender> {
  constructor(private readonly sender: SendNotifications) {}

  async execute(): Promise<void> {
    this.sender.wake();
  }
}
