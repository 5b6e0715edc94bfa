import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { SilenceFilter, SilenceInfo } from '../domain/silence-record.js';

/** Returns silences, the newest first. */
export class ListSilences extends Query<RawJson<Page<Partial<SilenceInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: SilenceFilter,
    /** A query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
