import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ProcessDeliveries } from '#monitoring';
import { QUEUES, type DeliveriesJob } from '#monitoring/contracts/queues.js';
import { QueueFactory, type JobQueue } from '#shared/platform/queue/queue-factory.js';
import { QueueProcessor } from '../queue-processor.js';

/** Milliseconds for one job; what is left goes to the end of the queue, behind whoever waits there. */
const TIME = 1_000;

@Injectable()
export class DeliveryProcessor extends QueueProcessor<DeliveriesJob> {
  readonly queue = QUEUES.deliveries;
  /** A job only waits for the turns of its webhooks, and must not keep others from being heard of. */
  override readonly concurrency = 32;
  private readonly again: JobQueue<DeliveriesJob>;

  constructor(
    private readonly commands: CommandBus,
    queues: QueueFactory,
  ) {
    super();
    this.again = queues.queue<DeliveriesJob>(QUEUES.deliveries);
  }

  async process({ webhook_uuids }: DeliveriesJob): Promise<void> {
    const left = await this.commands.execute(new ProcessDeliveries(webhook_uuids, TIME));
    if (left.length > 0) await this.again.add({ webhook_uuids: left });
  }
}
