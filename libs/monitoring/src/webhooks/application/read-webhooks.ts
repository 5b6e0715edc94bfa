import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { WebhookState } from '../domain/webhook.js';
import type { WebhookInfo, VerificationInfo } from '../domain/webhook-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetWebhook extends GetRecord<WebhookInfo> {}

/** Each given value must be equal. */
export interface WebhookFilter {
  readonly webhook_id?: string | undefined;
  readonly name?: string | undefined;
  readonly state?: WebhookState | undefined;
  /** The full value: a part of it matches nothing. */
  readonly access_key?: string | undefined;
  /** The full value: a part of it matches nothing. */
  readonly webhook_url?: string | undefined;
  readonly project_id?: string | undefined;
}

/** Lists webhooks by name. */
export class ListWebhooks extends ListRecords<WebhookInfo, WebhookFilter> {}

/** Computes statistics of webhooks. Without a query: the count of each state, including 0. */
export class StatWebhooks extends StatRecords {}

/**
 * Returns a verification once it is finished, at the latest after `wait_seconds`. Does not wait if too many
 * callers of its domain, or in all, wait already.
 * @throws ERROR_NOT_FOUND
 */
export class GetVerification extends Query<VerificationInfo> {
  constructor(
    readonly scope: Scope,
    readonly verification_id: string,
    readonly wait_seconds: number,
    /** Aborted when the caller no longer waits. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}
