import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import type { Encryption } from '#shared/platform/encryption.js';
import type { IngestPool } from '#shared/platform/persistence/pools.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import type { DeliverySpool } from '../delivery-log/spool/delivery-spool.js';
import { WebhookSnapshot, encodeRow } from './webhook-snapshot.js';
import type { WebhookRow } from './webhook-rows.js';

const UUID = '01910000-0000-7000-8000-000000000001';
const row = {
  webhook_id: UUID,
  domain_id: 'd1',
  project_id: 'p1',
  plugin_id: 'direct',
  plugin_version: '1.0.0',
  options: {},
  settings: {},
  state: 'ENABLED',
  access_key_digest: Buffer.from('digest'),
  deleted_at: null,
} as unknown as WebhookRow;

let folder: TestFolder;
let dir: string;
let snapshot: WebhookSnapshot;
beforeEach(async () => {
  folder = await createTestFolder('kept');
  dir = join(folder.path, 'spool');
  snapshot = new WebhookSnapshot(
    {} as IngestPool,
    {} as Encryption,
    { isEnabled: true, onRestored: () => undefined } as unknown as DeliverySpool,
    { spool: { dir, maxBytes: 1, timeoutMs: 1 } },
    { onChange: () => undefined } as unknown as ChangeFeed,
  );
});
afterEach(() => folder.remove());

describe('the webhook snapshot', () => {
  it('finds no webhook while the folder cannot be read, and finds it afterwards', async () => {
    expect(await snapshot.find(UUID)).toBeUndefined();
    await mkdir(join(dir, '0'), { recursive: true });
    await writeFile(join(dir, '0', 'webhooks.jsonl'), `${encodeRow(row)}\n`);
    expect(await snapshot.find(UUID)).toMatchObject({ enabled: true });
  });

  it('skips a line that another line was written into', async () => {
    await mkdir(join(dir, '0'), { recursive: true });
    const line = encodeRow(row);
    await writeFile(join(dir, '0', 'webhooks.jsonl'), `${line.slice(0, 90)}${line}\n`);
    expect(await snapshot.find(UUID)).toBeUndefined();
  });
});
