import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { MAX_ATTEMPTS } from '../domain/verification.js';
import { PluginChecks } from './check-plugin.js';
import { VerificationRepository } from './ports/verification-repository.js';

/**
 * Checks the plugin of a webhook and stores the result, in the domain of the verification's row. May safely run twice. Throws if
 * it should be retried; after the last attempt it stores the failure instead.
 */
export class RunVerification extends Command<void> {
  constructor(readonly verification_id: string) {
    super();
  }
}

@CommandHandler(RunVerification)
export class RunVerificationHandler implements ICommandHandler<RunVerification> {
  constructor(
    private readonly verifications: VerificationRepository,
    private readonly checks: PluginChecks,
    private readonly clock: Clock,
  ) {}

  async execute({ verification_id }: RunVerification): Promise<void> {
    const pending = await this.verifications.begin(verification_id);
    if (pending === undefined) return;
    const { verification, webhook } = pending;
    try {
      // More attempts began than are allowed, and none finished or failed: each must have crashed its worker.
      if (verification.attempts > MAX_ATTEMPTS)
        verification.failIfExhausted('no attempt came to an end', this.clock.now());
      else verification.finish(await this.checks.run(webhook, verification.version), this.clock.now());
    } catch (error) {
      const reason = getErrorMessage(error);
      if (!verification.failIfExhausted(reason, this.clock.now())) throw error;
    }
    await this.verifications.finish(verification);
  }
}
