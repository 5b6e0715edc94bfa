import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type QueueName,
  QUEUES,
  type DeliveriesJob,
  type VerificationJob,
  type ReplayJob,
} from '#monitoring/contracts/queues.js';
import {
  type NotificationQueueName,
  NOTIFICATION_QUEUES,
  type NotificationsJob,
} from '#notification/contracts/queues.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { QueueFactory, type JobQueue } from '#shared/platform/queue/queue-factory.js';
import { ProcessDeliveries, RunVerification, RunReplay } from '#monitoring';
import { WakeSender } from '#notification';

export const PROCESSORS = Symbol('processors');
/** The names of the queues that this worker takes jobs from, according to its roles. */
export const QUEUE_NAMES = Symbol('queues');
/** For processors that set none: verifications and replays wait for the network or database, and deliveries go first. */
const DEFAULT_CONCURRENCY = 2;

export type AnyQueueName = QueueName | NotificationQueueName;

/** Executes a command for each job of one queue. */
export abstract class QueueProcessor<Job = unknown> {
  abstract readonly queue: AnyQueueName;
  /** How many jobs run at a time. Default: {@link DEFAULT_CONCURRENCY}. */
  readonly concurrency?: number;

  /** Must be idempotent: it may be called twice for the same job. The kind of a thrown error says whether to retry. */
  abstract process(job: Job): Promise<void>;
}

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

/** Passes the jobs of every queue to its processor. */
@Injectable()
export class QueueRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger('Worker');

  constructor(
    private readonly queues: QueueFactory,
    @Inject(PROCESSORS) private readonly processors: readonly QueueProcessor[],
    @Inject(QUEUE_NAMES) private readonly queueNames: readonly AnyQueueName[],
  ) {}

  onApplicationBootstrap(): void {
    for (const processor of requireProcessors(this.queueNames, this.processors)) {
      const { queue, concurrency = DEFAULT_CONCURRENCY } = processor;
      this.queues.startWorker(queue, (job) => this.run(processor, job), concurrency);
    }
  }

  private async run(processor: QueueProcessor, job: unknown): Promise<void> {
    try {
      await processor.process(job);
    } catch (error) {
      // Not rethrown: the queue does not retry. The rows say whether and when to try again, and a sweep finds them.
      if (decideRetry(error) === 'retry')
        this.logger.warn(`a job of the queue ${processor.queue} failed, and is tried again`, error);
      else this.logger.error(`a job of the queue ${processor.queue} failed, and is not tried again`, error);
    }
  }
}

/** @throws Error with the names of the queues that have no processor */
export function requireProcessors(
  queues: readonly AnyQueueName[],
  processors: readonly QueueProcessor[],
): readonly QueueProcessor[] {
  const unprocessed = queues.filter((queue) => !processors.some((processor) => processor.queue === queue));
  if (unprocessed.length > 0) throw new Error(`no processor for the queues ${unprocessed.join(', ')}`);
  return processors;
}

/** Whether a job that threw is to be tried again. The only place that derives this from the kind of the error. */
export function decideRetry(error: unknown): 'retry' | 'give up' {
  if (!(error instanceof DomainError)) return 'retry';
  switch (error.kind) {
    case 'unavailable':
    case 'timeout':
    case 'exhausted':
    case 'conflict':
      return 'retry';
    case 'invalid':
    case 'unauthenticated':
    case 'denied':
    case 'not-found':
    case 'too-large':
    case 'unsupported':
    case 'outdated':
    case 'mismatch':
      return 'give up';
  }
}
