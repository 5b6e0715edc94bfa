import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { AlertInfo } from '../application/alert-info.js';
import { ListAlerts } from '../application/list-alerts.js';
import { ALERT_RECORD } from './alert-record.js';
import { alertsSince, ALERT_ROLL_UP } from './alert-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { rollUpFor } from '../../persistence/roll-up.js';

@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(RetentionFloors) private readonly floors: RetentionFloors,
  ) {}

  execute({ scope, filter, query, signal }: ListAlerts): Promise<RawJson<Page<Partial<AlertInfo>>>> {
    const floor = this.floors.of(scope.domain_id);
    return this.engine.write<AlertInfo>(
      alertsSince(floor),
      {
        scope,
        filter: { ...filter },
        query,
        record: ALERT_RECORD,
        quicker: (now) => rollUpFor(ALERT_ROLL_UP, { filter: { ...filter }, query: query ?? {}, now, floor }),
      },
      signal,
    );
  }
}
