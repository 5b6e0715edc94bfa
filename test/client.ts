import { setTimeout as sleep } from 'node:timers/promises';
import { rootApiKey } from './processes.js';

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Sends a request to an API under test, by default with the root key. */
export async function call<T = Record<string, never>>(
  method: string,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${rootApiKey}` },
): Promise<Answer<T>> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body:
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as T,
  };
}

export interface CreatedWebhook {
  readonly webhook_id: string;
  readonly webhook_url: string;
  /** The path of the webhook below the address of the API. */
  readonly path: string;
}

export async function createWebhook(
  api: string,
  plugin_id: string,
  domain_id = 'demo',
  options: object = {},
): Promise<CreatedWebhook> {
  const name = `${plugin_id} ${crypto.randomUUID()}`;
  const { status, body } = await call<CreatedWebhook>('POST', `${api}/monitoring/v1/webhooks`, {
    name,
    plugin_info: { plugin_id, options },
    project_id: 'p1',
    domain_id,
  });
  if (status !== 201) throw new Error(`no webhook: ${status} ${JSON.stringify(body)}`);
  return { ...body, path: new URL(body.webhook_url).pathname };
}

/**
 * Calls `poll` until `isDone` accepts the result. The pauses grow with the time that has passed, so that waiting
 * does not slow down what is waited for. @throws with the last result after `timeoutMs`
 */
export async function until<T>(
  poll: () => Promise<T>,
  isDone: (answer: T) => boolean,
  timeoutMs = 20_000,
): Promise<T> {
  for (const start = Date.now(); ; await sleep(Math.max(50, (Date.now() - start) / 10))) {
    const answer = await poll();
    if (isDone(answer)) return answer;
    if (Date.now() - start > timeoutMs) throw new Error(`not in time, at last: ${JSON.stringify(answer)}`);
  }
}
