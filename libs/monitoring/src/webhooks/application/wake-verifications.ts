import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { VerificationQueue } from './ports/verification-queue.js';
import { VerificationRepository } from './ports/verification-repository.js';

const BATCH_SIZE = 100;

/** Wakes up workers for verifications, of any domain, whose wake-up was lost or whose last attempt failed. */
@Injectable()
export class WakeVerifications {
  constructor(
    private readonly verifications: VerificationRepository,
    private readonly queue: VerificationQueue,
  ) {}

  @Every(500)
  async execute(): Promise<void> {
    for (const id of await this.verifications.claimOverdue(BATCH_SIZE)) await this.queue.wake(id);
  }
}
