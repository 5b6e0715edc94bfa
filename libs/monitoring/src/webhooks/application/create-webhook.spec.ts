import { beforeEach, describe, expect, it } from 'vitest';
import { FakeWebhooks, FixedClock, sampleRegistry, scopeIn } from '../../../test/webhooks.js';
import { CreateWebhook, CreateWebhookHandler, type WebhookToCreate } from './create-webhook.js';

describe('CreateWebhook', () => {
  let webhooks: FakeWebhooks;
  const create = (plugin_info: WebhookToCreate['plugin_info'], more: Partial<WebhookToCreate> = {}) =>
    new CreateWebhookHandler(webhooks, sampleRegistry(), new FixedClock()).execute(
      new CreateWebhook(scopeIn('d1'), { name: 'one', project_id: 'p1', plugin_info, ...more }),
    );
  beforeEach(() => {
    webhooks = new FakeWebhooks();
  });

  it("stores the webhook in the caller's domain with the latest version", async () => {
    const webhook_id = await create({ plugin_id: 'sample' }, { tags: { team: 'a' } });

    expect(webhooks.all).toHaveLength(1);
    expect(webhooks.all[0]).toMatchObject({
      webhook_id,
      domain_id: 'd1',
      project_id: 'p1',
      plugin_version: '1.1.0',
      upgrade_mode: 'AUTO',
      tags: { team: 'a' },
    });
  });

  it('pins the version that is asked for', async () => {
    await create({ plugin_id: 'sample', version: '1.0.0' });

    expect(webhooks.all[0]).toMatchObject({ plugin_version: '1.0.0', upgrade_mode: 'MANUAL' });
  });

  it('keeps secrets apart', async () => {
    await create({ plugin_id: 'sample', options: { channel: 'ops', token: 's3cret' } });

    expect(webhooks.all[0]).toMatchObject({
      options: { channel: 'ops' },
      secret_options: { token: 's3cret' },
    });
  });

  it.each([
    [{ plugin_id: 'no-such-sender' }, 'plugin_info.plugin_id must be one of sample'],
    [{ plugin_id: 'sample', version: '9.0.0' }, 'plugin_info.version must be one of 1.1.0, 1.0.0'],
    [
      { plugin_id: 'sample', version: '1.0.0', upgrade_mode: 'AUTO' as const },
      'plugin_info.version cannot be given',
    ],
    [{ plugin_id: 'sample', options: { chanel: 'ops' } }, 'plugin_info.options.chanel is unknown'],
    [{ plugin_id: 'sample', options: { channel: 1 } }, 'plugin_info.options.channel'],
  ])('refuses %j', async (plugin_info, message) => {
    await expect(create(plugin_info)).rejects.toThrow(message);
    expect(webhooks.all).toHaveLength(0);
  });
});
