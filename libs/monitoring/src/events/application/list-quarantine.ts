import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { QuarantineFilter, QuarantineInfo } from '../domain/quarantine-record.js';

/** Those received last come first. */
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
