import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseId } from '#shared/kernel/ids.js';
import { until, type CreatedWebhook } from './client.js';

/** Waits until the webhook snapshot of the first spool in this folder contains the webhooks. */
export async function waitForWebhookSnapshot(spoolDir: string, ...webhooks: CreatedWebhook[]): Promise<void> {
  const ids = webhooks.map(({ webhook_id }) => parseId('webhook', webhook_id));
  await until(
    () => readFile(join(spoolDir, '0', 'webhooks.jsonl'), 'utf8').catch(() => ''),
    (text) => ids.every((id) => text.includes(id)),
  );
}
