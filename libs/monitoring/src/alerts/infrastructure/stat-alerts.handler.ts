import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatAlerts } from '../application/stat-alerts.js';
import { alertsSince } from './alert-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(StatAlerts)
export class StatAlertsHandler implements IQueryHandler<StatAlerts> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...asked }: StatAlerts): Promise<StatisticsAnswer> {
    return this.engine.stat(alertsSince(this.floors.of(asked.scope.domain_id)), asked, signal);
  }
}
