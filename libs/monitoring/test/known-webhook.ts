import { v7 } from 'uuid';
import { formatId } from '#shared/kernel/ids.js';
import { digestOf } from '../src/webhooks/domain/access-key.js';
import { DEFAULT_SETTINGS } from '../src/webhooks/domain/webhook-settings.js';
import type { KnownWebhook } from '../src/intake/infrastructure/directory/known-webhook.js';

export function aKnownWebhook(
  changes: Partial<KnownWebhook> = {},
): KnownWebhook & { readonly deleted: boolean } {
  const uuid = v7();
  return {
    admitted: {
      webhook_id: formatId('webhook', uuid),
      uuid,
      domain_id: 'd1',
      project_id: 'p1',
      plugin_id: 'sample',
      plugin_version: '1.1.0',
      options: {},
      settings: DEFAULT_SETTINGS,
      signing_secrets: [],
    },
    enabled: true,
    unreadable: false,
    deleted: false,
    digest: digestOf('key'),
    previous: null,
    ...changes,
  };
}
