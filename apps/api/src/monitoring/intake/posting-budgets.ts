import { Logger } from '@nestjs/common';
import { overloadRetry, type AdmittedWebhook } from '#monitoring';
import { TokenBucket } from '#shared/kernel/token-bucket.js';
import type { Config } from '#shared/platform/config/config.js';

/** Why a delivery is rejected, and when its sender should retry. */
export interface BudgetRefusal {
  readonly reason: string;
  /** Seconds. */
  readonly retryAfter: number;
}

const BUDGET_KINDS = [
  { of: 'webhook', by: 'bytes', limit: 'INGEST_WEBHOOK_BYTES' },
  { of: 'webhook', by: 'deliveries', limit: '20000 a second' },
  { of: 'domain', by: 'bytes', limit: '4 times INGEST_WEBHOOK_BYTES' },
  { of: 'domain', by: 'deliveries', limit: '50000 a second' },
] as const;
type BudgetKind = (typeof BUDGET_KINDS)[number];

/** One process accepts 20,000 to 40,000 a second. So high a limit lets a webhook post a storm of alarms with small bodies. */
const DELIVERIES_PER_SECOND = { webhook: 20_000, domain: 50_000 };

/** The bytes of a domain, as a multiple of those of a webhook. One leaked URL leaves its domain three quarters. */
const DOMAIN_FACTOR = 4;

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
export function computePostingRates({
  webhookBytesPerMinute,
}: Pick<Config['ingest'], 'webhookBytesPerMinute'>): PostingRates {
  const createRate = (of: BudgetKind['of'], bytesPerMinute: number): PostingRate => ({
    bytesPerMinute,
    deliveriesPerSecond: bytesPerMinute === 0 ? 0 : DELIVERIES_PER_SECOND[of],
  });
  return {
    webhook: createRate('webhook', webhookBytesPerMinute),
    domain: createRate('domain', DOMAIN_FACTOR * webhookBytesPerMinute),
  };
}

/** The capacity of a budget, in seconds of its rate. It is large because the alarms of a storm arrive at once. */
const BURST_SECONDS = { bytes: 120, deliveries: 10 };
/** Shares of the capacity: a budget below LOW is logged once, and again only after it was above WELL. */
const LOW_SHARE = 0.2;
const RECOVERED_SHARE = 0.5;
const MAX_RETRY_SECONDS = 60;
/** The number of webhooks from which on accounts with full budgets are dropped. */
const EVICTION_THRESHOLD = 10_000;

/** The terms and the counter that all budgets of one kind share. */
class BudgetPolicy {
  lowTimes = 0;
  readonly capacity: number;
  readonly lowLevel: number;

  constructor(
    readonly kind: BudgetKind,
    readonly perSecond: number,
  ) {
    this.capacity = perSecond === 0 ? Infinity : perSecond * BURST_SECONDS[kind.by];
    this.lowLevel = perSecond === 0 ? -Infinity : this.capacity * LOW_SHARE;
  }
}

/** The last admitted delivery may overdraw a budget; deliveries are then rejected until the debt is refilled. */
class Budget {
  private readonly bucket: TokenBucket;
  private loggedState: 'low' | 'spent' | undefined;

  constructor(
    private readonly name: string,
    readonly policy: BudgetPolicy,
    now: number,
  ) {
    this.bucket = new TokenBucket(policy.capacity, now);
  }

  refill(now: number): void {
    const { capacity, perSecond } = this.policy;
    this.bucket.refill(now, perSecond, capacity);
    if (this.loggedState !== undefined && this.bucket.tokens > capacity * RECOVERED_SHARE)
      this.loggedState = undefined;
  }

  get isSpent(): boolean {
    return this.bucket.tokens <= 0;
  }

  get isFull(): boolean {
    return this.bucket.tokens >= this.policy.capacity;
  }

  /** The used share of the budget, 0 to 1. */
  get used(): number {
    const { capacity } = this.policy;
    return capacity === Infinity ? 0 : Math.min(1, 1 - this.bucket.tokens / capacity);
  }

  take(amount: number, logger: Logger): void {
    this.bucket.take(amount);
    if (this.loggedState !== undefined || this.bucket.tokens > this.policy.lowLevel) return;
    const { kind } = this.policy;
    this.loggedState = 'low';
    this.policy.lowTimes += 1;
    logger.warn(`${kind.of} ${this.name} has used 80 % of its budget of ${kind.by} (${kind.limit})`);
  }

  refund(amount: number): void {
    this.bucket.putBack(amount, this.policy.capacity);
  }

  createRefusal(logger: Logger): BudgetRefusal {
    const { of, by, limit } = this.policy.kind;
    const reason = `the ${of} has used up its budget of ${by} (${limit})`;
    if (this.loggedState !== 'spent') logger.warn(`${of} ${this.name}: deliveries are refused, as ${reason}`);
    this.loggedState = 'spent';
    const wait = Math.ceil(-this.bucket.tokens / this.policy.perSecond);
    return { reason, retryAfter: Math.max(overloadRetry(), Math.min(MAX_RETRY_SECONDS, wait)) };
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

  get spentBudget(): Budget | undefined {
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
  private readonly policies: readonly BudgetPolicy[];
  private readonly webhooks = new Map<string, PostingAccount>();
  private readonly domains = new Map<string, Account>();
  private evictionThreshold = EVICTION_THRESHOLD;

  constructor({ webhook, domain }: PostingRates) {
    const rates = [
      webhook.bytesPerMinute / 60,
      webhook.deliveriesPerSecond,
      domain.bytesPerMinute / 60,
      domain.deliveriesPerSecond,
    ];
    this.policies = BUDGET_KINDS.map((kind, at) => new BudgetPolicy(kind, rates[at] ?? 0));
  }

  /** @param now milliseconds of a monotonic clock, as in all methods of this class */
  getAccount(
    { webhook_id, domain_id }: Pick<AdmittedWebhook, 'webhook_id' | 'domain_id'>,
    now: number,
  ): PostingAccount {
    const known = this.webhooks.get(webhook_id);
    if (known !== undefined) return known;
    if (this.webhooks.size >= this.evictionThreshold) this.evictFull(now);
    const domain = this.domains.get(domain_id) ?? this.createAccount(domain_id, 'domain', now);
    this.domains.set(domain_id, domain);
    const account = { webhook: this.createAccount(webhook_id, 'webhook', now), domain };
    this.webhooks.set(webhook_id, account);
    return account;
  }

  /** Charges a delivery with its announced bytes, or returns why it is rejected. */
  charge({ webhook, domain }: PostingAccount, bytes: number, now: number): BudgetRefusal | undefined {
    webhook.refill(now);
    domain.refill(now);
    const spent = webhook.spentBudget ?? domain.spentBudget;
    if (spent !== undefined) return spent.createRefusal(this.logger);
    webhook.take(bytes, this.logger);
    domain.take(bytes, this.logger);
    return undefined;
  }

  /** Corrects the charge once the actual number of bytes is known. */
  settle({ webhook, domain }: PostingAccount, expected: number, actual: number): void {
    if (actual === expected) return;
    for (const { bytes } of [webhook, domain])
      if (actual > expected) bytes.take(actual - expected, this.logger);
      else bytes.refund(expected - actual);
  }

  /** Refunds a delivery that was rejected after it was charged. */
  refund({ webhook, domain }: PostingAccount, expected: number): void {
    for (const { bytes, deliveries } of [webhook, domain]) {
      bytes.refund(expected);
      deliveries.refund(1);
    }
  }

  /** Returns, for each kind, how often a budget became low, and the largest used share of any budget. */
  usage(
    now: number,
  ): readonly { readonly kind: BudgetKind; readonly lowTimes: number; readonly used: number }[] {
    const used = new Map<BudgetPolicy, number>();
    const measureUsage = (account: Account) => {
      account.refill(now);
      for (const budget of [account.bytes, account.deliveries])
        used.set(budget.policy, Math.max(used.get(budget.policy) ?? 0, budget.used));
    };
    for (const { webhook } of this.webhooks.values()) measureUsage(webhook);
    for (const domain of this.domains.values()) measureUsage(domain);
    return this.policies.map((policy) => ({ ...policy, used: used.get(policy) ?? 0 }));
  }

  private createAccount(name: string, of: BudgetKind['of'], now: number): Account {
    const [bytes, deliveries] = this.policies
      .filter(({ kind }) => kind.of === of)
      .map((policy) => new Budget(name, policy, now)) as [Budget, Budget];
    return new Account(bytes, deliveries);
  }

  /** Drops accounts with full budgets; new ones are full too, so nobody gains. A domain is dropped with its last webhook. */
  private evictFull(now: number): void {
    const activeDomains = new Set<Account>();
    for (const [name, { webhook, domain }] of this.webhooks) {
      webhook.refill(now);
      domain.refill(now);
      if (webhook.isFull && domain.isFull) this.webhooks.delete(name);
      else activeDomains.add(domain);
    }
    for (const [name, domain] of this.domains) if (!activeDomains.has(domain)) this.domains.delete(name);
    this.evictionThreshold = Math.max(EVICTION_THRESHOLD, 2 * this.webhooks.size);
  }
}
