import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatAlerts } from '../application/stat-alerts.js';
import { alertsSince, ALERT_ROLL_UP } from './alert-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { rollUpFor } from '../../persistence/roll-up.js';

@QueryHandler(StatAlerts)
export class StatAlertsHandler implements IQueryHandler<StatAlerts> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(RetentionFloors) private readonly floors: RetentionFloors,
  ) {}

  execute({ scope, query, signal }: StatAlerts): Promise<StatisticsAnswer> {
    const floor = this.floors.of(scope.domain_id);
    return this.engine.stat(
      alertsSince(floor),
      { scope, query, quicker: (now) => rollUpFor(ALERT_ROLL_UP, { query, now, floor }) },
      signal,
    );
  }
}
