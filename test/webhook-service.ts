import { startWebhookApi, type Webhook } from '../apps/api/test/webhooks-under-test.js';
import { startWorker } from '../apps/worker/test/worker-under-test.js';

/** The status and outcomes of a delivery. */
export interface DeliveryInfo extends Record<string, unknown> {
  delivery_id: string;
  status: string;
  outcomes: { outcome: string; event_id: string | null; reason: string | null }[];
}

/** Starts API and worker in this process on a new database. Requests use the key of an administrator of d1 by default. */
export async function startWebhookService() {
  const webhooks = await startWebhookApi();
  const { api, keys } = webhooks;
  const ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
  const worker = await startWorker({ DATABASE_URL: api.databaseUrl, ENCRYPTION_KEY });
  return {
    ...webhooks,

    get: <Body = DeliveryInfo>(path: string, key = keys.ADMIN) => api.call<Body>('GET', path, { key }),

    /** Posts as a sender and waits until the delivery is processed. */
    async post({ webhook_url }: Webhook, body: unknown, headers: Record<string, string> = {}) {
      const answer = await api.call<DeliveryInfo>('POST', new URL(webhook_url).pathname, {
        key: null,
        headers: { prefer: 'wait=10', 'content-type': 'application/json', ...headers },
        body,
      });
      return answer.body;
    },

    replay: (delivery_id: string, key = keys.ADMIN) =>
      api.call<DeliveryInfo>('POST', `/monitoring/v1/delivery/${delivery_id}/replay`, { key, body: {} }),

    async stop(): Promise<void> {
      await worker.close();
      await api.close();
    },
  };
}

export type WebhookService = Awaited<ReturnType<typeof startWebhookService>>;
