import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { AlertFilter, AlertInfo } from '../domain/alert-record.js';

/** Lists alerts, most recently opened first. */
export class ListAlerts extends Query<RawJson<Page<Partial<AlertInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: AlertFilter,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
