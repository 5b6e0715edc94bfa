import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ProcessDeliveries } from '#monitoring';
import { QUEUES, type DeliveriesJob } from '#monitoring/contracts/queues.js';
import { QueueProcessor } from '../queue-processor.js';

@Injectable()
export class DeliveryProcessor extends QueueProcessor<DeliveriesJob> {
  readonly queue = QUEUES.deliveries;

  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {
    super();
  }

  async process({ webhook_uuids }: DeliveriesJob): Promise<void> {
    await this.commands.execute(new ProcessDeliveries(webhook_uuids));
  }
}
