import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueueFactory, type JobQueue } from '#shared/platform/queue/queue-factory.js';
import { ReplayQueue } from '../application/ports/replay-queue.js';
import { QUEUES, type ReplayJob } from '../../contracts/queues.js';

@Injectable()
export class BullMqReplayQueue extends ReplayQueue {
  private readonly logger = new Logger('Replay');
  private readonly queue: JobQueue<ReplayJob>;

  constructor(@Inject(QueueFactory) queues: QueueFactory) {
    super();
    this.queue = queues.queue<ReplayJob>(QUEUES.replays);
  }

  async wake(replay_id: string): Promise<void> {
    try {
      await this.queue.add({ replay_id });
    } catch (error) {
      this.logger.warn(`nobody woken for ${replay_id}, the sweep will: ${String(error)}`);
    }
  }
}
