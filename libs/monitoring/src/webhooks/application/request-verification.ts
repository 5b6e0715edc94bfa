import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { Verification } from '../domain/verification.js';
import { VerificationQueue, VerificationRepository } from './ports/verification-repository.js';

/** Requests a verification of a webhook's plugin by a worker. Resolves to the id of the verification. */
export class RequestVerification extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
  ) {
    super();
  }
}

@CommandHandler(RequestVerification)
export class RequestVerificationHandler implements ICommandHandler<RequestVerification> {
  constructor(
    private readonly verifications: VerificationRepository,
    private readonly queue: VerificationQueue,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook_id }: RequestVerification): Promise<string> {
    const { verification_id } = await this.verifications.add(scope, webhook_id, (webhook) =>
      Verification.request(webhook, this.clock.now()),
    );
    await this.queue.wake(verification_id);
    return verification_id;
  }
}

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
