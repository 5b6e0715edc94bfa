import type { QueueName } from '#monitoring/contracts/queues.js';
import type { NotificationQueueName } from '#notification/contracts/queues.js';

export type AnyQueueName = QueueName | NotificationQueueName;

/** Executes a command for each job of one queue. */
export abstract class QueueProcessor<Job = unknown> {
  abstract readonly queue: AnyQueueName;
  /** How many jobs run at a time. Default: the CONCURRENCY of the queue runner. */
  readonly concurrency?: number;

  /** Must be idempotent: it may be called twice for the same job. The kind of a thrown error says whether to retry. */
  abstract process(job: Job): Promise<void>;
}
