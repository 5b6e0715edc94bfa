/** How long records are kept, in days. */
export abstract class RetentionPeriods {
  abstract readonly eventDays: number;
  abstract readonly deliveryDays: number;
  abstract readonly quarantineDays: number;
  /** Shorter periods for all data of single domains. */
  abstract readonly domainDays: Readonly<Record<string, number>>;
}
