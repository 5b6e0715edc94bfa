import { Webhook } from 'standardwebhooks';
import { alertmanagerBody } from './bodies.js';

/**
 * Sends signed requests in a plain loop of `fetch`: the upper limit for a program that stores nothing.
 * @returns requests per second
 */
export async function loopOfFetch(url: string, requests: number, connections: number): Promise<number> {
  const webhook = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
  const text = alertmanagerBody(1, new Date().toISOString());
  let left = requests;
  const began = performance.now();
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const at = new Date();
      const body = JSON.stringify({ timestamp: at.toISOString(), data: text });
      const headers = {
        'webhook-id': `msg_${left}`,
        'webhook-signature': webhook.sign(`msg_${left}`, at, body),
      };
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return requests / ((performance.now() - began) / 1_000);
}
