import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetNotificationLedger } from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { NotificationLedgerInfo, NotificationLedgerQuery } from './notification-ledger.dto.js';

const DEFAULT_DAYS = 7;

@ApiTags('Notification')
@Controller('notification/v1')
export class NotificationLedgerController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'ledger',
    summary: 'Get the ledger of notifications',
    description:
      'Returns for each day the number of changes of alerts of the domain that were read, the number of ' +
      'notifications that were created from them, and the states of these notifications: matched + after_silence + by_steps = ' +
      'pending + held + sent + failed + superseded + silenced + inhibited + cancelled. Digests, reminders and messages of the service ' +
      'itself are not counted.',
    permission: 'notification:read',
    request: NotificationLedgerQuery,
    response: NotificationLedgerInfo,
  })
  getLedger(@Message() { days = DEFAULT_DAYS }: NotificationLedgerQuery, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetNotificationLedger(scope, days));
  }
}
