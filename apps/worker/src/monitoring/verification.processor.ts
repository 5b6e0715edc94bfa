import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RunVerification } from '#monitoring';
import { QUEUES, type VerificationJob } from '#monitoring/contracts/queues.js';
import { QueueProcessor } from '../queue-processor.js';

@Injectable()
export class VerificationProcessor extends QueueProcessor<VerificationJob> {
  readonly queue = QUEUES.verifications;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async process({ verification_id }: VerificationJob): Promise<void> {
    await this.commands.execute(new RunVerification(verification_id));
  }
}
