import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PluginCheck } from '#senders/plugin-api/plugin.js';
import { TimeoutError, withTimeout } from '#shared/kernel/with-timeout.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Clock } from '#shared/kernel/clock.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { MAX_ATTEMPTS, type Verification } from '../domain/verification.js';
import { PluginChecks } from './check-plugin.js';
import { VerificationQueue, VerificationRepository } from './ports/verification-repository.js';

/** Less than the lease of an attempt. */
const RENEW_MS = 3_000;
/** Milliseconds for all checks of a verification. */
const LIMIT_MS = 180_000;
const HOW_TO_READ =
  'the worker needs the key that encrypted them as ENCRYPTION_KEY or ENCRYPTION_KEY_OLD; ' +
  'if that key is lost, create the webhook again';

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
    private readonly queue: VerificationQueue,
    private readonly checks: PluginChecks,
    private readonly clock: Clock,
  ) {}

  async execute({ verification_id }: RunVerification): Promise<void> {
    const verification = await this.verifications.begin(verification_id);
    if (verification === undefined) return;
    try {
      await this.run(verification);
    } finally {
      await this.wakeNext(verification);
    }
  }

  private async run(verification: Verification): Promise<void> {
    try {
      // More attempts began than are allowed, and none finished or failed: each must have crashed its worker.
      if (verification.attempts > MAX_ATTEMPTS)
        verification.failIfExhausted('no attempt came to an end', this.clock.now());
      else verification.finish(await this.check(verification), this.clock.now());
    } catch (error) {
      const reason = getErrorMessage(error);
      if (!verification.failIfExhausted(reason, this.clock.now())) {
        // If this fails too, the attempt seems to run until its lease ends.
        await this.verifications.pause(verification).catch(() => undefined);
        throw error;
      }
    }
    await this.verifications.finish(verification);
  }

  /** Wakes a worker for the next one of the domain, whose own wake-up came while this one ran. */
  private async wakeNext({ domain_id }: Verification): Promise<void> {
    // The sweep finds what is not woken here.
    const next = await this.verifications.findNext(domain_id).catch(() => undefined);
    if (next !== undefined) await this.queue.wake(next);
  }

  /** Runs the checks, and keeps other workers from doing the same. */
  private async check(verification: Verification): Promise<readonly PluginCheck[]> {
    const { verification_id, version } = verification;
    const webhook = await this.verifications.findWebhook(verification).catch((error: unknown) => {
      // Another attempt would find the same keys.
      if (error instanceof DomainError) return { unreadable: error.message };
      throw error;
    });
    if ('unreadable' in webhook)
      return [{ name: 'secrets', ok: false, message: `${webhook.unreadable}: ${HOW_TO_READ}` }];
    const renewal = setInterval(
      () => void this.verifications.renew(verification_id).catch(() => undefined),
      RENEW_MS,
    );
    try {
      return await withTimeout(LIMIT_MS, this.checks.run(webhook, version), 'the verification');
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      return [{ name: 'run', ok: false, message: error.message }];
    } finally {
      clearInterval(renewal);
    }
  }
}
