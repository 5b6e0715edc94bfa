import { uuidOf } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { WebhookFilter } from '../../application/queries/list-webhooks.js';
import { digestOf } from '../../domain/access-key.js';
import type { WebhookUrls } from './webhook-urls.js';

export interface Conditions {
  readonly where: string;
  readonly values: unknown[];
}

/** What a filter means in SQL, on the table as `w`. Secrets are compared by digest. */
export function webhookConditions(scope: Scope, filter: WebhookFilter, urls: WebhookUrls): Conditions {
  const values: unknown[] = [scope.domain_id];
  const terms = ['w.domain_id = $1', 'w.deleted_at is null'];
  const equal = (column: string, value: unknown) => {
    if (value !== undefined) terms.push(`w.${column} = $${values.push(value)}`);
  };
  const { webhook_id, name, state, access_key, webhook_url, project_id } = filter;
  equal('webhook_id', webhook_id === undefined ? undefined : uuidOf('webhook', webhook_id));
  equal('name', name);
  equal('state', state);
  equal('project_id', project_id);
  equal('access_key_digest', access_key === undefined ? undefined : digestOf(access_key));
  if (webhook_url !== undefined) {
    const address = urls.parse(webhook_url);
    if (address === undefined) terms.push('false');
    equal('webhook_id', address?.uuid);
    equal('access_key_digest', address && digestOf(address.access_key));
  }
  return { where: terms.join(' and '), values };
}
