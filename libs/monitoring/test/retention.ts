import { SystemClock } from '#shared/kernel/clock.js';
import { RetentionFloors } from '../src/persistence/retention-floors.js';

export const PERIODS = { eventDays: 90, deliveryDays: 3, quarantineDays: 30, domainDays: {} };

/** Retention floors with these days for single domains. */
export const floorsOf = (domainDays: Readonly<Record<string, number>> = {}): RetentionFloors =>
  new RetentionFloors({ ...PERIODS, domainDays }, new SystemClock());
