import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { QueueName } from '#monitoring/contracts/queues.js';
import type { NotificationQueueName } from '#notification/contracts/queues.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';

export const PROCESSORS = Symbol('processors');
/** The names of the queues that this worker takes jobs from, according to its roles. */
export const QUEUE_NAMES = Symbol('queues');
/** For processors that set none: verifications and replays wait for the network or database, and deliveries go first. */
const DEFAULT_CONCURRENCY = 2;

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

export type AnyQueueName = QueueName | NotificationQueueName;

/** Executes a command for each job of one queue. */
export abstract class QueueProcessor<Job = unknown> {
  abstract readonly queue: AnyQueueName;
  /** How many jobs run at a time. Default: the CONCURRENCY of the queue runner. */
  readonly concurrency?: number;

  /** Must be idempotent: it may be called twice for the same job. The kind of a thrown error says whether to retry. */
  abstract process(job: Job): Promise<void>;
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
