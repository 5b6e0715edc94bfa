import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatQuarantine } from '../application/stat-quarantine.js';
import { quarantineSince } from './quarantine-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(StatQuarantine)
export class StatQuarantineHandler implements IQueryHandler<StatQuarantine> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: StatQuarantine): Promise<StatisticsResult> {
    return this.engine.stat(quarantineSince(this.floors.getFloor(request.scope.domain_id)), request, signal);
  }
}
