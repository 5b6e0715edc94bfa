import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatAlerts } from '../application/stat-alerts.js';
import { alertsSince } from './alert-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

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
