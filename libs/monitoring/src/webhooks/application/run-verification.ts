import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { MAX_ATTEMPTS } from '../domain/verification.js';
import { PluginRegistry } from '#senders/registry.js';
import { checkPlugin } from './check-plugin.js';
import { StoredDeliveries } from '../../processing/application/ports/stored-deliveries.js';
import { VerificationRepository } from './ports/verification-repository.js';
import { SenderVerification } from '../../processing/application/sender-verification.js';

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
    private readonly plugins: PluginRegistry,
    private readonly storedDeliveries: StoredDeliveries,
    private readonly senderVerification: SenderVerification,
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
      else
        verification.finish(
          await checkPlugin(
            this.plugins,
            webhook,
            verification.version,
            this.storedDeliveries,
            this.senderVerification,
          ),
          this.clock.now(),
        );
    } catch (error) {
      const reason = getErrorMessage(error);
      if (!verification.failIfExhausted(reason, this.clock.now())) throw error;
    }
    await this.verifications.finish(verification);
  }
}
