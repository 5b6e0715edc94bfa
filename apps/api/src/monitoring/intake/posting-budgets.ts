import { Logger } from '@nestjs/common';
import { overloadRetry, type AdmittedWebhook } from '#monitoring';
import type { Config } from '#shared/platform/config/config.js';

/** Why a delivery is rejected, and when its sender should retry. */
export interface BudgetRefusal {
  readonly reason: string;
  /** Seconds. */
  readonly retryAfter: number;
}

const BUDGETS = [
  { of: 'webhook', by: 'bytes', limit: 'INGEST_WEBHOOK_BYTES' },
  { of: 'webhook', by: 'deliveries', limit: '20000 a second' },
  { of: 'domain', by: 'bytes', limit: '4 times INGEST_WEBHOOK_BYTES' },
  { of: 'domain', by: 'deliveries', limit: '50000 a second' },
] as const;
type Kind = (typeof BUDGETS)[number];

/** One process accepts 20,000 to 40,000 a second. So high a limit lets a webhook post a storm of alarms with small bodies. */
const DELIVERIES_PER_SECOND = { webhook: 20_000, domain: 50_000 };

/** The bytes of a domain, as a multiple of those of a webhook. One leaked URL leaves its domain three quarters. */
const DOMAIN_TIMES = 4;

/** The rates at which one process accepts deliveries; 0 means no limit. */
interface PostingRate {
  readonly bytesPerMinute: number;
  readonly deliveriesPerSecond: number;
}

export interface PostingRates {
  readonly webhook: PostingRate;
  readonly domain: PostingRate;
}

/** Returns the rates of a webhook and of a domain. Without a limit of bytes there is none of deliveries either. */
export function postingRates({
  webhookBytesPerMinute,
}: Pick<Config['ingest'], 'webhookBytesPerMinute'>): PostingRates {
  const rate = (of: Kind['of'], bytesPerMinute: number): PostingRate => ({
    bytesPerMinute,
    deliveriesPerSecond: bytesPerMinute === 0 ? 0 : DELIVERIES_PER_SECOND[of],
  });
  return {
    webhook: rate('webhook', webhookBytesPerMinute),
    domain: rate('domain', DOMAIN_TIMES * webhookBytesPerMinute),
  };
}

/** The capacity of a budget, in seconds of its rate. It is large because the alarms of a storm arrive at once. */
const BURST = { bytes: 120, deliveries: 10 };
/** Shares of the capacity: a budget below LOW is logged once, and again only after it was above WELL. */
const LOW = 0.2;
const WELL = 0.5;
const LONGEST_RETRY = 60;
/** The number of webhooks from which on accounts with full budgets are dropped. */
const REMEMBERED = 10_000;

/** The terms and the counter that all budgets of one kind share. */
class Tally {
  lowTimes = 0;
  readonly perMs: number;
  readonly capacity: number;
  readonly lowAt: number;

  constructor(
    readonly kind: Kind,
    perSecond: number,
  ) {
    this.perMs = perSecond / 1000;
    this.capacity = perSecond === 0 ? Infinity : perSecond * BURST[kind.by];
    this.lowAt = perSecond === 0 ? -Infinity : this.capacity * LOW;
  }
}

/** A token bucket. The last admitted delivery may overdraw it; deliveries are then rejected until the debt is refilled. */
class Budget {
  private tokens: number;
  private refilledAt: number;
  private told: 'low' | 'spent' | undefined;

  constructor(
    private readonly name: string,
    readonly tally: Tally,
    now: number,
  ) {
    this.tokens = tally.capacity;
    this.refilledAt = now;
  }

  refill(now: number): void {
    const { capacity, perMs } = this.tally;
    this.tokens = Math.min(capacity, this.tokens + (now - this.refilledAt) * perMs);
    this.refilledAt = now;
    if (this.told !== undefined && this.tokens > capacity * WELL) this.told = undefined;
  }

  get isSpent(): boolean {
    return this.tokens <= 0;
  }

  get isFull(): boolean {
    return this.tokens >= this.tally.capacity;
  }

  /** The used share of the budget, 0 to 1. */
  get used(): number {
    const { capacity } = this.tally;
    return capacity === Infinity ? 0 : Math.min(1, 1 - this.tokens / capacity);
  }

  take(amount: number, logger: Logger): void {
    this.tokens -= amount;
    if (this.told !== undefined || this.tokens > this.tally.lowAt) return;
    const { kind } = this.tally;
    this.told = 'low';
    this.tally.lowTimes += 1;
    logger.warn(`${kind.of} ${this.name} has used 80 % of its budget of ${kind.by} (${kind.limit})`);
  }

  giveBack(amount: number): void {
    this.tokens = Math.min(this.tally.capacity, this.tokens + amount);
  }

  refuse(logger: Logger): BudgetRefusal {
    const { of, by, limit } = this.tally.kind;
    const reason = `the ${of} has used up its budget of ${by} (${limit})`;
    if (this.told !== 'spent') logger.warn(`${of} ${this.name}: deliveries are refused, as ${reason}`);
    this.told = 'spent';
    const wait = Math.ceil(-this.tokens / this.tally.perMs / 1000);
    return { reason, retryAfter: Math.max(overloadRetry(), Math.min(LONGEST_RETRY, wait)) };
  }
}

/** The budgets of one webhook or domain. */
class Account {
  constructor(
    readonly bytes: Budget,
    readonly deliveries: Budget,
  ) {}

  refill(now: number): void {
    this.bytes.refill(now);
    this.deliveries.refill(now);
  }

  get spent(): Budget | undefined {
    if (this.bytes.isSpent) return this.bytes;
    return this.deliveries.isSpent ? this.deliveries : undefined;
  }

  get isFull(): boolean {
    return this.bytes.isFull && this.deliveries.isFull;
  }

  take(bytes: number, logger: Logger): void {
    this.bytes.take(bytes, logger);
    this.deliveries.take(1, logger);
  }
}

/** The accounts that a delivery is charged to: those of its webhook and its domain. */
export interface PostingAccount {
  readonly webhook: Account;
  readonly domain: Account;
}

/**
 * Limits how much each webhook and domain posts to this process over time, so that a flood at one URL fills neither the disk
 * nor the backlog. `IntakeBudget` divides resources between simultaneous senders; this also limits a sender that is alone.
 * Deliveries allocate nothing, and no timer runs: a budget is refilled when it is used.
 */
export class PostingBudgets {
  private readonly logger = new Logger('PostingBudgets');
  private readonly tallies: readonly Tally[];
  private readonly webhooks = new Map<string, PostingAccount>();
  private readonly domains = new Map<string, Account>();
  private forgetFrom = REMEMBERED;

  constructor({ webhook, domain }: PostingRates) {
    const rates = [
      webhook.bytesPerMinute / 60,
      webhook.deliveriesPerSecond,
      domain.bytesPerMinute / 60,
      domain.deliveriesPerSecond,
    ];
    this.tallies = BUDGETS.map((kind, at) => new Tally(kind, rates[at] ?? 0));
  }

  /** @param now milliseconds of a monotonic clock, as in all methods of this class */
  accountOf(
    { webhook_id, domain_id }: Pick<AdmittedWebhook, 'webhook_id' | 'domain_id'>,
    now: number,
  ): PostingAccount {
    const known = this.webhooks.get(webhook_id);
    if (known !== undefined) return known;
    if (this.webhooks.size >= this.forgetFrom) this.forgetFull(now);
    const domain = this.domains.get(domain_id) ?? this.open(domain_id, 'domain', now);
    this.domains.set(domain_id, domain);
    const account = { webhook: this.open(webhook_id, 'webhook', now), domain };
    this.webhooks.set(webhook_id, account);
    return account;
  }

  /** Charges a delivery with its announced bytes, or returns why it is rejected. */
  take({ webhook, domain }: PostingAccount, bytes: number, now: number): BudgetRefusal | undefined {
    webhook.refill(now);
    domain.refill(now);
    const spent = webhook.spent ?? domain.spent;
    if (spent !== undefined) return spent.refuse(this.logger);
    webhook.take(bytes, this.logger);
    domain.take(bytes, this.logger);
    return undefined;
  }

  /** Corrects the charge once the actual number of bytes is known. */
  settle({ webhook, domain }: PostingAccount, expected: number, actual: number): void {
    if (actual === expected) return;
    for (const { bytes } of [webhook, domain])
      if (actual > expected) bytes.take(actual - expected, this.logger);
      else bytes.giveBack(expected - actual);
  }

  /** Refunds a delivery that was rejected after it was charged. */
  giveBack({ webhook, domain }: PostingAccount, expected: number): void {
    for (const { bytes, deliveries } of [webhook, domain]) {
      bytes.giveBack(expected);
      deliveries.giveBack(1);
    }
  }

  /** Returns, for each kind, how often a budget became low, and the largest used share of any budget. */
  usage(now: number): readonly { readonly kind: Kind; readonly lowTimes: number; readonly used: number }[] {
    const used = new Map<Tally, number>();
    const look = (account: Account) => {
      account.refill(now);
      for (const budget of [account.bytes, account.deliveries])
        used.set(budget.tally, Math.max(used.get(budget.tally) ?? 0, budget.used));
    };
    for (const { webhook } of this.webhooks.values()) look(webhook);
    for (const domain of this.domains.values()) look(domain);
    return this.tallies.map((tally) => ({ ...tally, used: used.get(tally) ?? 0 }));
  }

  private open(name: string, of: Kind['of'], now: number): Account {
    const [bytes, deliveries] = this.tallies
      .filter(({ kind }) => kind.of === of)
      .map((tally) => new Budget(name, tally, now)) as [Budget, Budget];
    return new Account(bytes, deliveries);
  }

  /** Drops accounts with full budgets; new ones are full too, so nobody gains. A domain is dropped with its last webhook. */
  private forgetFull(now: number): void {
    const busy = new Set<Account>();
    for (const [name, { webhook, domain }] of this.webhooks) {
      webhook.refill(now);
      domain.refill(now);
      if (webhook.isFull && domain.isFull) this.webhooks.delete(name);
      else busy.add(domain);
    }
    for (const [name, domain] of this.domains) if (!busy.has(domain)) this.domains.delete(name);
    this.forgetFrom = Math.max(REMEMBERED, 2 * this.webhooks.size);
  }
}
