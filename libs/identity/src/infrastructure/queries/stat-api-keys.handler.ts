import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { countByState } from '#shared/platform/persistence/count-by-state.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatApiKeys } from '../../application/queries/stat-api-keys.js';
import { API_KEY_STATES } from '../../domain/api-key.js';
import { API_KEYS } from './api-key-resource.js';

@QueryHandler(StatApiKeys)
export class StatApiKeysHandler implements IQueryHandler<StatApiKeys> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query, signal }: StatApiKeys): Promise<StatisticsResult> {
    if (query !== undefined) return this.engine.stat(API_KEYS, { scope, query }, signal);
    return countByState(this.engine, API_KEYS, API_KEY_STATES, scope, signal);
  }
}
