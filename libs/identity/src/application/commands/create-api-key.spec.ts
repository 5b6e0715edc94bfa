import { describe, expect, it } from 'vitest';
import type { Scope } from '#shared/kernel/scope.js';
import { ApiKeyRepository } from '../ports/api-key.repository.js';
import type { ApiKey } from '../../domain/api-key.js';
import { hashSecret } from '../../domain/api-key-secret.js';
import { CreateApiKey, CreateApiKeyHandler, type CreateApiKeyFields } from './create-api-key.js';

const now = new Date('2026-11-20T10:00:00.000Z');
const scope: Scope = { domain_id: 'd1', user_id: 'admin', role: 'ADMIN', root: false };

async function create(fields: CreateApiKeyFields) {
  const saved: ApiKey[] = [];
  const apiKeys = Object.assign(Object.create(ApiKeyRepository.prototype) as ApiKeyRepository, {
    save: (_: Scope, apiKey: ApiKey) => Promise.resolve(void saved.push(apiKey)),
  });
  const info = await new CreateApiKeyHandler(apiKeys, { now: () => now }).execute(
    new CreateApiKey(scope, fields),
  );
  return { info, saved };
}

describe('CreateApiKey', () => {
  it('returns the key and stores only its digest', async () => {
    const { info, saved } = await create({ user_id: 'u1' });
    expect(info).toEqual({
      api_key_id: expect.stringMatching(/^api_key_/),
      api_key: expect.stringMatching(/^tocsin_/),
      name: null,
      role: 'ADMIN',
      state: 'ENABLED',
      user_id: 'u1',
      domain_id: 'd1',
      expires_at: null,
      last_accessed_at: null,
      created_at: now.toISOString(),
    });
    expect(saved[0]?.secret_digest).toEqual(hashSecret(info.api_key));
    expect(JSON.stringify(saved)).not.toContain(info.api_key);
  });

  it('takes name, role and expiry', async () => {
    const expires_at = '2027-01-01T00:00:00.000Z';
    const { info } = await create({ user_id: 'u1', name: 'ci', role: 'VIEWER', expires_at });
    expect(info).toMatchObject({ name: 'ci', role: 'VIEWER', expires_at });
  });

  it('takes an expiry relative to now', async () => {
    const { info } = await create({ user_id: 'u1', expires_at: 'now + 2d' });
    expect(info.expires_at).toBe('2026-11-22T10:00:00.000Z');
  });

  it.each([now.toISOString(), 'now - 1s'])('refuses %s, which has passed', async (expires_at) => {
    await expect(create({ user_id: 'u1', expires_at })).rejects.toMatchObject({
      code: 'ERROR_INVALID_PARAMETER',
      errors: [{ field: 'expires_at' }],
    });
  });
});
