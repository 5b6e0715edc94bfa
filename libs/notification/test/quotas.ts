import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { QuotaRepository } from '../src/quotas/application/ports/quota-repository.js';
import {
  UsageLedger,
  type ConsumptionToDecide,
  type Release,
  type ReleaseRequest,
} from '../src/quotas/application/ports/usage-ledger.js';
import type { ConsumptionOutcome } from '../src/quotas/domain/consumption.js';
import type { Quota } from '../src/quotas/domain/quota.js';

export class TestClock extends Clock {
  time = new Date('2026-11-20T10:00:00.000Z');

  now(): Date {
    return this.time;
  }
}

export const scopeIn = (domain_id: string): Scope => ({
  domain_id,
  user_id: 'user-1',
  role: 'ADMIN',
  root: false,
});

export class FakeQuotas extends QuotaRepository {
  readonly all: Quota[] = [];
  writes = 0;

  async add(_: Scope, quota: Quota): Promise<void> {
    this.all.push(quota);
    this.writes += 1;
  }

  async change(scope: Scope, quota_id: string, change: (quota: Quota) => boolean): Promise<void> {
    if (change(this.find(scope, quota_id))) this.writes += 1;
  }

  async remove(scope: Scope, quota_id: string): Promise<void> {
    this.all.splice(this.all.indexOf(this.find(scope, quota_id)), 1);
  }

  private find({ domain_id }: Scope, quota_id: string): Quota {
    const quota = this.all.find((each) => each.quota_id === quota_id && each.domain_id === domain_id);
    if (quota === undefined) throw DomainError.notFound('The quota');
    return quota;
  }
}

/** Grants everything and records the requests. */
export class FakeLedger extends UsageLedger {
  readonly consumed: ConsumptionToDecide[] = [];
  readonly released: ReleaseRequest[] = [];

  async consume(request: ConsumptionToDecide): Promise<ConsumptionOutcome> {
    this.consumed.push(request);
    const remaining = { day: null, month: null };
    return { allowed: true, consumption_id: request.consumption_id, remaining, limit: {}, at: new Date(0) };
  }

  async release(_: Scope, release: ReleaseRequest): Promise<Release> {
    this.released.push(release);
    const { consumption_id, amount = 0 } = release;
    const remaining = { day: null, month: null };
    return { consumption_id, released: amount, day: '2026-11-20', limit: {}, remaining };
  }
}
