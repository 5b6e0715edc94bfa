/** How long what is stored is kept, in days. */
export abstract class RetentionPeriods {
  abstract readonly eventDays: number;
  abstract readonly deliveryDays: number;
  abstract readonly quarantineDays: number;
  /** Of domains whose data is all kept for a shorter time. */
  abstract readonly domainDays: Readonly<Record<string, number>>;
}
