import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatApiKeys } from '../../application/queries/stat-api-keys.js';
import { API_KEY_STATES } from '../../domain/api-key.js';
import { API_KEYS } from './api-key-resource.js';

const BY_STATE = {
  aggregate: [{ group: { keys: [{ key: 'state' }], fields: [{ name: 'count', operator: 'count' }] } }],
};

@QueryHandler(StatApiKeys)
export class StatApiKeysHandler implements IQueryHandler<StatApiKeys> {
  constructor(private readonly engine: QueryEngine) {}

  async execute({ scope, query, signal }: StatApiKeys): Promise<StatisticsAnswer> {
    if (query !== undefined) return this.engine.stat(API_KEYS, { scope, query }, signal);
    const { results } = await this.engine.stat(API_KEYS, { scope, query: BY_STATE }, signal);
    const counted = results as readonly { readonly state: string; readonly count: number }[];
    return {
      results: API_KEY_STATES.map(
        (state) => counted.find((each) => each.state === state) ?? { state, count: 0 },
      ),
    };
  }
}
