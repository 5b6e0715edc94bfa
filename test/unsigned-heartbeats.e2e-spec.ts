import { afterAll, beforeAll, expect, it } from 'vitest';
import { SIGNATURE_SCHEMES } from '../libs/monitoring/src/webhooks/domain/signature-settings.js';
import { startWebhookService, type WebhookService } from './webhook-service.js';

interface List {
  readonly results: readonly Record<string, unknown>[];
}

let service: WebhookService;
beforeAll(async () => void (service = await startWebhookService()));
afterAll(() => service?.stop());

const SECRETS: Readonly<Record<string, readonly string[]>> = {
  SNS: [],
  STANDARD_WEBHOOKS: [`whsec_${Buffer.alloc(24, 7).toString('base64')}`],
};

it.each(SIGNATURE_SCHEMES.filter((scheme) => scheme !== 'NONE'))(
  'without the signature of %s, no ping, failure or delivery changes a heartbeat',
  async (scheme) => {
    const { webhook_id, webhook_url } = await service.create({
      plugin_info: { plugin_id: 'auto' },
      settings: {
        signature: { scheme, secrets: SECRETS[scheme] ?? ['the secret of this test'] },
        heartbeats: 'AUTO',
        heartbeat: { expect_every: '1h' },
      },
    });
    const path = new URL(webhook_url).pathname;
    const send = (method: 'GET' | 'POST', end: string, body?: string) =>
      service.api.call(method, path + end, {
        key: null,
        body,
        headers: { prefer: 'wait=15' },
      });
    expect(await send('GET', '/heartbeat/backup')).toMatchObject({ status: 401 });
    expect(await send('POST', '/heartbeat/backup/fail')).toMatchObject({ status: 401 });
    expect(await send('GET', '/v2/heartbeats/backup/ping')).toMatchObject({ status: 401 });
    const delivered = await send('POST', '', '{"title":"Disk full"}');
    // The worker checks the signatures of SNS.
    if (scheme === 'SNS') expect(delivered.body).toMatchObject({ outcomes: [{ outcome: 'QUARANTINED' }] });
    else expect(delivered).toMatchObject({ status: 401 });
    const list = async (records: string) =>
      (await service.get<List>(`/monitoring/v1/${records}?webhook_id=${webhook_id}`)).body.results;
    expect(await list('alerts')).toEqual([]);
    expect(await list('heartbeats')).toMatchObject([{ name: '*', state: 'NEW', last_ping_at: null }]);
  },
);

it('a ping of a webhook that requires the signature of SNS is told what to do instead', async () => {
  const settings = (required: boolean) => ({ signature: { scheme: 'SNS', required }, heartbeats: 'AUTO' });
  const ping = async (required: boolean) => {
    const { webhook_url } = await service.create({ settings: settings(required) });
    return service.api.call('GET', `${new URL(webhook_url).pathname}/heartbeat/backup`, { key: null });
  };
  expect(await ping(true)).toMatchObject({
    status: 401,
    body: { detail: 'Pings cannot be signed with SNS: use a webhook of their own for them' },
  });
  expect(await ping(false)).toMatchObject({ status: 202 });
});
