import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { isHeartbeatName, NAME_REQUIREMENT } from '../../webhooks/domain/heartbeat-terms.js';
import { HeartbeatRepository } from './ports/heartbeat-repository.js';

/** Deletes a heartbeat. Its pings are rejected at once. If it is missing, its alert is resolved. */
export class DeleteHeartbeat extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteHeartbeat)
export class DeleteHeartbeatHandler implements ICommandHandler<DeleteHeartbeat> {
  constructor(private readonly heartbeats: HeartbeatRepository) {}

  async execute({ scope, webhook_id, name }: DeleteHeartbeat): Promise<void> {
    if (!isHeartbeatName(name)) throw DomainError.invalid('name', NAME_REQUIREMENT);
    await this.heartbeats.remove(scope, webhook_id, name);
  }
}
