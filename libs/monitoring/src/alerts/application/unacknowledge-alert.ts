import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { createWithdrawal } from '../domain/acknowledgement.js';
import { Acknowledgements } from './ports/acknowledgements.js';

export class UnacknowledgeAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
  ) {
    super();
  }
}

@CommandHandler(UnacknowledgeAlert)
export class UnacknowledgeAlertHandler implements ICommandHandler<UnacknowledgeAlert> {
  constructor(private readonly acknowledgements: Acknowledgements) {}

  async execute({ scope, alert_id }: UnacknowledgeAlert): Promise<void> {
    await this.acknowledgements.applyToAlert(scope, alert_id, createWithdrawal(scope));
  }
}
