import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../webhooks/domain/webhook-settings.js';
import type { WebhookRow } from './webhook-rows.js';
import { decodeRow, encodeRow, parseLineUuid } from './webhook-snapshot.js';

const row: WebhookRow = {
  webhook_id: '01910000-0000-7000-8000-000000000001',
  domain_id: 'd1',
  project_id: 'p1',
  state: 'ENABLED',
  plugin_id: 'direct',
  name: 'w1',
  plugin_version: '1.0.0',
  options: { a: '\n{' },
  secret_options: Buffer.from([0, 255]),
  signing_secrets: null,
  settings: DEFAULT_SETTINGS,
  access_key_digest: Buffer.alloc(32, 7),
  previous_access_key_digest: null,
  previous_access_key_expires_at: new Date('2026-11-20T10:00:00.000Z'),
  deleted_at: null,
};

it('encodes a webhook on one line and decodes it unchanged', () => {
  const line = encodeRow(row);
  expect(line).not.toContain('\n');
  expect(decodeRow(line)).toEqual(row);
  expect(parseLineUuid(line)).toBe(row.webhook_id);
});

it('finds no webhook id in a truncated line', () => {
  const line = encodeRow(row);
  for (let length = 0; length < line.length; length += 1)
    expect(parseLineUuid(line.slice(0, length))).toBeUndefined();
});
