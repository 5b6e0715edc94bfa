import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { HeartbeatDetails } from '../domain/heartbeat-record.js';

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
