import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRemote, type RemoteService } from '../../../libs/monitoring/test/remote-service.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

describe('the preview of a plugin that calls a remote address', () => {
  const event = { event_key: 'k', title: 'from afar' };
  let remote: RemoteService;
  let allowing: ApiUnderTest;
  beforeAll(async () => {
    const text = JSON.stringify({ outcomes: [{ outcome: 'EVENT', event }] });
    remote = await startRemote(() => ({ text }));
    allowing = await startApi({ REMOTE_PLUGIN_ALLOW: '127.0.0.1' });
  });
  afterAll(async () => {
    await allowing.close();
    await remote.close();
  });

  it('accepts an address from a MEMBER, and rejects one from a VIEWER with 403', async () => {
    const newKey = async (role: string) => {
      const body = { user_id: 'u1', domain_id: 'd1', role };
      return String((await allowing.call('POST', '/identity/v1/api-keys', { body })).body['api_key']);
    };
    const [member, reader] = [await newKey('MEMBER'), await newKey('VIEWER')];
    const options = { url: remote.url, secret: `whsec_${'A'.repeat(32)}` };
    const query = `?options=${encodeURIComponent(JSON.stringify(options))}`;
    const plugin_info = { plugin_id: 'http', options };
    const { body: webhook } = await allowing.call('POST', '/monitoring/v1/webhooks', {
      key: member,
      body: { name: 'remote', project_id: 'p1', plugin_info },
    });
    const ofPlugin = '/monitoring/v1/plugin/http/preview';
    const ofWebhook = `/monitoring/v1/webhook/${String(webhook['webhook_id'])}/plugin/preview`;
    const preview = (path: string, key: string) => allowing.call('POST', path, { key, body: '{}' });

    for (const path of [ofPlugin + query, ofWebhook + query]) {
      expect(await preview(path, reader)).toMatchObject({
        status: 403,
        body: {
          code: 'ERROR_PERMISSION_DENIED',
          detail: expect.stringMatching(/^options\.url may not be tried out.*ADMIN or MEMBER/),
          errors: [{ field: 'options.url' }],
        },
      });
      expect(remote.asked).toEqual([]);
    }
    // Calls to the webhook's own address are allowed, because somebody with permission has set it.
    for (const [path, key] of [
      [ofPlugin + query, member],
      [ofWebhook + query, member],
      [ofWebhook, reader],
    ] as const)
      expect(await preview(path, key)).toMatchObject({ status: 200, body: { outcomes: [{ event }] } });
    expect(remote.asked).toHaveLength(3);
  });
});
