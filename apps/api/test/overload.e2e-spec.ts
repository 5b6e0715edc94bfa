import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileLocked } from '#test/while-locked.js';
import { startWebhookApi, type WebhookApi } from './webhooks-under-test.js';

const MAX_IN_FLIGHT = 3;
/** Milliseconds until the service has noticed. */
const SETTLE_MS = 200;

let webhooks: WebhookApi;
beforeEach(async () => void (webhooks = await startWebhookApi({}, { inFlight: MAX_IN_FLIGHT })));
afterEach(() => webhooks.api.close());

/** Opens a delivery that takes a place but sends no body yet. */
async function openUnfinished(path: string): Promise<Socket> {
  const { hostname, port } = new URL(webhooks.api.url);
  const socket = connect(Number(port), hostname);
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n`);
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString()).toContain('100 Continue');
  return socket;
}

/** Posts a complete delivery, and ends the connection before its response. */
async function postAndDisconnect(path: string): Promise<void> {
  const { hostname, port } = new URL(webhooks.api.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ event_key: 'k', title: 't' });
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await sleep(SETTLE_MS);
  socket.destroy();
  await sleep(SETTLE_MS);
}

describe('deliveries beyond the maximum number in flight', () => {
  it('are rejected with 503 and Retry-After, and accepted once others have ended', async () => {
    const { webhook_url } = await webhooks.create({ plugin_info: { plugin_id: 'direct' } });
    const path = new URL(webhook_url).pathname;
    const post = () => webhooks.call('POST', path, { body: { event_key: 'k', title: 't' } });
    const slow = await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, () => openUnfinished(path)));
    const refused = await post();
    for (const socket of slow) socket.destroy();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(5);
    expect(refused.body).toMatchObject({
      code: 'ERROR_UNAVAILABLE',
      instance: refused.headers['x-request-id'],
    });
    await vi.waitFor(async () => expect((await post()).status).toBe(202), 10_000);
  });

  it('keep their places until they are written, also if their senders disconnect', async () => {
    const { webhook_url } = await webhooks.create({ plugin_info: { plugin_id: 'direct' } });
    const path = new URL(webhook_url).pathname;
    const post = () => webhooks.call('POST', path, { body: { event_key: 'k', title: 't' } });
    await whileLocked(webhooks.api.databaseUrl, 'delivery_segment', async () => {
      for (let n = 0; n < MAX_IN_FLIGHT; n += 1) await postAndDisconnect(path);
      // At once, and not because the delivery could not be written.
      const detail = 'Too many deliveries are being received';
      expect(await post()).toMatchObject({ status: 503, body: { detail } });
    });
    await vi.waitFor(async () => expect((await post()).status).toBe(202), 10_000);
  });
});
