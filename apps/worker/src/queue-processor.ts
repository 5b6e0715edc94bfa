import type { QueueName } from '#monitoring/contracts/queues.js';
import type { NotificationQueueName } from '#notification/contracts/queues.js';

export type AnyQueueName = QueueName | NotificationQueueName;

/** Turns the jobs of one queue into commands. */
export abstract class QueueProcessor<Job = unknown> {
  abstract readonly queue: AnyQueueName;
  /** How many jobs are taken at a time; as many as the worker is told by default. */
  readonly concurrency?: number;

  /** May be called twice for the same job. What it throws decides, with its kind, whether trying again makes sense. */
  abstract process(job: Job): Promise<void>;
}
