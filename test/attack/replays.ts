import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { call, until, type CreatedWebhook } from '../client.js';
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
    const { body: webhook } = await call<CreatedWebhook>('POST', `${url}/monitoring/v1/webhooks`, {
      name: `signed ${crypto.randomUUID()}`,
      domain_id: 'demo',
      project_id: 'p1',
      plugin_info: { plugin_id: 'direct' },
      settings: { signature: { scheme: 'STANDARD_WEBHOOKS', secrets: [secret] } },
    });
    const { webhook_id } = webhook;
    const path = new URL(webhook.webhook_url).pathname;
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
    // What other attacks have left to do may delay an answer. A sender repeats what is refused for the moment.
    const isTaken = ({ status }: { status: number }) => status < 300;
    const readAlerts = () =>
      call<{ results: readonly { state: string }[]; total_count: number }>(
        'GET',
        `${url}/monitoring/v1/alerts?domain_id=demo&webhook_id=${webhook_id}`,
      );
    const stateIs = (state: string) =>
      until(readAlerts, ({ body }) => body.results.length === 1 && body.results[0]?.state === state);
    const { body: first } = await until(fire, isTaken);
    await stateIs('OPEN');
    await until(recover, isTaken);
    await stateIs('RESOLVED');

    const replayed = await until(fire, ({ body }) => body.outcomes !== undefined);
    expect(replayed).toMatchObject({
      status: 200,
      body: {
        outcomes: [
          { outcome: 'DUPLICATE', event_id: null, reason: expect.stringContaining(first.delivery_id) },
        ],
      },
    });
    expect((await readAlerts()).body).toMatchObject({ results: [{ state: 'RESOLVED' }], total_count: 1 });
  });
}
