import { DomainError } from '#shared/kernel/domain-error.js';

/** The records that are limited, by the names of their tables. What the service looks at for each change grows with them. */
const COUNTED = {
  webhook: { noun: 'webhooks', setting: 'MAX_WEBHOOKS', isCountedSql: 'deleted_at is null' },
  subscription: { noun: 'subscriptions', setting: 'MAX_SUBSCRIPTIONS', isCountedSql: 'deleted_at is null' },
  inhibition: { noun: 'inhibitions', setting: 'MAX_INHIBITIONS', isCountedSql: 'deleted_at is null' },
  escalation: { noun: 'escalations', setting: 'MAX_ESCALATIONS', isCountedSql: 'deleted_at is null' },
  on_call: { noun: 'on-call schedules', setting: 'MAX_ON_CALL', isCountedSql: 'true' },
  silence: {
    noun: 'silences',
    setting: 'MAX_SILENCES',
    isCountedSql: 'deleted_at is null and ends_at > statement_timestamp()',
  },
} as const;

type LimitedRecord = keyof typeof COUNTED;

interface Manager {
  query<T>(text: string, values: unknown[]): Promise<T>;
}

/** How many records a domain may have. */
export class RecordLimits {
  constructor(private readonly limits: Readonly<Record<LimitedRecord, number>>) {}

  /**
   * Must be called before the record is inserted. Requests at the same time may exceed the limit by their number: it protects
   * the others, and need not be exact.
   * @param count how many are to be inserted
   * @throws ERROR_CONFLICT if the domain would have more records than it may
   */
  async requireRoom(manager: Manager, domain_id: string, record: LimitedRecord, count = 1): Promise<void> {
    const { noun, setting, isCountedSql } = COUNTED[record];
    const limit = this.limits[record];
    if (count <= limit) {
      const rows = await manager.query<unknown[]>(
        `select 1 from ${record} where domain_id = $1 and ${isCountedSql} offset $2 limit 1`,
        [domain_id, limit - count],
      );
      if (rows.length === 0) return;
    }
    const problem =
      count === 1
        ? `The domain has ${limit} ${noun}, as many as it may`
        : `The domain may have ${limit} ${noun}, and has no room for ${count} more`;
    const remedy = `Delete some, or ask the operator to raise ${setting}`;
    throw new DomainError('ERROR_CONFLICT', 'conflict', `${problem}. ${remedy}`);
  }
}
