import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { uuidOf } from '#shared/kernel/ids.js';
import { only } from '#shared/kernel/only.js';
import { sliceOf, type Page } from '#shared/kernel/page.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { EVENT_FIELDS, type EventInfo } from '../../application/queries/event-info.js';
import { ListEvents, type EventFilter } from '../../application/queries/list-events.js';
import { EVENT_COLUMNS, eventInfo, type EventRow } from './event-record.js';

const IDS = { event_id: 'event', alert_id: 'alert', webhook_id: 'webhook' } as const;

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(@Inject(QueryPool) private readonly pool: QueryPool) {}

  async execute({ scope, filter, query }: ListEvents): Promise<Page<Partial<EventInfo>>> {
    const { where, values } = conditions(scope.domain_id, filter);
    const { offset, limit } = sliceOf(query.page ?? {});
    const [{ rows }, counted] = await Promise.all([
      // Ids begin with the time of arrival, so their order is that of created_at, with an index to read it from.
      this.pool.query<EventRow>(
        `select ${EVENT_COLUMNS} from event where ${where} order by event_id desc
         limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, offset],
      ),
      this.pool.query<{ count: string }>(`select count(*) from event where ${where}`, values),
    ]);
    return {
      results: rows.map((row) => only(eventInfo(row), query.only, EVENT_FIELDS)),
      total_count: Number(counted.rows[0]?.count),
    };
  }
}

function conditions(domainId: string, filter: EventFilter): { where: string; values: string[] } {
  const where = ['domain_id = $1'];
  const values = [domainId];
  for (const [column, value] of Object.entries(filter) as [keyof EventFilter, string | undefined][]) {
    if (value === undefined) continue;
    values.push(column in IDS ? uuidOf(IDS[column as keyof typeof IDS], value, column) : value);
    where.push(`${column} = $${values.length}`);
  }
  return { where: where.join(' and '), values };
}
