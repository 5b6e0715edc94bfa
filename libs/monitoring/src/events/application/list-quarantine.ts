import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { QuarantineFilter, QuarantineInfo } from '../domain/quarantine-record.js';

/** Lists deliveries in quarantine, most recently received first. */
export class ListQuarantine extends Query<RawJson<Page<Partial<QuarantineInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: QuarantineFilter,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
