import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuarantineInfo, QuarantineStatus } from './quarantine-info.js';

/** What is given must be equal. */
export interface QuarantineFilter {
  readonly delivery_id?: string | undefined;
  readonly webhook_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly status?: QuarantineStatus | undefined;
}

/** Those received last come first. */
export class ListQuarantine extends Query<Page<Partial<QuarantineInfo>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: QuarantineFilter,
    /** A query of the query language, checked by who runs it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
