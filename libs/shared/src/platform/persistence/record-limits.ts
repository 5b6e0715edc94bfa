import type { EntityManager } from 'typeorm';
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

/** How many records a domain may have. */
export class RecordLimits {
  constructor(private readonly limits: Readonly<Record<LimitedRecord, number>>) {}

  /**
   * Must be called before the record is inserted. Requests at the same time may exceed the limit by their number: it protects
   * the others, and need not be exact.
   * @throws ERROR_CONFLICT if the domain has as many records as it may
   */
  async requireRoom(manager: EntityManager, domain_id: string, record: LimitedRecord): Promise<void> {
    const { noun, setting, isCountedSql } = COUNTED[record];
    const limit = this.limits[record];
    const rows: unknown[] = await manager.query(
      `select from ${record} where domain_id = $1 and ${isCountedSql} offset $2 limit 1`,
      [domain_id, limit - 1],
    );
    if (rows.length === 0) return;
    throw new DomainError(
      'ERROR_CONFLICT',
      'conflict',
      `The domain has ${limit} ${noun}, as many as it may. Delete some, or ask the operator to raise ${setting}`,
    );
  }
}
