import type { WebhookRow } from './read-webhooks.js';

const BYTE_FIELDS = [
  'access_key_digest',
  'previous_access_key_digest',
  'secret_options',
  'signing_secrets',
] as const;
const TIME_FIELDS = ['previous_access_key_expires_at', 'deleted_at'] as const;
/** Matches a complete line. Quotation marks inside a value are escaped, so a truncated line never ends like this. */
const COMPLETE_LINE = /^\{"webhook_id":"([0-9a-f-]{36})".*,"whole":true\}$/;

/** Writes a row as one line of JSON. The id comes first; the last field marks the line as complete. */
export function encodeRow({ webhook_id, ...row }: WebhookRow): string {
  const bytes = Object.fromEntries(BYTE_FIELDS.map((name) => [name, row[name]?.toString('base64') ?? null]));
  return JSON.stringify({ webhook_id, ...row, ...bytes, whole: true });
}

export function decodeRow(line: string): WebhookRow {
  const { whole: _, ...row } = JSON.parse(line) as Record<string, unknown>;
  for (const name of BYTE_FIELDS)
    if (typeof row[name] === 'string') row[name] = Buffer.from(row[name], 'base64');
  for (const name of TIME_FIELDS) if (typeof row[name] === 'string') row[name] = new Date(row[name]);
  return row as unknown as WebhookRow;
}

export function parseLineUuid(line: string): string | undefined {
  return COMPLETE_LINE.exec(line)?.[1];
}
