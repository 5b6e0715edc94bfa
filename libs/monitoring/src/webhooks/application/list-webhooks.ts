import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { WebhookState } from '../domain/webhook.js';
import type { WebhookInfo } from './webhook-info.js';

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
export class ListWebhooks extends Query<RawJson<Page<Partial<WebhookInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: WebhookFilter,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
