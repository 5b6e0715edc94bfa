import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { decodeSegment } from '../../libs/monitoring/src/intake/tables/segment-codec.js';
import { call, createWebhook, until, type CreatedWebhook } from '../client.js';
import { rootApiKey } from '../processes.js';
import type { Service } from '../service.js';
import { sql } from '../sql.js';
import { findStoredSecrets } from './find-stored-secrets.js';

const MAX_STORED_BYTES = 65_536;
const REDACTED = '*'.repeat(32);

let service: Service;
let viewer: string;
let webhooks: Record<'auto' | 'direct' | 'signed', CreatedWebhook>;

const keyOf = ({ path }: CreatedWebhook) => path.split('/').at(-2) ?? '';
const secrets = () =>
  Object.fromEntries(Object.entries(webhooks).map(([name, webhook]) => [name, keyOf(webhook)]));

const post = async (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  (await call<{ delivery_id: string }>('POST', service.api.url + url, body, headers)).status;

const waitUntilProcessed = () =>
  until(
    () =>
      sql<{ n: number }>(
        service.databaseUrl,
        'select count(*)::int as n from delivery_segment where processed_at is null',
      ),
    ([row]) => row?.n === 0,
  );

/** Returns everything that a viewer of the domain can read. */
async function readAllAsViewer(): Promise<string> {
  const lists = ['events', 'alerts', 'quarantine', 'webhooks'];
  const headers = { authorization: `Bearer ${viewer}` };
  const get = (path: string) =>
    call<object>('GET', `${service.api.url}/monitoring/v1/${path}`, undefined, headers);
  const pages = await Promise.all(lists.map((list) => get(`${list}?query.page.limit=1000`)));
  const [events, , quarantine] = pages.map(
    ({ body }) => (body as { results: { event_id: string; delivery_id: string }[] }).results,
  );
  const records = await Promise.all([
    ...(events ?? []).map(({ event_id }) => get(`event/${event_id}`)),
    ...(quarantine ?? []).map(({ delivery_id }) => get(`quarantine/${delivery_id}`)),
    ...(quarantine ?? []).map(({ delivery_id }) => get(`delivery/${delivery_id}`)),
  ]);
  return JSON.stringify([pages, records].flat().map(({ body }) => body));
}

/** Checks that the access key of a webhook is not stored or shown when its sender includes it in a delivery. */
export function attackAccessKey(target: () => Service): void {
  beforeAll(async () => {
    service = target();
    const { url } = service.api;
    const [auto, direct, signed] = (await Promise.all(
      ['auto', 'direct', 'direct'].map((plugin_id) => createWebhook(url, plugin_id)),
    )) as [CreatedWebhook, CreatedWebhook, CreatedWebhook];
    webhooks = { auto, direct, signed };
    const signature = { scheme: 'GITHUB', secrets: ['the secret of the sender'] };
    await call('PUT', `${url}/monitoring/v1/webhook/${signed.webhook_id}`, {
      domain_id: 'demo',
      settings: { signature },
    });
    const made = await call<{ api_key: string }>('POST', `${url}/identity/v1/api-keys`, {
      user_id: 'u',
      domain_id: 'demo',
      role: 'VIEWER',
    });
    viewer = made.body.api_key;
  });

  it('is neither stored nor shown, wherever its sender includes it', async () => {
    for (const webhook of [webhooks.auto, webhooks.direct]) {
      const { path, webhook_id } = webhook;
      const key = keyOf(webhook);
      const alarm = (n: number | string) => ({
        event_key: `k${n}`,
        title: `Disk ${n} full`,
        link: service.api.url + path,
      });
      const json = (value: unknown) => JSON.stringify(value);
      const envelope = json({ webhook_id, access_key: key, data: alarm(1), extra: 1 });
      const large = `${'x'.repeat(MAX_STORED_BYTES - 10)}${key}`;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const gzip = { 'content-encoding': 'gzip' };
      expect(await post(path, envelope)).toBe(202);
      expect(await post(path, json([{ webhook_id, access_key: key, data: alarm(2) }]))).toBe(202);
      expect(await post(path, json({ webhook_id, access_key: key, data: alarm(3) }))).toBe(202);
      expect(await post(`${path}?access_key=${key}&${key}=1`, json(alarm(4)))).toBe(202);
      expect(await post(`${path}/${key}/v2`, json(alarm(5)))).toBe(202);
      expect(await post(path, json(alarm(6)), { 'user-agent': `sender (${key})` })).toBe(202);
      expect(await post(path, json(alarm(7)), { 'content-type': `application/json; x=${key}` })).toBe(202);
      expect(await post(path, `access_key=${key}&data=${encodeURIComponent(json(alarm(8)))}&x=1`, form)).toBe(
        202,
      );
      expect(await post(path, gzipSync(json(alarm(9))), gzip)).toBe(202);
      // Broken, cut off or no JSON: repaired, or read as text.
      expect(await post(path, envelope.slice(0, envelope.indexOf(key) + 20))).toBe(202);
      expect(await post(path, envelope.slice(0, envelope.indexOf(key) + 40))).toBe(202);
      expect(await post(path, `{"title": ${key}}`)).toBe(202);
      expect(await post(path, large)).toBe(202);
      expect(await post(path, envelope, gzip)).toBe(400);
    }
    await waitUntilProcessed();
    expect(await findStoredSecrets(service.databaseUrl, secrets())).toEqual([]);
    const seen = await readAllAsViewer();
    expect(seen).toContain(REDACTED);
    expect(seen).toContain('Disk 6 full');
    for (const key of Object.values(secrets())) expect(seen).not.toContain(key.slice(0, 20));
  });

  it('is redacted after the check of the signature, and the rest is stored byte for byte', async () => {
    const { path } = webhooks.signed;
    const key = keyOf(webhooks.signed);
    const body = Buffer.from(
      `{ "event_key":"k",\t"title":"é \\u00e9 ${key}", "n": 1.50e3 , "x":"\\/${key}" }\r\n`,
    );
    const hmac = createHmac('sha256', 'the secret of the sender').update(body).digest('hex');
    expect(await post(path, body, { 'x-hub-signature-256': `sha256=${hmac}` })).toBe(202);
    const [row] = await sql<{ payload: Buffer }>(
      service.databaseUrl,
      `select payload from delivery_segment join webhook using (webhook_id) where name = $1`,
      [await nameOf(webhooks.signed)],
    );
    const [stored] = decodeSegment(row?.payload ?? Buffer.of());
    expect(stored?.body.toString()).toBe(body.toString().replaceAll(key, REDACTED));
  });

  it('is neither stored nor logged by a replay', async () => {
    const { webhook_id, path } = webhooks.direct;
    const key = keyOf(webhooks.direct);
    // A body that `auto` cannot parse as an alarm either.
    expect(await post(path, JSON.stringify({ nonsense: key }))).toBe(202);
    await waitUntilProcessed();
    const { body: quarantine } = await call<{ results: { delivery_id: string; status: string }[] }>(
      'GET',
      `${service.api.url}/monitoring/v1/quarantine?domain_id=demo&webhook_id=${webhook_id}`,
    );
    const one = quarantine.results.find(({ status }) => status === 'QUARANTINED');
    const { status, body: replayed } = await call<{ outcomes: object[] }>(
      'POST',
      `${service.api.url}/monitoring/v1/delivery/${one?.delivery_id}/replay`,
      { domain_id: 'demo' },
    );
    expect([status, replayed.outcomes]).toMatchObject([200, [{ outcome: 'QUARANTINED' }]]);
    expect(await findStoredSecrets(service.databaseUrl, { key })).toEqual([]);
    for (const process of [service.api, service.worker]) expect(process.logs()).not.toContain(key);
  });
}

async function nameOf({ webhook_id }: CreatedWebhook): Promise<string> {
  const { body } = await call<{ name: string }>(
    'GET',
    `${service.api.url}/monitoring/v1/webhook/${webhook_id}?domain_id=demo`,
    undefined,
    { authorization: `Bearer ${rootApiKey}` },
  );
  return body.name;
}
