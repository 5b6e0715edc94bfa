import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetDelivery, ReplayDelivery } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { DeliveryInfo, GetDeliveryRequest, ReplayDeliveryRequest } from './delivery.dto.js';

@ApiTags('Delivery')
@Controller('monitoring/v1')
export class DeliveryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'GET',
    path: 'delivery/:delivery_id',
    summary: 'Get the outcome of a delivery',
    description: 'Returns whether a delivery is processed, and the outcome of each alarm in it.',
    permission: 'delivery:read',
    request: GetDeliveryRequest,
    response: DeliveryInfo,
  })
  get(@Message() { delivery_id }: GetDeliveryRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetDelivery(scope, delivery_id));
  }

  @Operation({
    method: 'POST',
    path: 'delivery/:delivery_id/replay',
    summary: 'Replay a delivery',
    description:
      'Runs the quarantined alarms of a delivery through the current plugin of its webhook. Existing ' +
      'events are never changed, and a delivery without quarantined alarms stays as it is.',
    permission: 'delivery:write',
    request: ReplayDeliveryRequest,
    response: DeliveryInfo,
    errors: {
      409:
        'Some alarms of the delivery created events, and the plugin now finds other alarms in it; or the delivery ' +
        'was rejected as unreadable; or its webhook was deleted',
    },
  })
  async replay(@Message() { delivery_id }: ReplayDeliveryRequest, @CallerScope() scope: Scope) {
    const replayed = await this.commands.execute(new ReplayDelivery(scope, delivery_id));
    return replayed ?? this.queries.execute(new GetDelivery(scope, delivery_id));
  }
}
