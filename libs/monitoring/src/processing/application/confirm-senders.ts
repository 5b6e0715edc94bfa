import { Injectable, Logger } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { formatId } from '#shared/kernel/ids.js';
import { reasonOf } from '#shared/kernel/message-of.js';
import { Confirmations, type DueConfirmation } from './ports/confirmations.js';
import { CallRefusedError, SnsClient } from './ports/sns-client.js';
import { SenderVerification } from './sender-verification.js';

const AT_A_TIME = 8;
/** About two days of attempts. The confirmation URL of a sender expires after three days. */
const MOST_ATTEMPTS = 60;
export const LONGEST_PAUSE = 3_600;

/** Makes the confirmation calls that are due. Each call acts in the domain of its webhook. */
@Injectable()
export class ConfirmSenders {
  private readonly logger = new Logger('ConfirmSenders');

  constructor(
    private readonly confirmations: Confirmations,
    private readonly calls: SnsClient,
    private readonly checks: SenderVerification,
  ) {}

  @Every(2_000)
  async execute(): Promise<void> {
    const due = await this.confirmations.claimDue(AT_A_TIME);
    await Promise.all(due.map((one) => this.confirm(one)));
  }

  private async confirm(due: DueConfirmation): Promise<void> {
    try {
      const refusal = due.signed_by === 'SNS' ? await this.checks.snsRefusal(due.message, true) : undefined;
      if (refusal === undefined) await this.calls.get(due.url);
      await this.end(due, refusal ?? null);
    } catch (error) {
      const reason = reasonOf(error);
      if (error instanceof CallRefusedError || due.attempts >= MOST_ATTEMPTS) await this.end(due, reason);
      else await this.confirmations.postpone(due, Math.min(5 * 2 ** due.attempts, LONGEST_PAUSE), reason);
    }
  }

  private async end(due: DueConfirmation, failure: string | null): Promise<void> {
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
