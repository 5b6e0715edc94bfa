import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RunReplay } from '#monitoring';
import { QUEUES, type ReplayJob } from '#monitoring/contracts/queues.js';
import { QueueProcessor } from '../queue-processor.js';

@Injectable()
export class ReplayProcessor extends QueueProcessor<ReplayJob> {
  readonly queue = QUEUES.replays;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async process(): Promise<void> {
    await this.commands.execute(new RunReplay());
  }
}
