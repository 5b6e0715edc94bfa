import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { countByState } from '#shared/platform/persistence/count-by-state.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatSilences } from '../application/stat-silences.js';
import { SILENCE_STATES } from '../domain/silence-record.js';
import { SILENCES } from './silence-resource.js';

@QueryHandler(StatSilences)
export class StatSilencesHandler implements IQueryHandler<StatSilences> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query, signal }: StatSilences): Promise<StatisticsResult> {
    if (query !== undefined) return this.engine.stat(SILENCES, { scope, query }, signal);
    return countByState(this.engine, SILENCES, SILENCE_STATES, scope, signal);
  }
}
