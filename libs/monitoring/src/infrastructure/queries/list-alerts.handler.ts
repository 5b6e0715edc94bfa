import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { AlertInfo } from '../../application/queries/alert-info.js';
import { ListAlerts } from '../../application/queries/list-alerts.js';
import { alertInfo, type AlertRow } from './alert-record.js';
import { alertsSince, RetentionFloors } from './retention-floors.js';
import { ALERT_ROLL_UP } from './roll-up-relation.js';
import { rollUpFor } from './roll-up.js';

@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(RetentionFloors) private readonly floors: RetentionFloors,
  ) {}

  execute({ scope, filter, query, signal }: ListAlerts): Promise<Page<Partial<AlertInfo>>> {
    const floor = this.floors.of(scope.domain_id);
    return this.engine.list<AlertRow, AlertInfo>(
      alertsSince(floor),
      {
        scope,
        filter: { ...filter },
        query,
        select: () => 'r.*',
        record: alertInfo,
        quicker: (now) => rollUpFor(ALERT_ROLL_UP, { filter: { ...filter }, query: query ?? {}, now, floor }),
      },
      signal,
    );
  }
}
