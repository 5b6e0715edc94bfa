import { Controller, Headers, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GetAlertTimeline } from '#monitoring';
import { GetAlertTelling } from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { formatMarkdown, MAX_ENTRIES, mergeTimelines, prefersMarkdown } from './alert-timeline.js';
import { AlertTimelineInfo, AlertTimelineRequest } from './alert-timeline.dto.js';

@ApiTags('Alert')
@Controller('monitoring/v1')
export class AlertTimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'alert/:alert_id/timeline',
    summary: 'Get the timeline of an alert',
    description:
      'Returns everything that happened to an alert in one order, the oldest first: its events, changes of state and ' +
      'severity, acknowledgements, silences that held something back, and notifications with their attempts and the ' +
      'responses of the receivers. With `Accept: text/markdown`, the response is the same as Markdown.',
    permission: 'alert:read',
    request: AlertTimelineRequest,
    response: AlertTimelineInfo,
    alsoProduces: 'text/markdown',
    errors: { 504: 'The alert has too many events to read them within the time limit' },
  })
  async getTimeline(
    @Message() { alert_id }: AlertTimelineRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const happened = await this.queries.execute(new GetAlertTimeline(scope, alert_id, MAX_ENTRIES, signal));
    const told = await this.queries.execute(new GetAlertTelling(scope, alert_id, MAX_ENTRIES, signal));
    const timeline = mergeTimelines(happened, told);
    void reply.header('vary', 'accept');
    if (!prefersMarkdown(accept ?? '')) return timeline;
    void reply.type('text/markdown; charset=utf-8');
    return formatMarkdown(happened, timeline);
  }
}
