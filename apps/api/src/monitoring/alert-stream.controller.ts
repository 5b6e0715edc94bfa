import { Controller, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FollowAlerts } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope, Message, type ApiRequest } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { AlertMessage, AlertStreamQuery } from './alert-stream.dto.js';
import { LAST_EVENT_ID_HEADER } from './stream.dto.js';
import { StreamSender } from './event-stream.js';

/** Shortened: a real message contains all fields of the alert. */
const EXAMPLE = `id: 2x9Jm4Tq
event: alert.escalated
data: {"type":"alert.escalated","timestamp":"2026-11-20T10:00:00.000Z","data":{"alert":{"state":"OPEN","severity":"CRITICAL","title":"Disk full"},"change":{"state_before":"OPEN","state":"OPEN","severity_before":"WARNING","severity":"CRITICAL","event_id":null,"actor":null,"flapping":false}}}

`;

@ApiTags('Alert')
@Controller('monitoring/v1')
export class AlertStreamController {
  constructor(private readonly streams: StreamSender) {}

  @Operation({
    method: 'GET',
    path: 'alerts/stream',
    summary: 'Follow alerts',
    description:
      'Sends changes of alerts as Server-Sent Events. Each message is one change. Its event name is the kind of the ' +
      'change (`alert.opened`, `alert.escalated`, `alert.deescalated`, `alert.acknowledged`, `alert.unacknowledged`, `alert.resolved`, ' +
      '`alert.reopened`, `alert.flapping`, `alert.assigned`, `alert.noted`), and its data is an `AlertMessage`, which contains the alert as it is when ' +
      'the message is sent. Plain fields and `query` are compared with that alert. Each change is sent exactly once, ' +
      'and the changes of one alert in the order in which they happened. To continue after an interruption, send the ' +
      'last id as `Last-Event-ID` (browsers do this automatically). For an id older than a day the stream sends a ' +
      '`reset` event; list the alerts then. If a query takes too long, the stream sends a `failed` event and ends. The ' +
      'limits are the same as for the stream of events.',
    permission: 'alert:read',
    streamToken: true,
    request: AlertStreamQuery,
    produces: 'text/event-stream',
    messages: { data: AlertMessage, example: EXAMPLE },
  })
  @ApiHeader(LAST_EVENT_ID_HEADER)
  async follow(
    @Message() { domain_id: _, token: _token, last_event_id, query, ...filter }: AlertStreamQuery,
    @CallerScope() scope: Scope,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() { credential }: ApiRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const position = lastEventId || last_event_id || undefined;
    await this.streams.send(
      { scope, credential, reply },
      (reader) => new FollowAlerts(scope, filter, reader, position, query),
    );
  }
}
