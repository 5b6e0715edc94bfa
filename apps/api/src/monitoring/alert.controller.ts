import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetAlert, ListAlerts, StatAlerts } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { AbortOnDisconnect } from '../http/limits/abort-on-disconnect.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import { ALERT_SEARCHES, ALERT_STATS } from '../http/query/alert-query-examples.js';
import { AlertInfo, AlertQuery, AlertsInfo, AlertStatQuery, GetAlertRequest } from './alert.dto.js';

@ApiTags('Alert')
@Controller('monitoring/v1')
export class AlertController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'alert/:alert_id',
    summary: 'Get an alert',
    description: 'Returns an alert: when it opened, when it was resolved, and how many events it has.',
    permission: 'alert:read',
    request: GetAlertRequest,
    response: AlertInfo,
  })
  get(@Message() { alert_id, only }: GetAlertRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetAlert(scope, alert_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'alerts',
    summary: 'List alerts',
    description:
      'Returns the alerts of the domain, most recently opened first. Plain fields are compared for ' +
      'equality; use `query` for other conditions.',
    permission: 'alert:read',
    request: AlertQuery,
    response: AlertsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: AlertQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListAlerts(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'alerts/search',
    summary: 'Search alerts',
    description: 'Returns the same as the list; the request is JSON.',
    queries: ALERT_SEARCHES,
    permission: 'alert:read',
    request: AlertQuery,
    response: AlertsInfo,
  })
  search(
    @Message() request: AlertQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'alerts/stat',
    summary: 'Statistics of alerts',
    description: 'Aggregates the alerts of the domain as defined by `query`.',
    queries: ALERT_STATS,
    permission: 'alert:read',
    request: AlertStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: AlertStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatAlerts(scope, query, signal));
  }
}
