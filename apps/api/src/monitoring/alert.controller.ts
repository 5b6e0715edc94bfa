import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  AcknowledgeAlert,
  AcknowledgeAlerts,
  AssignAlert,
  GetAlert,
  ListAlerts,
  ResolveAlert,
  ResolveAlerts,
  StatAlerts,
  UnacknowledgeAlert,
} from '#monitoring';
import { parseDuration } from '#shared/kernel/duration.js';
import type { Scope } from '#shared/kernel/scope.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  ALERT_ACKNOWLEDGEMENTS,
  ALERT_RESOLUTIONS,
  ALERT_SEARCHES,
  ALERT_STATS,
} from '../http/query/alert-query-examples.js';
import {
  AcknowledgeAlertRequest,
  AcknowledgeAlertsRequest,
  AcknowledgedAlertsInfo,
  AlertInfo,
  AlertQuery,
  AlertsInfo,
  AlertStatQuery,
  AssignAlertRequest,
  GetAlertRequest,
  ResolveAlertRequest,
  ResolveAlertsRequest,
  ResolvedAlertsInfo,
  UnacknowledgeAlertRequest,
} from './alert.dto.js';

const RESOLVED_ERROR = { 409: 'The alert is resolved' };

@ApiTags('Alert')
@Controller('monitoring/v1')
export class AlertController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

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
    method: 'PUT',
    path: 'alert/:alert_id/acknowledge',
    summary: 'Acknowledge an alert',
    description:
      'Marks an open alert to show that somebody is working on it. The alert stays open. The acknowledgement holds ' +
      'until the alert is resolved, or until `until`. It replaces an earlier acknowledgement.',
    permission: 'alert:write',
    request: AcknowledgeAlertRequest,
    example: { domain_id: 'demo', comment: 'Replacing the disk', until: 'now + 2h' },
    response: AlertInfo,
    errors: RESOLVED_ERROR,
  })
  acknowledge(@Message() request: AcknowledgeAlertRequest, @CallerScope() scope: Scope) {
    const { alert_id, comment, until, only } = request;
    return answerFromTransaction(
      () => this.commands.execute(new AcknowledgeAlert(scope, alert_id, { comment, until })),
      () => this.queries.execute(new GetAlert(scope, alert_id, only)),
    );
  }

  @Operation({
    method: 'PUT',
    path: 'alert/:alert_id/unacknowledge',
    summary: 'Withdraw the acknowledgement of an alert',
    description:
      'Withdraws the acknowledgement of an open alert, to show that nobody is working on it any more.',
    permission: 'alert:write',
    request: UnacknowledgeAlertRequest,
    response: AlertInfo,
    errors: RESOLVED_ERROR,
  })
  unacknowledge(@Message() { alert_id, only }: UnacknowledgeAlertRequest, @CallerScope() scope: Scope) {
    return answerFromTransaction(
      () => this.commands.execute(new UnacknowledgeAlert(scope, alert_id)),
      () => this.queries.execute(new GetAlert(scope, alert_id, only)),
    );
  }

  @Operation({
    method: 'PUT',
    path: 'alert/:alert_id/assign',
    summary: 'Assign an alert',
    description:
      'Says who takes care of an open alert. If you assign it to yourself, it is acknowledged as well, unless it is ' +
      'already or `acknowledge` is false. Subscriptions that name the kind `alert.assigned` send it.',
    permission: 'alert:write',
    request: AssignAlertRequest,
    example: { domain_id: 'demo', assignee: 'jane@example.com' },
    response: AlertInfo,
    errors: RESOLVED_ERROR,
  })
  assign(@Message() request: AssignAlertRequest, @CallerScope() scope: Scope) {
    const { alert_id, assignee, acknowledge, only } = request;
    return answerFromTransaction(
      () => this.commands.execute(new AssignAlert(scope, alert_id, assignee, acknowledge)),
      () => this.queries.execute(new GetAlert(scope, alert_id, only)),
    );
  }

  @Operation({
    method: 'POST',
    path: 'alerts/acknowledge',
    summary: 'Acknowledge alerts',
    description:
      'Acknowledges the open alerts that `query` finds. If it finds more than 10,000, the request is rejected with 400 ' +
      'and no alert is acknowledged. If the request fails midway, send it again: alerts that it has acknowledged ' +
      'already are not changed, except that a relative `until` moves.',
    queries: ALERT_ACKNOWLEDGEMENTS,
    permission: 'alert:write',
    request: AcknowledgeAlertsRequest,
    response: AcknowledgedAlertsInfo,
  })
  async acknowledgeAll(@Message() request: AcknowledgeAlertsRequest, @CallerScope() scope: Scope) {
    const { query, all, comment, until } = request;
    const command = new AcknowledgeAlerts(scope, query, { comment, until }, all);
    return { acknowledged_count: await this.commands.execute(command) };
  }

  @Operation({
    method: 'PUT',
    path: 'alert/:alert_id/resolve',
    summary: 'Resolve an alert',
    description:
      'Resolves an open alert. The sender may still report the problem: for `quiet_for`, repeats with the same start, and ' +
      'repeats of senders that state none, are counted on this alert and open no other. A repeat of a higher severity, a ' +
      'newer start, and the first repeat after `quiet_for` open a new alert. A recovery of the sender ends `quiet_for`.',
    permission: 'alert:write',
    request: ResolveAlertRequest,
    example: { domain_id: 'demo', comment: 'Disk replaced', quiet_for: '30m' },
    response: AlertInfo,
    errors: { 409: 'The alert is resolved. The message says since when and by whom' },
  })
  resolve(@Message() request: ResolveAlertRequest, @CallerScope() scope: Scope) {
    const { alert_id, only } = request;
    return answerFromTransaction(
      () => this.commands.execute(new ResolveAlert(scope, alert_id, termsOf(request))),
      () => this.queries.execute(new GetAlert(scope, alert_id, only)),
    );
  }

  @Operation({
    method: 'POST',
    path: 'alerts/resolve',
    summary: 'Resolve alerts',
    description:
      'Resolves the open alerts that `query` finds, as the resolution of one alert does. If it finds more than 10,000, the ' +
      'request is rejected with 400 and no alert is resolved. If the request fails midway, send it again: it finds those ' +
      'that are still open.',
    queries: ALERT_RESOLUTIONS,
    permission: 'alert:write',
    request: ResolveAlertsRequest,
    response: ResolvedAlertsInfo,
  })
  async resolveAll(@Message() request: ResolveAlertsRequest, @CallerScope() scope: Scope) {
    const command = new ResolveAlerts(scope, request.query, termsOf(request), request.all);
    return { resolved_count: await this.commands.execute(command) };
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

function termsOf({ comment, quiet_for }: Pick<ResolveAlertRequest, 'comment' | 'quiet_for'>) {
  return { comment, quiet_for: quiet_for === undefined ? undefined : parseDuration(quiet_for) };
}
