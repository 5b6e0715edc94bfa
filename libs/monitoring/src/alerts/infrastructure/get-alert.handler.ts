import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { uuidOf } from '#shared/kernel/ids.js';
import { only } from '#shared/kernel/only.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetAlert } from '../application/get-alert.js';
import type { AlertInfo } from '../domain/alert-record.js';
import { ALERT_RECORD, ALERTS } from './alert-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(GetAlert)
export class GetAlertHandler implements IQueryHandler<GetAlert> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, alert_id, only: fields }: GetAlert): Promise<Partial<AlertInfo>> {
    const { rows } = await this.pool.query({
      name: 'get alert',
      text: `select ${ALERT_RECORD.select()} from alert r where domain_id = $1 and alert_id = $2
             and (state = 'OPEN' or last_received_at >= $3)`,
      values: [scope.domain_id, uuidOf('alert', alert_id), new Date(this.floors.of(scope.domain_id) ?? 0)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The alert', alert_id);
    return only(ALERT_RECORD.read(row), fields, ALERTS.record);
  }
}
