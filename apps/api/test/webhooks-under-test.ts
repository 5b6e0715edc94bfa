import { expect } from 'vitest';
import { startApi, type ApiResponse, type ApiUnderTest } from './api-under-test.js';

export const WEBHOOKS = '/monitoring/v1/webhooks';
export const PUBLIC_URL = 'https://tocsin.example.com';

export interface Webhook extends Record<string, unknown> {
  webhook_id: string;
  access_key: string;
  webhook_url: string;
  name: string;
}

export type Method = Parameters<ApiUnderTest['call']>[0];
type Options = Parameters<ApiUnderTest['call']>[2];

let count = 0;

export const createWebhookRequest = (changes: object = {}) => ({
  name: `webhook ${(count += 1)}`,
  plugin_info: { plugin_id: 'prometheus' },
  project_id: 'p1',
  ...changes,
});

export const webhookPath = ({ webhook_id }: { webhook_id: string }) => `/monitoring/v1/webhook/${webhook_id}`;

/** A matcher for the response to a rejected request. */
export const matchProblem = (status: number, code: string, field?: string) => ({
  status,
  body: expect.objectContaining({
    code,
    ...(field === undefined ? {} : { errors: [expect.objectContaining({ field })] }),
  }),
});

/** Starts an API with keys of two domains. The default caller is an ADMIN of d1. */
export async function startWebhookApi(env: NodeJS.ProcessEnv = {}, limits?: Parameters<typeof startApi>[1]) {
  const api = await startApi({ PUBLIC_URL, ...env }, limits);
  const key = async (domain_id: string, role: string) => {
    const body = { user_id: 'u1', domain_id, role };
    return String((await api.call('POST', '/identity/v1/api-keys', { body })).body['api_key']);
  };
  const keys = {
    ADMIN: await key('d1', 'ADMIN'),
    VIEWER: await key('d1', 'VIEWER'),
    other: await key('d2', 'ADMIN'),
  };
  const call = <Body = Webhook>(
    method: Method,
    path: string,
    options: Options = {},
  ): Promise<ApiResponse<Body>> => api.call<Body>(method, path, { key: keys.ADMIN, ...options });
  return {
    api,
    keys,
    call,
    create: async (changes: object = {}): Promise<Webhook> => {
      const { status, body } = await call('POST', WEBHOOKS, { body: createWebhookRequest(changes) });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
  };
}

export type WebhookApi = Awaited<ReturnType<typeof startWebhookApi>>;
