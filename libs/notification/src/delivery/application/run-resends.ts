import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { ResendJobs } from './ports/resend-jobs.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 500;

/** Runs the requested resends of all domains, batch by batch, until none is due. */
@Injectable()
export class RunResends {
  constructor(
    private readonly jobs: ResendJobs,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    for (
      let queued = await this.jobs.runNextBatch();
      queued !== undefined;
      queued = await this.jobs.runNextBatch()
    )
      if (queued > 0) this.sender.wake();
  }
}
