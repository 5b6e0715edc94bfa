import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { call, createWebhook } from '../client.js';
import type { Service } from '../service.js';

interface ProcessedDelivery {
  readonly delivery_id: string;
  readonly outcomes: readonly { readonly outcome: string; readonly reason: string | null }[];
}

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** Posts requests again that somebody recorded, with their signatures. */
export function attackByReplays(target: () => Service): void {
  it('reopens no alert, and says which delivery was replayed', async () => {
    const { url } = target().api;
    const { path, webhook_id } = await createWebhook(url, 'direct');
    const settings = { signature: { scheme: 'STANDARD_WEBHOOKS', secrets: [secret] } };
    await call('PUT', `${url}/monitoring/v1/webhook/${webhook_id}`, { domain_id: 'demo', settings });
    const sign = (id: string, event_type: string) => {
      const body = JSON.stringify({ event_key: 'db-1', event_type, title: 'db-1' });
      const now = new Date();
      const headers = {
        prefer: 'wait=10',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new StandardWebhook(secret).sign(id, now, body),
      };
      return () => call<ProcessedDelivery>('POST', url + path, body, headers);
    };
    const [fire, recover] = [sign('msg_1', 'ALERT'), sign('msg_2', 'RECOVERY')];
    const { body: first } = await fire();
    expect(first.outcomes).toMatchObject([{ outcome: 'CREATED' }]);
    expect((await recover()).body.outcomes).toMatchObject([{ outcome: 'CREATED' }]);

    const replayed = await fire();
    expect(replayed).toMatchObject({
      status: 200,
      body: {
        outcomes: [
          { outcome: 'DUPLICATE', event_id: null, reason: expect.stringContaining(first.delivery_id) },
        ],
      },
    });
    const { body: alerts } = await call(
      'GET',
      `${url}/monitoring/v1/alerts?domain_id=demo&webhook_id=${webhook_id}`,
    );
    expect(alerts).toMatchObject({ results: [{ state: 'RESOLVED' }], total_count: 1 });
  });
}
