import { setTimeout as sleep } from 'node:timers/promises';
import type { Receiver } from './receiver.js';
import type { Testbed } from './testbed.js';

/** Milliseconds. */
const REQUEST_TIMEOUT_MS = 5_000;
const RETRY_TIMEOUT_MS = 60_000;

/** Sends a request to one API after the other until it succeeds. @throws when none does within the timeout */
export async function requestWithRetry<T>(
  testbed: Testbed,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  let lastFailure: unknown;
  for (let attempt = 0, deadline = Date.now() + RETRY_TIMEOUT_MS; Date.now() < deadline; attempt += 1) {
    const { url = '' } = testbed.apis[attempt % testbed.apis.length] ?? {};
    try {
      const response = await fetch(`${url}/${path}`, {
        method,
        headers: { authorization: `Bearer ${testbed.rootKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      lastFailure = `${response.status} ${text}`;
      if (response.status < 500 && response.status !== 429) break;
    } catch (error) {
      lastFailure = error;
    }
    await sleep(200);
  }
  throw new Error(`${method} ${path} does not succeed`, { cause: lastFailure });
}

/** Creates a subscription `name` that posts to `/name` of the receiver, which checks its signatures. @returns its id */
export async function subscribeReceiver(
  testbed: Testbed,
  receiver: Receiver,
  { name, ...terms }: { readonly domain_id: string; readonly name: string; readonly [term: string]: unknown },
): Promise<string> {
  const path = `/${name}`;
  const { subscription_id, signing_secret } = await requestWithRetry<{
    subscription_id: string;
    signing_secret: string;
  }>(testbed, 'POST', 'notification/v1/subscriptions', {
    ...{ name, protocol_id: 'webhook', options: { url: receiver.url + path } },
    ...terms,
  });
  await receiver.addSecret(path, signing_secret);
  return subscription_id;
}
