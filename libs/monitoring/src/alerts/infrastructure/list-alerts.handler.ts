import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListAlerts } from '../application/list-alerts.js';
import type { AlertInfo } from '../domain/alert-record.js';
import { ALERT_SERIALIZER, alertsSince } from './alert-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: ListAlerts): Promise<RawJson<Page<Partial<AlertInfo>>>> {
    const floor = this.floors.getFloor(request.scope.domain_id);
    return this.engine.list(alertsSince(floor), { ...request, record: ALERT_SERIALIZER }, signal);
  }
}
