import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { WebhookInfo } from './webhook-info.js';

/** @throws ERROR_NOT_FOUND */
export class GetWebhook extends Query<Partial<WebhookInfo>> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
