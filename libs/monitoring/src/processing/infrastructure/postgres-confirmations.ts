import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isObject } from '#shared/kernel/json.js';
import { newUuid } from '#shared/kernel/ids.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import {
  Confirmations,
  type ConfirmationRequest,
  type DueConfirmation,
} from '../application/ports/confirmations.js';
import { MAX_PAUSE_SECONDS } from '../application/confirm-senders.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';

/** In characters. Messages that ask for a confirmation are short. */
const MAX_MESSAGE_CHARACTERS = 65_536;

interface DueRow extends Omit<DueConfirmation, 'webhook' | 'message'> {
  readonly domain_id: string;
  readonly webhook_id: string;
  readonly message: string;
}

@Injectable()
export class PostgresConfirmations extends Confirmations {
  constructor(private readonly pool: IngestPool) {
    super();
  }

  async enqueue(webhook: DeliveryTarget, { url, signed_by, message }: ConfirmationRequest): Promise<void> {
    const text = isObject(message) ? JSON.stringify(message) : '{}';
    if (text.length > MAX_MESSAGE_CHARACTERS) return;
    await this.pool.query({
      name: 'ask confirmation',
      text: `
        insert into confirmation (confirmation_id, domain_id, webhook_id, url_hash, url, signed_by, message)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (webhook_id, url_hash) do nothing`,
      values: [
        newUuid(new Date()),
        webhook.domain_id,
        webhook.uuid,
        hash('sha256', url),
        url,
        signed_by,
        Buffer.from(text),
      ],
    });
  }

  async claimDue(limit: number): Promise<readonly DueConfirmation[]> {
    const { rows } = await this.pool.query<DueRow>({
      name: 'claim confirmations',
      text: `
        update confirmation set
          attempts = attempts + 1, next_attempt_at = clock_timestamp() + interval '1 minute'
        where confirmation_id = any (array(
          select confirmation_id from confirmation
          where state = 'PENDING' and ${buildDueCondition('next_attempt_at', MAX_PAUSE_SECONDS)}
          order by next_attempt_at limit $1 for update skip locked))
        returning confirmation_id, domain_id, webhook_id, url, signed_by, attempts,
          convert_from(message, 'UTF8') as message`,
      values: [limit],
    });
    return rows.map(({ domain_id, webhook_id, message, ...row }) => ({
      ...row,
      webhook: { uuid: webhook_id, domain_id },
      message: JSON.parse(message) as DueConfirmation['message'],
    }));
  }

  /** Also deletes the URL and the message: they are not needed any longer, and whoever reads them could make the call. */
  async finish({ confirmation_id, webhook }: DueConfirmation, failure: string | null): Promise<void> {
    await this.pool.query({
      name: 'finish confirmation',
      text: `
        with finished as (
          update confirmation set
            state = case when $2::text is null then 'CONFIRMED' else 'FAILED' end,
            reason = $2, url = '', message = '', finished_at = clock_timestamp()
          where confirmation_id = $1 and state = 'PENDING'
          returning 1
        )
        update webhook_cursor set
          failed_count = failed_count + 1, last_error = $3, last_error_at = statement_timestamp()
        where webhook_id = $4 and domain_id = $5 and $2::text is not null and exists (select from finished)`,
      values: [
        confirmation_id,
        failure,
        `a sender was not confirmed: ${failure}`,
        webhook.uuid,
        webhook.domain_id,
      ],
    });
  }

  async postpone({ confirmation_id }: DueConfirmation, seconds: number, reason: string): Promise<void> {
    await this.pool.query({
      name: 'postpone confirmation',
      text: `
        update confirmation set next_attempt_at = clock_timestamp() + make_interval(secs => $2), reason = $3
        where confirmation_id = $1 and state = 'PENDING'`,
      values: [confirmation_id, seconds, reason],
    });
  }
}
