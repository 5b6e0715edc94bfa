import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { AlertState } from '../domain/alert.js';
import type { Severity } from '#senders/plugin-api/event.js';
import type { AlertInfo } from './alert-info.js';

/** What is given must be equal. */
export interface AlertFilter {
  readonly alert_id?: string | undefined;
  readonly webhook_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly event_key?: string | undefined;
  readonly state?: AlertState | undefined;
  readonly severity?: Severity | undefined;
}

/** Those opened last come first. */
export class ListAlerts extends Query<RawJson<Page<Partial<AlertInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: AlertFilter,
    /** A query of the query language, checked by who runs it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
