import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { VerificationQueue } from './ports/verification-queue.js';
import { VerificationRepository } from './ports/verification-repository.js';

const AT_A_TIME = 100;

/** Wakes workers again for verifications whose wake-up got lost or whose last attempt broke, of any domain. */
export class WakeVerifications extends Command<void> {}

@CommandHandler(WakeVerifications)
export class WakeVerificationsHandler implements ICommandHandler<WakeVerifications> {
  constructor(
    @Inject(VerificationRepository) private readonly verifications: VerificationRepository,
    @Inject(VerificationQueue) private readonly queue: VerificationQueue,
  ) {}

  async execute(): Promise<void> {
    for (const id of await this.verifications.claimOverdue(AT_A_TIME)) await this.queue.wake(id);
  }
}
