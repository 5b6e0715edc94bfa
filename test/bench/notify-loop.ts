import { Webhook } from 'standardwebhooks';
import { alertmanagerBody } from './bodies.js';

/**
 * Sends signed requests in a plain loop of `fetch`: the upper limit for a program that stores nothing.
 * @returns requests per second
 */
export async function measureFetchLoop(url: string, requests: number, connections: number): Promise<number> {
  const webhook = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
  const text = alertmanagerBody(1, new Date().toISOString());
  let remaining = requests;
  const startedAt = performance.now();
  const sendAll = async () => {
    while (remaining > 0) {
      remaining -= 1;
      const sentAt = new Date();
      const body = JSON.stringify({ timestamp: sentAt.toISOString(), data: text });
      const headers = {
        'webhook-id': `msg_${remaining}`,
        'webhook-signature': webhook.sign(`msg_${remaining}`, sentAt, body),
      };
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  return requests / ((performance.now() - startedAt) / 1_000);
}
