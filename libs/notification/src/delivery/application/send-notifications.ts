import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { formatId } from '#shared/kernel/ids.js';
import { Batcher } from '#shared/kernel/batcher.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import { unsent } from '../../protocols/unsent.js';
import type { AttemptResult } from '../../protocols/protocol.js';
import { ClaimTurns } from '../domain/claim-turns.js';
import { DeliveryCounters } from './delivery-counters.js';
import { AttemptLog, type ClaimedAttempt, type SettledAttempt } from './ports/attempt-log.js';

/** The maximum number of attempts under way in this process. */
const MOST_AT_ONCE = 192;
/**
 * From this number of attempts on, a domain is skipped. Even after one more claim (64), its slow receivers leave room for
 * others.
 */
const MANY_OF_A_DOMAIN = 96;
const MOST_PER_CLAIM = 64;
/**
 * Up to this number of attempts under way, a place is free as soon as the receiver has answered. With more, claims are large
 * anyway, and several small claims would cost more.
 */
const FEW_UNDER_WAY = 32;
/**
 * Milliseconds after the claim. An attempt that has not begun by then is not made, because its lease could end before the
 * attempt does.
 */
const BEGIN_WITHIN = 5_000;
/** Milliseconds that a stopping process waits for the attempts under way. */
const LAST_ATTEMPTS = 11_000;

/** Claims due notifications and sends them. The work is stored in the database: a wake-up only makes it begin earlier. */
@Injectable()
export class SendNotifications implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly settled: Batcher<SettledAttempt, void>;
  private readonly underWay = new Map<Promise<void>, string>();
  /** Attempts that have succeeded and given up their places, while their outcomes are being stored. */
  private readonly delivered = new Set<string>();
  private readonly turns = new ClaimTurns();
  private claiming: Promise<void> | undefined;
  private isWoken = false;
  private isStopping = false;

  constructor(
    private readonly log: AttemptLog,
    private readonly protocols: ProtocolRegistry,
    private readonly templates: Templates,
    private readonly counters: DeliveryCounters,
  ) {
    this.settled = new Batcher(
      async (batch) => {
        await this.log.settle(batch.map(({ request }) => request));
        for (const { resolve } of batch) resolve();
      },
      { atOnce: 1, perBatch: MOST_AT_ONCE },
    );
  }

  /** Starts claiming in the background. Never throws. */
  wake(): void {
    this.isWoken = true;
    if (this.claiming || this.isStopping) return;
    this.claiming = this.claim().finally(() => {
      this.claiming = undefined;
      if (this.isWoken) this.wake();
    });
  }

  /** Finds work whose wake-up was lost, and retries that are due. */
  @Every(1_000)
  async sweep(): Promise<void> {
    this.wake();
    await this.log.clear();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.claiming;
    const timeout = new Promise((resolve) => setTimeout(resolve, LAST_ATTEMPTS).unref());
    await Promise.race([Promise.allSettled(this.underWay.keys()), timeout]);
  }

  private async claim(): Promise<void> {
    try {
      this.isWoken = false;
      this.turns.restart();
      for (let isMore = true; isMore && !this.isStopping;) {
        const room = MOST_AT_ONCE - this.underWay.size;
        if (room <= 0) return;
        const most = Math.min(room, MOST_PER_CLAIM);
        const { attempts, looked, refused } = await this.log.claim(
          most,
          this.turns.place,
          this.busyDomains(),
          this.delivered,
        );
        for (const attempt of attempts) this.begin(attempt);
        this.counters.refused(refused);
        isMore = this.turns.note(looked);
      }
    } catch (error) {
      this.logger.warn(`notifications were not claimed, so the sweep claims them: ${messageOf(error)}`);
      this.isWoken = false;
    }
  }

  private busyDomains(): readonly string[] {
    const counts = Map.groupBy(this.underWay.values(), (domain_id) => domain_id);
    return [...counts].filter(([, its]) => its.length >= MANY_OF_A_DOMAIN).map(([domain_id]) => domain_id);
  }

  private begin(claimed: ClaimedAttempt): void {
    const attempt = this.attempt(claimed)
      .catch((error: unknown) => this.logger.warn(`an outcome was not stored: ${messageOf(error)}`))
      .finally(() => {
        this.underWay.delete(attempt);
        this.wake();
      });
    this.underWay.set(attempt, claimed.domain_id);
  }

  private async attempt(claimed: ClaimedAttempt): Promise<void> {
    // The process stood still. Another worker may have claimed the lane since, and an older attempt must not overtake its
    // attempt.
    if (performance.now() - claimed.claimedAt > BEGIN_WITHIN) return;
    const { protocol_id, message, clockOffset } = claimed;
    const begun = performance.now();
    // Receivers reject a signature whose timestamp differs by minutes from their own time.
    const at = new Date(clockOffset + begun);
    const result = await this.send(claimed, at);
    const ended = performance.now();
    this.counters.attempted(protocol_id, result.verdict.outcome, message.timestamp, clockOffset + ended);
    if (result.verdict.outcome === 'sent') this.makeRoom(claimed);
    try {
      await this.settled.add({ claimed, result, at, latency_ms: Math.round(ended - begun) });
    } finally {
      this.delivered.delete(claimed.attempt_id);
    }
  }

  /**
   * Lets the next notification be claimed while the outcome is stored. A failed attempt keeps its place, because its failure
   * may open the circuit breaker, which must be stored first.
   */
  private makeRoom({ attempt_id }: ClaimedAttempt): void {
    if (this.underWay.size > FEW_UNDER_WAY) return;
    this.delivered.add(attempt_id);
    this.wake();
  }

  private send(claimed: ClaimedAttempt, at: Date): Promise<AttemptResult> | AttemptResult {
    const { protocol_id, message, options, signing_secrets, receipt, template } = claimed;
    const protocol = this.protocols.find(protocol_id);
    if (claimed.obstacle !== undefined) return unsent(claimed.obstacle);
    if (protocol === undefined) return unsent(`this worker does not have the protocol ${protocol_id}`);
    const notification_id = formatId('notification', claimed.notification_id);
    const subscription_id = formatId('subscription', claimed.subscription_id);
    const outgoing = { subscription_id, notification_id, message, options, signing_secrets, receipt, at };
    return this.templates.send(protocol, template, outgoing, claimed.domain_id);
  }
}
