import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { NotificationFilter, NotificationInfo } from '../domain/notification-record.js';

/** Returns notifications, the newest first, without their attempts. */
export class ListNotifications extends Query<RawJson<Page<Partial<NotificationInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: NotificationFilter,
    /** A query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
