import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { AlertInfo } from '../../application/queries/alert-info.js';
import { ListAlerts } from '../../application/queries/list-alerts.js';
import { alertInfo, type AlertRow } from './alert-record.js';
import { ALERTS } from './alert-resource.js';
import { ALERT_ROLL_UP } from './roll-up-relation.js';
import { rollUpFor } from './roll-up.js';

@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(@Inject(QueryEngine) private readonly engine: QueryEngine) {}

  execute({ scope, filter, query, signal }: ListAlerts): Promise<Page<Partial<AlertInfo>>> {
    return this.engine.list<AlertRow, AlertInfo>(
      ALERTS,
      {
        scope,
        filter: { ...filter },
        query,
        select: () => 'r.*',
        record: alertInfo,
        quicker: (now) => rollUpFor(ALERT_ROLL_UP, { filter: { ...filter }, query: query ?? {}, now }),
      },
      signal,
    );
  }
}
