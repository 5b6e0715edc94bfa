import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListHeartbeats } from '../application/list-heartbeats.js';
import type { HeartbeatInfo } from '../domain/heartbeat-record.js';
import { HEARTBEAT_RECORD, HEARTBEATS } from './heartbeat-resource.js';

@QueryHandler(ListHeartbeats)
export class ListHeartbeatsHandler implements IQueryHandler<ListHeartbeats> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ signal, ...request }: ListHeartbeats): Promise<RawJson<Page<Partial<HeartbeatInfo>>>> {
    return this.engine.list(HEARTBEATS, { ...request, record: HEARTBEAT_RECORD }, signal);
  }
}
