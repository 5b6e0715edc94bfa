import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { REMINDER_TYPE } from '../../protocols/sent-message.js';
import { NOTIFICATION_STATES } from '../domain/notification-record.js';
import {
  GetNotificationLedger,
  type NotificationLedger,
  type NotificationLedgerDay,
} from '../application/read-notifications.js';

type Outcomes = NotificationLedgerDay['notifications'];
type CountName = keyof Outcomes | 'changes' | 'matched' | 'after_silence' | 'by_steps';
type LedgerRow = { readonly day: string; readonly is_counted: boolean } & Readonly<Record<CountName, string>>;

const OUTCOMES = NOTIFICATION_STATES.map((state) => state.toLowerCase() as keyof Outcomes);
const selectCounts = (names: readonly string[]) =>
  names.map((name) => `coalesce(${name}, 0) as ${name}`).join(', ');

@QueryHandler(GetNotificationLedger)
export class GetNotificationLedgerHandler implements IQueryHandler<GetNotificationLedger> {
  constructor(private readonly pool: QueryPool) {}

  /**
   * Reads both sides in one statement, and therefore in one snapshot: a concurrent change is in both or in neither. The id of
   * a notification begins with the time of its change, so the primary key finds those of the days. No change makes a reminder.
   */
  async execute({ scope, days }: GetNotificationLedger): Promise<NotificationLedger> {
    const { rows } = await this.pool.query<LedgerRow>({
      name: 'get notification ledger',
      text: `
        with since as materialized (
          select (clock_timestamp() at time zone 'UTC')::date - $2::int + 1 as day
        ), counted as (
          select ledger.* from notification_ledger ledger, since
          where domain_id = $1 and ledger.day >= since.day
        ), outcomes as (
          select (created_at at time zone 'UTC')::date as day,
            ${OUTCOMES.map((name) => `count(*) filter (where state = '${name.toUpperCase()}') as ${name}`).join(', ')}
          from notification
          where domain_id = $1 and kind like 'alert.%' and kind <> '${REMINDER_TYPE}' and notification_id >= (
            select (lpad(to_hex((extract(epoch from day::timestamp at time zone 'UTC') * 1000)::bigint), 12, '0')
              || repeat('0', 20))::uuid from since)
          group by 1
        )
        select day::text, day > coalesce(
            (select max(day) from notification_ledger where domain_id = ''), '-infinity') as is_counted,
          ${selectCounts(['changes', 'matched', 'after_silence', 'by_steps', ...OUTCOMES])}
        from counted full join outcomes using (day)
        order by day desc`,
      values: [scope.domain_id, days],
    });
    const results = rows.map(toLedgerDay);
    return { results, balanced: results.every(({ balanced }) => balanced !== false) };
  }
}

function toLedgerDay(row: LedgerRow): NotificationLedgerDay {
  const [changes, matched] = [Number(row.changes), Number(row.matched)];
  const [after_silence, by_steps] = [Number(row.after_silence), Number(row.by_steps)];
  const outcomes = OUTCOMES.map((name) => [name, Number(row[name])] as const);
  const total = outcomes.reduce((sum, [, count]) => sum + count, 0);
  return {
    day: row.day,
    ...{ changes, matched, after_silence, by_steps },
    notifications: Object.fromEntries(outcomes) as unknown as Outcomes,
    balanced: row.is_counted ? matched + after_silence + by_steps === total : null,
  };
}
