import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/json.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/record-writes.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { LiveFeed } from '../../feed/live-feed.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { GetAlert, ListAlerts, StatAlerts, FollowAlerts } from '../application/read-alerts.js';
import type { AlertMessage, AlertInfo } from '../domain/alert-record.js';
import { ALERTS, ALERT_SERIALIZER, alertsSince } from './alert-resource.js';

@QueryHandler(GetAlert)
export class GetAlertHandler implements IQueryHandler<GetAlert> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, id, only: fields }: GetAlert): Promise<Partial<AlertInfo>> {
    const { rows } = await getReader(this.pool).query({
      name: 'get alert',
      text: `select ${ALERT_SERIALIZER.select()} from alert r where domain_id = $1 and alert_id = $2
             and (state = 'OPEN' or last_received_at >= $3)`,
      values: [scope.domain_id, parseId('alert', id), new Date(this.floors.getFloor(scope.domain_id) ?? 0)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The alert', id);
    return pickFields(ALERT_SERIALIZER.read(row), fields, ALERTS.record);
  }
}

@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: ListAlerts): Promise<RawJson<Page<Partial<AlertInfo>>>> {
    const floor = this.floors.getFloor(request.scope.domain_id);
    return this.engine.list(alertsSince(floor), { ...request, record: ALERT_SERIALIZER }, signal);
  }
}

@QueryHandler(StatAlerts)
export class StatAlertsHandler implements IQueryHandler<StatAlerts> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: StatAlerts): Promise<StatisticsResult> {
    return this.engine.stat(alertsSince(this.floors.getFloor(request.scope.domain_id)), request, signal);
  }
}

@QueryHandler(FollowAlerts)
export class FollowAlertsHandler implements IQueryHandler<FollowAlerts> {
  constructor(private readonly feed: LiveFeed<AlertMessage>) {}

  execute(query: FollowAlerts): Promise<() => void> {
    return this.feed.follow(query);
  }
}
