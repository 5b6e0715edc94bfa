import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { afterError } from './after-error.js';
import type { AnyQueueName, QueueProcessor } from './queue-processor.js';

export const PROCESSORS = Symbol('processors');
/** The names of the queues that this worker takes jobs from, according to its roles. */
export const QUEUES_TO_WORK = Symbol('queues');
/** For processors that set none: verifications and replays wait for the network or database, and deliveries go first. */
const CONCURRENCY = 2;

/** Passes the jobs of every queue to its processor. */
@Injectable()
export class QueueRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger('Worker');

  constructor(
    private readonly queues: QueueFactory,
    @Inject(PROCESSORS) private readonly processors: readonly QueueProcessor[],
    @Inject(QUEUES_TO_WORK) private readonly names: readonly AnyQueueName[],
  ) {}

  onApplicationBootstrap(): void {
    for (const processor of processorOfEach(this.names, this.processors)) {
      const { queue, concurrency = CONCURRENCY } = processor;
      this.queues.work(queue, (job) => this.run(processor, job), concurrency);
    }
  }

  private async run(processor: QueueProcessor, job: unknown): Promise<void> {
    try {
      await processor.process(job);
    } catch (error) {
      // Not rethrown: the queue does not retry. The rows say whether and when to try again, and a sweep finds them.
      if (afterError(error) === 'retry')
        this.logger.warn(`a job of the queue ${processor.queue} failed, and is tried again`, error);
      else this.logger.error(`a job of the queue ${processor.queue} failed, and is not tried again`, error);
    }
  }
}

/** @throws Error with the names of the queues that have no processor */
export function processorOfEach(
  queues: readonly AnyQueueName[],
  processors: readonly QueueProcessor[],
): readonly QueueProcessor[] {
  const without = queues.filter((queue) => !processors.some((processor) => processor.queue === queue));
  if (without.length > 0) throw new Error(`no processor for the queues ${without.join(', ')}`);
  return processors;
}
