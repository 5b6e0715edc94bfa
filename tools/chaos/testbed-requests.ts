import { setTimeout as sleep } from 'node:timers/promises';
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
