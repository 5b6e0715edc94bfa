import { findDuePartitions, type IsNeeded } from './drop-partitions.js';
import type { SqlRunner } from '#shared/platform/persistence/sql-runner.js';
import type { PartitionedTable } from '../../persistence/partitions.js';
import { hasUnreadChanges } from '../../persistence/alert-change-readers.js';
import { HISTORY_DAYS } from '../../contracts/alert-history.js';
import type { RetentionPeriods } from '../../persistence/retention-periods.js';

export const DAY_MS = 86_400_000;

/**
 * The maximum number of partitions of a table that one run drops without confirmation. A running service drops one per
 * day or week. More at once indicate a wrong clock, or a retention that was just shortened.
 */
const MAX_UNCONFIRMED_DROPS = { delivery_segment: 7, quarantine: 3, event: 3, alert_change: 30 } as const;

interface TablePlan {
  readonly table: PartitionedTable;
  /** Records that arrived before this are no longer kept. */
  readonly before: Date;
  readonly due: readonly string[];
  readonly isNeeded: IsNeeded;
}

export type RetentionPlan = readonly TablePlan[];

export class RetentionRefusedError extends Error {}

export async function planRetention(
  sql: SqlRunner,
  { eventDays, quarantineDays, deliveryDays }: RetentionPeriods,
  now: Date,
): Promise<RetentionPlan> {
  const planTable = async (
    table: PartitionedTable,
    days: number,
    isNeeded: IsNeeded = async () => false,
  ): Promise<TablePlan> => {
    const before = new Date(now.getTime() - days * DAY_MS);
    return { table, before, due: await findDuePartitions(sql, table, before, isNeeded), isNeeded };
  };
  return [
    await planTable('event', eventDays),
    await planTable('quarantine', quarantineDays),
    await planTable('alert_change', HISTORY_DAYS, (partition) => hasUnreadChanges(sql, partition)),
    // A pending delivery is stored nowhere else.
    await planTable('delivery_segment', deliveryDays, async (partition) => {
      const { rows } = (await sql.query(
        `select exists (select from ${partition} where processed_at is null) as pending`,
      )) as { rows: [{ pending: boolean }] };
      return rows[0].pending;
    }),
  ];
}

/** Returns an error if the plan drops so much that an operator must confirm it. */
export function findRefusal(plan: RetentionPlan): RetentionRefusedError | undefined {
  const tooMany = plan.filter(({ table, due }) => due.length > MAX_UNCONFIRMED_DROPS[table]);
  if (tooMany.length === 0) return undefined;
  const summary = tooMany.map(({ table, due }) => `${due.length} partitions of ${table}`).join(' and ');
  return new RetentionRefusedError(
    `nothing is removed: ${summary} would be dropped at once. See 'tocsin retention --plan', and confirm with 'tocsin retention --apply'`,
  );
}
