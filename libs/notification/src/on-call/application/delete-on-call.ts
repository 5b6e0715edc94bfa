import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { OnCallRepository } from './ports/on-call-repository.js';

/** Deletes a schedule. Nobody is on call by it any more. */
export class DeleteOnCall extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly on_call_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteOnCall)
export class DeleteOnCallHandler implements ICommandHandler<DeleteOnCall> {
  constructor(private readonly onCalls: OnCallRepository) {}

  async execute({ scope, on_call_id }: DeleteOnCall): Promise<void> {
    await this.onCalls.remove(scope, on_call_id);
  }
}
