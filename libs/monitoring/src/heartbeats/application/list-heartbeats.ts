import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { HeartbeatFilter, HeartbeatInfo } from '../domain/heartbeat-record.js';

/** Lists heartbeats in the order of their creation. */
export class ListHeartbeats extends Query<RawJson<Page<Partial<HeartbeatInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: HeartbeatFilter,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
