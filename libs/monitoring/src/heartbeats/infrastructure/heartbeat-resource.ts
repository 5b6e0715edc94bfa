import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/record-writes.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import {
  COUNT_ALL,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { findNextTimes } from '../../webhooks/domain/heartbeat-terms.js';
import { ListHeartbeats, StatHeartbeats, GetHeartbeat } from '../application/read-heartbeats.js';
import { HEARTBEAT_FIELDS, type HeartbeatDetails } from '../domain/heartbeat-record.js';

export const HEARTBEAT_RECORD = new RecordSerializer(HEARTBEAT_FIELDS);

export const HEARTBEATS: Resource = {
  name: 'Heartbeat',
  relation: 'heartbeat',
  id: 'heartbeat_id',
  ...toQueryFields(HEARTBEAT_FIELDS),
  keywords: ['heartbeat_id', 'name'],
  order: [{ key: 'heartbeat_id' }],
  minimal: ['heartbeat_id', 'name', 'state', 'last_ping_at'],
};

/** The handlers of lists and statistics of heartbeats. */
export const HEARTBEAT_READS = [
  createListHandler(ListHeartbeats, HEARTBEATS, HEARTBEAT_RECORD),
  createStatHandler(StatHeartbeats, HEARTBEATS, COUNT_ALL),
];

const NEXT_TIMES = 3;

@QueryHandler(GetHeartbeat)
export class GetHeartbeatHandler implements IQueryHandler<GetHeartbeat> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, webhook_id, name, only: fields }: GetHeartbeat): Promise<Partial<HeartbeatDetails>> {
    const { rows } = await getReader(this.pool).query<{ now: Date }>({
      name: 'get heartbeat',
      text: `select *, statement_timestamp() as now from heartbeat where domain_id = $1 and webhook_id = $2 and name = $3`,
      values: [scope.domain_id, parseId('webhook', webhook_id), name],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The heartbeat', name);
    const record = HEARTBEAT_RECORD.read(row);
    const next = findNextTimes(record, row.now, NEXT_TIMES);
    const details = { ...record, next_expected_at: next.map((time) => time.toISOString()) };
    return pickFields(details, fields, [...HEARTBEATS.record, 'next_expected_at']);
  }
}
