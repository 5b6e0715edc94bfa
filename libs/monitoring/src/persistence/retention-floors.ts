import { Injectable } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { lowestUuid } from '#shared/query/instant.js';

/** How long records are kept, in days. */
export abstract class RetentionPeriods {
  abstract readonly eventDays: number;
  abstract readonly deliveryDays: number;
  abstract readonly quarantineDays: number;
  /** Shorter periods for all data of single domains. */
  abstract readonly domainDays: Readonly<Record<string, number>>;
}

const DAY_MS = 86_400_000;

/**
 * The earliest time that a domain with its own retention may see. Its records are deleted in batches some time after
 * they are due. Queries apply this limit, so that no query finds them until then.
 */
@Injectable()
export class RetentionFloors {
  constructor(
    private readonly periods: RetentionPeriods,
    private readonly clock: Clock,
  ) {}

  /** Returns the limit in milliseconds since the epoch; `undefined` for a domain with the general retention. */
  getFloor(domain_id: string): number | undefined {
    const { domainDays, eventDays } = this.periods;
    const days = Object.hasOwn(domainDays, domain_id) ? domainDays[domain_id] : undefined;
    return days === undefined || days >= eventDays ? undefined : this.clock.now().getTime() - days * DAY_MS;
  }

  /** Returns the lowest id after the limit; for a domain with the general retention, the lowest possible id. */
  lowestId(domain_id: string): string {
    return lowestUuid(this.getFloor(domain_id) ?? 0);
  }
}
