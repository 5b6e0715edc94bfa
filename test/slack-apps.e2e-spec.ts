import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackSlackPresses } from './attack/slack-presses.js';
import { call } from './client.js';
import { notificationUrl } from './notified-domain.js';
import { createPress, postPress } from './receivers/press-button.js';
import { startSlackWorkspace } from './receivers/slack.js';
import { startService, type Service } from './service.js';
import { createButtonDomain, createSigningSecret } from './slack-app.js';
import { SLACK_TOKEN } from './slack-double.js';

let service: Service;
let slack: Awaited<ReturnType<typeof startSlackWorkspace>>;
beforeAll(async () => {
  slack = await startSlackWorkspace();
  service = await startService({
    ...{ PUBLIC_URL: 'https://tocsin.example.com', NOTIFICATION_ALLOW: '127.0.0.1', LOG_LEVEL: 'trace' },
  });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  slack?.close();
});

const createUserId = () => `U${crypto.randomUUID().replaceAll('-', '').toUpperCase()}`;

describe('a Slack app', () => {
  it('never shows its secrets, and cannot be deleted while a subscription names it', async () => {
    const { domain_id, app, subscription_id, channel } = await createButtonDomain(service, slack);
    const { slack_app_id, signing_secret } = app;
    const url = notificationUrl(service, `slack-app/${slack_app_id}`);
    const got = await call<Record<string, unknown>>('GET', `${url}?domain_id=${domain_id}`);
    expect(got.body).toMatchObject({ slack_app_id, has_bot_token: true, requires_known_user: false });
    const listed = await call('GET', notificationUrl(service, `slack-apps?domain_id=${domain_id}`));
    for (const text of [JSON.stringify(got.body), JSON.stringify(listed.body)])
      for (const secret of [signing_secret, SLACK_TOKEN, app.app_key]) expect(text).not.toContain(secret);

    const refused = await call<{ detail: string }>('DELETE', `${url}?domain_id=${domain_id}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('ops')]);
    const subscription = notificationUrl(service, `subscription/${subscription_id}`);
    await call('PUT', subscription, { domain_id, options: channel.byName });
    expect((await call('DELETE', `${url}?domain_id=${domain_id}`)).status).toBe(204);
    const gone = await postPress(app, createPress({ action_id: 'x' }, { user_id: 'U1', response_url: '' }));
    expect(gone.status).toBe(404);
  });

  it('takes a new signing secret at once', async () => {
    const { domain_id, app, openAlert, press } = await createButtonDomain(service, slack);
    await openAlert();
    const signing_secret = createSigningSecret();
    const url = notificationUrl(service, `slack-app/${app.slack_app_id}`);
    const { status, body } = await call('PUT', url, { domain_id, signing_secret });
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining(signing_secret)]);
    expect((await press(createUserId(), 'tocsin_acknowledge')).status).toBe(401);
    const button = { action_id: 'tocsin_acknowledge', value: 'x' };
    const body2 = createPress(button, { user_id: 'U1', response_url: '' });
    expect((await postPress({ ...app, signing_secret }, body2)).status).toBe(200);
  });

  it.each([
    ['signing_secret', { signing_secret: 'short' }],
    ['bot_token', { bot_token: 'a b' }],
    ['requires_known_user', { requires_known_user: true }],
    ['api_url', { api_url: 'http://10.0.0.1/api' }],
    ['api_url', { api_url: 'slack' }],
  ])('is refused with a wrong %s', async (field, more) => {
    const { status, body } = await call<{ errors: { field: string }[] }>(
      'POST',
      notificationUrl(service, 'slack-apps'),
      { domain_id: 'd', name: crypto.randomUUID(), signing_secret: createSigningSecret(), ...more },
    );
    expect([status, body.errors]).toMatchObject([400, [{ field }]]);
  });

  it('of another domain cannot be named by a subscription, and a name is taken once', async () => {
    const { app, channel, domain_id } = await createButtonDomain(service, slack);
    const other = await call<{ errors: { field: string }[] }>(
      'POST',
      notificationUrl(service, 'subscriptions'),
      {
        ...{ domain_id: 'elsewhere', name: 's', protocol_id: 'slack' },
        options: { ...channel.byName, slack_app_id: app.slack_app_id },
      },
    );
    expect([other.status, other.body.errors]).toMatchObject([400, [{ field: 'options.slack_app_id' }]]);
    const create = () =>
      call<{ code: string }>('POST', notificationUrl(service, 'slack-apps'), {
        ...{ domain_id, name: 'twice', signing_secret: createSigningSecret() },
      });
    expect((await create()).status).toBe(201);
    const second = await create();
    expect([second.status, second.body.code]).toEqual([409, 'ERROR_NOT_UNIQUE']);
  });
});

describe('attacks', () => attackSlackPresses(() => ({ service, slack })));
