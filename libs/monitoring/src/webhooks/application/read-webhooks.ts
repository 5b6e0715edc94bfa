import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FilterOf } from '#shared/query/record.js';
import type { VerificationInfo, WEBHOOK_FIELDS, WebhookInfo } from '../domain/webhook-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetWebhook extends GetRecord<WebhookInfo> {}

/** The access key and the URL are compared as a whole: a part of them matches nothing. */
export type WebhookFilter = FilterOf<
  typeof WEBHOOK_FIELDS,
  'webhook_id' | 'name' | 'state' | 'access_key' | 'webhook_url' | 'project_id'
>;

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
