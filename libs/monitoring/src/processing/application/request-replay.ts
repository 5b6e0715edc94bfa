import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { ReplayQueue } from './ports/replay-queue.js';
import { ReplayRepository, type ReplayRequest } from './ports/replay-repository.js';

/** Requests a replay of the deliveries that a webhook received in a time range. Resolves to the id of the replay. */
export class RequestReplay extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly request: ReplayRequest,
  ) {
    super();
  }
}

@CommandHandler(RequestReplay)
export class RequestReplayHandler implements ICommandHandler<RequestReplay> {
  constructor(
    private readonly replays: ReplayRepository,
    private readonly queue: ReplayQueue,
  ) {}

  async execute({ scope, webhook_id, request }: RequestReplay): Promise<string> {
    if (request.from >= request.to) throw DomainError.invalid('to', 'must be later than from');
    const replay_id = await this.replays.add(scope, webhook_id, request);
    await this.queue.wake(replay_id);
    return replay_id;
  }
}
