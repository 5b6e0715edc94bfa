import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CancelReplay, GetReplay, RequestReplay } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { CancelReplayRequest, GetReplayRequest, ReplayInfo, ReplayWebhookRequest } from './replay.dto.js';

@ApiTags('Webhook')
@Controller('monitoring/v1')
export class ReplayController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'webhook/:webhook_id/replay',
    summary: 'Replay the deliveries of a webhook',
    description:
      'Starts a replay: a worker runs the deliveries that arrived in a time range through the current plugin of the ' +
      'webhook. Existing events are never changed. [Get a replay](#/Webhook/getReplay) returns the progress. ' +
      'Replays of a webhook run one after the other, and domains take turns.',
    permission: 'webhook:write',
    request: ReplayWebhookRequest,
    response: ReplayInfo,
    status: 202,
    done: 'A worker runs the replay',
    errors: {
      409: 'Ten replays of the webhook have not ended',
      429: 'A hundred replays of the domain have not ended',
    },
  })
  @Idempotent()
  async replay(@Message() request: ReplayWebhookRequest, @CallerScope() scope: Scope) {
    const { webhook_id, from, to, quarantined_only = true } = request;
    const command = new RequestReplay(scope, webhook_id, { from, to, quarantined_only });
    const created = await createOnce(async () => ({ replay_id: await this.commands.execute(command) }));
    return this.getReplay(created, scope);
  }

  @Operation({
    method: 'GET',
    path: 'replay/:replay_id',
    summary: 'Get a replay',
    description: 'Returns the state of a replay and the number of replayed deliveries.',
    permission: 'webhook:read',
    request: GetReplayRequest,
    response: ReplayInfo,
  })
  getReplay(@Message() { replay_id }: GetReplayRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetReplay(scope, replay_id));
  }

  @Operation({
    method: 'PUT',
    path: 'replay/:replay_id/cancel',
    summary: 'Cancel a replay',
    description:
      'Ends a replay that is pending or running. The results of the deliveries replayed so far are kept, and no further ' +
      'delivery is replayed. A replay that has already ended is not changed.',
    permission: 'webhook:write',
    request: CancelReplayRequest,
    response: ReplayInfo,
  })
  async cancelReplay(@Message() { replay_id }: CancelReplayRequest, @CallerScope() scope: Scope) {
    await this.commands.execute(new CancelReplay(scope, replay_id));
    return this.getReplay({ replay_id }, scope);
  }
}
