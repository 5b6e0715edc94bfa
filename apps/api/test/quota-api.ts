import { expect } from 'vitest';
import { startApi, type ApiResponse, type ApiUnderTest } from './api-under-test.js';

export const QUOTAS = '/notification/v1/quotas';

export type Body = Record<string, unknown>;
export type Method = Parameters<ApiUnderTest['call']>[0];

/** Starts an API with a key of each role in one domain and one key in another, and helpers for quotas. */
export async function startQuotaApi() {
  const api = await startApi({ DEFAULT_QUOTA: '{"day":5}' });
  const createApiKey = async (domain_id: string, role: string) => {
    const body = { user_id: 'u1', domain_id, role };
    return String((await api.call('POST', '/identity/v1/api-keys', { body })).body['api_key']);
  };
  const keys = {
    ADMIN: await createApiKey('d1', 'ADMIN'),
    MEMBER: await createApiKey('d1', 'MEMBER'),
    VIEWER: await createApiKey('d1', 'VIEWER'),
    other: await createApiKey('d2', 'ADMIN'),
  };
  const call = <B = Body>(
    method: Method,
    path: string,
    body?: unknown,
    { key = keys.ADMIN, idempotency }: { key?: string; idempotency?: string } = {},
  ): Promise<ApiResponse<B>> =>
    api.call<B>(method, path, {
      key,
      ...(body === undefined ? {} : { body }),
      ...(idempotency === undefined ? {} : { headers: { 'idempotency-key': idempotency } }),
    });
  let count = 0;
  const protocol = () => `protocol-${(count += 1)}`;
  const create = async (
    limit: Body,
    protocol_id = protocol(),
  ): Promise<{ quota_id: string; protocol_id: string }> => {
    const { status, body } = await call('POST', QUOTAS, { protocol_id, limit });
    expect(status, JSON.stringify(body)).toBe(201);
    return { quota_id: String(body['quota_id']), protocol_id };
  };
  return { api, keys, call, protocol, create };
}

export const quotaPath = ({ quota_id }: { quota_id: string }, action = '') =>
  `/notification/v1/quota/${quota_id}${action && `/${action}`}`;

export const matchProblem = (status: number, code: string, field?: string) => ({
  status,
  body: expect.objectContaining({
    code,
    ...(field === undefined ? {} : { errors: [expect.objectContaining({ field })] }),
  }),
});
