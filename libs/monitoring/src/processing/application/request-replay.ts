import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { requireMoment, type Moment } from '#shared/query/instant.js';
import { ReplayQueue, ReplayRepository } from './ports/replay-repository.js';

interface ReplayTerms {
  readonly from: Moment;
  /** Exclusive. */
  readonly to: Moment;
  readonly quarantined_only: boolean;
}

/** Requests a replay of the deliveries that a webhook received in a time range. Resolves to the id of the replay. */
export class RequestReplay extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly terms: ReplayTerms,
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

  async execute({ scope, webhook_id, terms }: RequestReplay): Promise<string> {
    const now = new Date();
    const from = requireMoment('from', terms.from, now);
    const to = requireMoment('to', terms.to, now);
    if (from >= to) throw DomainError.invalid('to', 'must be later than from');
    const { quarantined_only } = terms;
    const replay_id = await this.replays.add(scope, webhook_id, { from, to, quarantined_only });
    await this.queue.wake(replay_id);
    return replay_id;
  }
}

/** Ends a replay once the delivery in progress is replayed. Does nothing if the replay has already ended. */
export class CancelReplay extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly replay_id: string,
  ) {
    super();
  }
}

@CommandHandler(CancelReplay)
export class CancelReplayHandler implements ICommandHandler<CancelReplay> {
  constructor(private readonly replays: ReplayRepository) {}

  async execute({ scope, replay_id }: CancelReplay): Promise<void> {
    await this.replays.cancel(scope, replay_id);
  }
}
