import { Injectable } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { lowestUuid } from '#shared/query/instant.js';
import { RetentionPeriods } from './retention-periods.js';

const DAY = 86_400_000;

/**
 * What a domain with a retention of its own may still see: its records are deleted in batches some time after they are
 * due, and until then no query finds them.
 */
@Injectable()
export class RetentionFloors {
  constructor(
    private readonly periods: RetentionPeriods,
    private readonly clock: Clock,
  ) {}

  /** The oldest instant, milliseconds; `undefined` for a domain like all others. */
  of(domain_id: string): number | undefined {
    const { domainDays, eventDays } = this.periods;
    const days = Object.hasOwn(domainDays, domain_id) ? domainDays[domain_id] : undefined;
    return days === undefined || days >= eventDays ? undefined : this.clock.now().getTime() - days * DAY;
  }

  /** The smallest id of what arrived since; the smallest of all for a domain like all others. */
  lowestId(domain_id: string): string {
    return lowestUuid(this.of(domain_id) ?? 0);
  }
}
