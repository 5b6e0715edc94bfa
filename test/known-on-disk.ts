import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidOf } from '#shared/kernel/ids.js';
import { until, type CreatedWebhook } from './client.js';

/** Waits until the webhook snapshot of the first spool in this folder contains the webhooks. */
export async function untilKnownOnDisk(spoolDir: string, ...webhooks: CreatedWebhook[]): Promise<void> {
  const ids = webhooks.map(({ webhook_id }) => uuidOf('webhook', webhook_id));
  await until(
    () => readFile(join(spoolDir, '0', 'webhooks.jsonl'), 'utf8').catch(() => ''),
    (text) => ids.every((id) => text.includes(id)),
  );
}
