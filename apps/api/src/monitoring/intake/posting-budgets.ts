import { Logger } from '@nestjs/common';
import { overloadRetry, type AdmittedWebhook } from '#monitoring';
import type { Config } from '#shared/platform/config/config.js';

/** What a delivery that was sent away is told. */
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

/** Of what one process accepts (20,000 to 40,000 a second): one webhook leaves room for others only beyond a storm of small bodies. */
const DELIVERIES_PER_SECOND = { webhook: 20_000, domain: 50_000 };

/** A webhook's bytes: one URL that leaked leaves the other webhooks of its domain three quarters. */
const DOMAIN_TIMES = 4;

/** What may be posted to one process over time; 0 is no limit. */
interface PostingRate {
  readonly bytesPerMinute: number;
  readonly deliveriesPerSecond: number;
}

export interface PostingRates {
  readonly webhook: PostingRate;
  readonly domain: PostingRate;
}

/** Without a limit of bytes there is none of deliveries either. */
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

/** Seconds of its rate that a full budget holds: a storm of alarms comes at once. */
const BURST = { bytes: 120, deliveries: 10 };
/** Of what a full budget holds. */
const LOW = 0.2;
const WELL = 0.5;
const LONGEST_RETRY = 60;
/** From so many on those of webhooks that are full again are forgotten. */
const REMEMBERED = 10_000;

/** Over all of one kind. */
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

/** A token bucket. It may be overdrawn by what is let in last: what was taken too much is waited for. */
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

  /** From 0 (nothing) to 1 (all of it). */
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

/** What one webhook or domain may still post. */
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

/** A webhook's, and its domain's with it. */
export interface PostingAccount {
  readonly webhook: Account;
  readonly domain: Account;
}

/**
 * How much each webhook and each domain may post to this process over time, so that who floods one URL fills neither the
 * disk nor the backlog. Shares decide between those who are there at the same time; this holds who is alone, too. Nothing
 * is made for a delivery, and no timer runs: a budget is refilled when it is looked at.
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

  /** @param now milliseconds of a monotonic clock, like all others here */
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

  /** Takes a delivery and the bytes that it is expected to have, or says why it may not. */
  take({ webhook, domain }: PostingAccount, bytes: number, now: number): BudgetRefusal | undefined {
    webhook.refill(now);
    domain.refill(now);
    const spent = webhook.spent ?? domain.spent;
    if (spent !== undefined) return spent.refuse(this.logger);
    webhook.take(bytes, this.logger);
    domain.take(bytes, this.logger);
    return undefined;
  }

  /** Once it is known how many bytes it has. */
  settle({ webhook, domain }: PostingAccount, expected: number, actual: number): void {
    if (actual === expected) return;
    for (const { bytes } of [webhook, domain])
      if (actual > expected) bytes.take(actual - expected, this.logger);
      else bytes.giveBack(expected - actual);
  }

  /** What was sent away after all comes again: it costs nothing. */
  giveBack({ webhook, domain }: PostingAccount, expected: number): void {
    for (const { bytes, deliveries } of [webhook, domain]) {
      bytes.giveBack(expected);
      deliveries.giveBack(1);
    }
  }

  /** Of each kind: how often one was nearly used up, and how much of it has been used by who has used most. */
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

  /** One that begins anew is full: nobody gains by being forgotten. A domain goes with the last of its webhooks. */
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
