import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { HeartbeatDetails, HeartbeatFilter, HeartbeatInfo } from '../domain/heartbeat-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetHeartbeat extends Query<Partial<HeartbeatDetails>> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly name: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}

/** Lists heartbeats in the order of their creation. */
export class ListHeartbeats extends ListRecords<HeartbeatInfo, HeartbeatFilter> {}

export class StatHeartbeats extends StatRecords {}
