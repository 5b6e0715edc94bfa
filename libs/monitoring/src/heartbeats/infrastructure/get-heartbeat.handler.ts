import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetHeartbeat } from '../application/get-heartbeat.js';
import type { HeartbeatInfo } from '../domain/heartbeat-record.js';
import { HEARTBEAT_RECORD, HEARTBEATS } from './heartbeat-resource.js';

@QueryHandler(GetHeartbeat)
export class GetHeartbeatHandler implements IQueryHandler<GetHeartbeat> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, webhook_id, name, only: fields }: GetHeartbeat): Promise<Partial<HeartbeatInfo>> {
    const { rows } = await getReader(this.pool).query({
      name: 'get heartbeat',
      text: `select * from heartbeat where domain_id = $1 and webhook_id = $2 and name = $3`,
      values: [scope.domain_id, parseId('webhook', webhook_id), name],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The heartbeat', name);
    return pickFields(HEARTBEAT_RECORD.read(row), fields, HEARTBEATS.record);
  }
}
