import { Injectable, Logger } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { formatId } from '#shared/kernel/ids.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { Confirmations, type DueConfirmation } from './ports/confirmations.js';
import { CallRefusedError, SnsClient, SenderVerification } from './sender-verification.js';

const CONCURRENCY = 8;
/** About two days of attempts. The confirmation URL of a sender expires after three days. */
const MAX_ATTEMPTS = 60;
export const MAX_PAUSE_SECONDS = 3_600;

/** Makes the confirmation calls that are due. Each call acts in the domain of its webhook. */
@Injectable()
export class ConfirmSenders {
  private readonly logger = new Logger('ConfirmSenders');

  constructor(
    private readonly confirmations: Confirmations,
    private readonly snsClient: SnsClient,
    private readonly verification: SenderVerification,
  ) {}

  @Every(2_000)
  async execute(): Promise<void> {
    const due = await this.confirmations.claimDue(CONCURRENCY);
    await Promise.all(due.map((one) => this.confirm(one)));
  }

  private async confirm(due: DueConfirmation): Promise<void> {
    try {
      const refusal =
        due.signed_by === 'SNS' ? await this.verification.findSnsRefusal(due.message, true) : undefined;
      if (refusal === undefined) await this.snsClient.get(due.url);
      await this.finish(due, refusal ?? null);
    } catch (error) {
      const reason = getErrorMessage(error);
      if (error instanceof CallRefusedError || due.attempts >= MAX_ATTEMPTS) await this.finish(due, reason);
      else await this.confirmations.postpone(due, Math.min(5 * 2 ** due.attempts, MAX_PAUSE_SECONDS), reason);
    }
  }

  private async finish(due: DueConfirmation, failure: string | null): Promise<void> {
    if (failure !== null) {
      const { uuid, domain_id: domain } = due.webhook;
      this.logger.warn(`the sender was not confirmed: ${failure}`, {
        webhook_id: formatId('webhook', uuid),
        domain,
      });
    }
    await this.confirmations.finish(due, failure);
  }
}
