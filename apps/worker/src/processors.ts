import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ProcessDeliveries, RunVerification, RunReplay } from '#monitoring';
import {
  QUEUES,
  type DeliveriesJob,
  type VerificationJob,
  type ReplayJob,
} from '#monitoring/contracts/queues.js';
import { WakeSender } from '#notification';
import { NOTIFICATION_QUEUES, type NotificationsJob } from '#notification/contracts/queues.js';
import { QueueFactory, type JobQueue } from '#shared/platform/queue/queue-factory.js';
import { QueueProcessor } from './queue-runner.js';

/** Milliseconds for one job. Webhooks that still have a backlog then are queued again, behind the jobs that wait. */
const JOB_LIMIT_MS = 1_000;

@Injectable()
export class DeliveryProcessor extends QueueProcessor<DeliveriesJob> {
  readonly queue = QUEUES.deliveries;
  /** High, because a job mostly waits for the scheduler, and must not keep the wake-ups of other webhooks in the queue. */
  override readonly concurrency = 32;
  private readonly deliveryQueue: JobQueue<DeliveriesJob>;

  constructor(
    private readonly commands: CommandBus,
    queues: QueueFactory,
  ) {
    super();
    this.deliveryQueue = queues.getQueue<DeliveriesJob>(QUEUES.deliveries);
  }

  async process({ webhook_uuids }: DeliveriesJob): Promise<void> {
    const remaining = await this.commands.execute(new ProcessDeliveries(webhook_uuids, JOB_LIMIT_MS));
    if (remaining.length > 0) await this.deliveryQueue.add({ webhook_uuids: remaining });
  }
}

@Injectable()
export class VerificationProcessor extends QueueProcessor<VerificationJob> {
  readonly queue = QUEUES.verifications;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async process({ verification_id }: VerificationJob): Promise<void> {
    await this.commands.execute(new RunVerification(verification_id));
  }
}

@Injectable()
export class ReplayProcessor extends QueueProcessor<ReplayJob> {
  readonly queue = QUEUES.replays;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async process(): Promise<void> {
    await this.commands.execute(new RunReplay());
  }
}

@Injectable()
export class NotificationProcessor extends QueueProcessor<NotificationsJob> {
  readonly queue = NOTIFICATION_QUEUES.notifications;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async process(): Promise<void> {
    await this.commands.execute(new WakeSender());
  }
}
