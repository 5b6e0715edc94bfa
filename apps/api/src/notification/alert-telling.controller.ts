import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetAlertTellings } from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { AlertTellingsInfo, AlertTellingsRequest } from './alert-telling.dto.js';

@ApiTags('Alert')
@Controller('notification/v1')
export class AlertTellingController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'POST',
    path: 'alerts/telling',
    summary: 'Get who was told of alerts',
    description:
      'Returns for many alerts at once who was told of them, what waits or has failed, and which silences and inhibitions hold ' +
      'something back, such as for the rows of a list. The timeline of an alert tells the same of one alert, with every attempt.',
    permission: 'alert:read',
    request: AlertTellingsRequest,
    response: AlertTellingsInfo,
    errors: {
      504: 'The alerts have too many notifications, or the domain too many silences and inhibitions, for the time limit',
    },
  })
  async getTellings(
    @Message() { alert_ids }: AlertTellingsRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return { results: await this.queries.execute(new GetAlertTellings(scope, alert_ids, signal)) };
  }
}
