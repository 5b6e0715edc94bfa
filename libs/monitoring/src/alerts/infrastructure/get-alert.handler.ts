import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetAlert } from '../application/get-alert.js';
import type { AlertInfo } from '../domain/alert-record.js';
import { ALERT_SERIALIZER, ALERTS } from './alert-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(GetAlert)
export class GetAlertHandler implements IQueryHandler<GetAlert> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, alert_id, only: fields }: GetAlert): Promise<Partial<AlertInfo>> {
    const { rows } = await getReader(this.pool).query({
      name: 'get alert',
      text: `select ${ALERT_SERIALIZER.select()} from alert r where domain_id = $1 and alert_id = $2
             and (state = 'OPEN' or last_received_at >= $3)`,
      values: [
        scope.domain_id,
        parseId('alert', alert_id),
        new Date(this.floors.getFloor(scope.domain_id) ?? 0),
      ],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The alert', alert_id);
    return pickFields(ALERT_SERIALIZER.read(row), fields, ALERTS.record);
  }
}
