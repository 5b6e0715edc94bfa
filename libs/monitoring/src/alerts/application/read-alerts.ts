import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FeedReader } from '../../feed/follower.js';
import type { AlertMessage, AlertFilter, AlertInfo } from '../domain/alert-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetAlert extends GetRecord<AlertInfo> {}

/** Lists alerts, most recently opened first. */
export class ListAlerts extends ListRecords<AlertInfo, AlertFilter> {}

export class StatAlerts extends StatRecords {}

/**
 * Sends every change of an alert to a reader: from now on, or from a position `after` that the reader received before. Each
 * change is sent exactly once; changes of one alert in their order. Filter and query apply to the alert at the time of sending.
 * Returns a function that stops it.
 * @throws as FollowEvents does
 */
export class FollowAlerts extends Query<() => void> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly filter: AlertFilter,
    readonly reader: FeedReader<AlertMessage>,
    readonly after?: string,
    /** `filter`, `filter_or` and `keyword` of a `platform.api.core.v1.Query`, not checked yet. */
    readonly query?: unknown,
  ) {
    super();
  }
}
