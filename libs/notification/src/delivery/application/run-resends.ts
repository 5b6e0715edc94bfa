import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { ResendJobs } from './ports/resend-jobs.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds. */
const EVERY = 500;

/** Goes on with what is to be sent again, of any domain, until there is nothing more. */
@Injectable()
export class RunResends {
  constructor(
    private readonly jobs: ResendJobs,
    private readonly sender: SendNotifications,
  ) {}

  @Every(EVERY)
  async execute(): Promise<void> {
    for (let queued = await this.jobs.advance(); queued !== undefined; queued = await this.jobs.advance())
      if (queued > 0) this.sender.wake();
  }
}
