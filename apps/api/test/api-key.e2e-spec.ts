import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { sql } from '#test/sql.js';
import { timed } from '#test/slowness.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const path = '/identity/v1/api-keys';
let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function createApiKey(
  fields: Record<string, unknown> = {},
): Promise<{ api_key: string; api_key_id: string }> {
  const { status, body } = await api.call<{ api_key: string; api_key_id: string }>('POST', path, {
    body: { user_id: 'u1', domain_id: 'd1', ...fields },
  });
  expect(status).toBe(201);
  return body;
}

const isAccepted = async (key: string) =>
  (await api.call('POST', path, { key, body: { user_id: 'u2' } })).status === 201;

describe('POST /identity/v1/api-keys', () => {
  it('201: returns the complete key, which is accepted at once', async () => {
    const { status, body, headers } = await api.call('POST', path, {
      body: {
        user_id: 'u1',
        domain_id: 'd1',
        name: ' ci ',
        role: 'ADMIN',
        expires_at: '2999-01-01T00:00:00Z',
      },
    });
    expect(status).toBe(201);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}-[0-9a-z]+$/);
    expect(body).toEqual({
      api_key_id: expect.stringMatching(/^api_key_/),
      api_key: expect.stringMatching(/^tocsin_[0-9A-Za-z]{46}$/),
      name: 'ci',
      role: 'ADMIN',
      state: 'ENABLED',
      user_id: 'u1',
      domain_id: 'd1',
      expires_at: '2999-01-01T00:00:00.000Z',
      last_accessed_at: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const own = await api.call('POST', path, { key: String(body.api_key), body: { user_id: 'u2' } });
    expect(own.body).toMatchObject({ domain_id: 'd1', user_id: 'u2' });
    const rows = await sql(api.databaseUrl, 'select * from api_key');
    expect(JSON.stringify(rows)).not.toContain(body.api_key);
  });

  it('201: accepts an e-mail address as user_id, and finds the key by it', async () => {
    const user_id = "o'hara+ci@mail.example.com";
    const { api_key } = await createApiKey({ user_id, domain_id: 'd-mail' });
    const caller = await api.call('GET', '/identity/v1/caller', { key: api_key });
    expect(caller.body).toMatchObject({ user_id });
    const found = await api.call('GET', `${path}?user_id=${encodeURIComponent(user_id)}`, { key: api_key });
    expect(found.body).toMatchObject({ results: [{ user_id }], total_count: 1 });
    const wrong = await api.call('POST', path, { body: { user_id: 'a@b..c', domain_id: 'd-mail' } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'user_id' }] } });
  });

  it('400: names the missing or unknown field', async () => {
    const missing = await api.call('POST', path, { body: {} });
    expect(missing).toMatchObject({
      status: 400,
      body: {
        code: 'ERROR_REQUIRED_PARAMETER',
        errors: [
          { field: 'domain_id', reason: 'is required' },
          { field: 'user_id', reason: 'is required' },
        ],
      },
    });
    const noDomain = await api.call('POST', path, { body: { user_id: 'u1' } });
    expect(noDomain.body).toMatchObject({
      code: 'ERROR_REQUIRED_PARAMETER',
      errors: [{ field: 'domain_id' }],
    });
    const wrong = await api.call('POST', path, {
      body: { user_id: 'u 1', domain_id: 'd1', role: 'KING', x: 1 },
    });
    expect(wrong.body).toMatchObject({
      status: 400,
      code: 'ERROR_INVALID_PARAMETER',
      errors: [{ field: 'x' }],
    });
  });

  it('400: for a date that does not exist', async () => {
    for (const expires_at of ['2027-02-30T00:00:00Z', '0000-01-01T00:00:00Z']) {
      const { status, body } = await api.call('POST', path, {
        body: { user_id: 'u1', domain_id: 'd1', expires_at },
      });
      expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'expires_at' })]]);
    }
  });

  it('401: the same response without a key and for an unknown, an expired and a disabled key', async () => {
    const [expired, disabled] = [await createApiKey(), await createApiKey()];
    // Before the first use, so that no process has cached the key.
    await sql(
      api.databaseUrl,
      `update api_key set expires_at = now() - interval '1 s' where secret_last4 = $1`,
      [expired.api_key.slice(-4)],
    );
    expect(await isAccepted(disabled.api_key)).toBe(true);
    const refused = async () => {
      await disable(disabled.api_key);
      await expect.poll(() => isAccepted(disabled.api_key)).toBe(false);
    };
    expect(await timed(refused)).toBeLessThan(1_000);
    expect(await isAccepted(expired.api_key)).toBe(false);
    const unknown = disabled.api_key.replace(/^tocsin_.{40}/, (text) => text.replaceAll(/[a-z]/g, 'q'));
    const keys = [null, 'x', unknown, expired.api_key, disabled.api_key, `${disabled.api_key}x`];
    const responses = await Promise.all(keys.map((key) => api.call('POST', path, { key, body: '{' })));
    for (const { status, headers, body } of responses) {
      expect({ status, challenge: headers['www-authenticate'] }).toEqual({
        status: 401,
        challenge: 'Bearer',
      });
      expect({ ...body, instance: '' }).toEqual({ ...responses[0]?.body, instance: '' });
    }
  });

  it('403: for another domain, and for the roles MEMBER and VIEWER', async () => {
    const { api_key } = await createApiKey();
    const other = await api.call('POST', path, { key: api_key, body: { user_id: 'u1', domain_id: 'd2' } });
    expect(other).toMatchObject({ status: 403, body: { code: 'ERROR_PERMISSION_DENIED' } });
    for (const role of ['MEMBER', 'VIEWER']) {
      const key = (await createApiKey({ role })).api_key;
      expect(await api.call('POST', path, { key, body: { user_id: 'u1' } })).toMatchObject({ status: 403 });
    }
  });

  it('authenticates a known key without reading the table of API keys', async () => {
    const { api_key } = await createApiKey({ role: 'VIEWER' });
    const ask = () => api.call('POST', path, { key: api_key, body: {} });
    const [counter] = await sql<{ revision: string }>(api.databaseUrl, 'select revision from change_counter');
    await vi.waitFor(() => expect(api.app.get(ChangeFeed).revision).toBe(Number(counter?.revision)), 10_000);
    await ask();
    await sql(api.databaseUrl, 'alter table api_key rename to api_key_away');
    const known = await ask();
    await sql(api.databaseUrl, 'alter table api_key_away rename to api_key');
    expect(known.status).toBe(403);
  });
});

async function disable(key: string): Promise<void> {
  await sql(
    api.databaseUrl,
    `
    with disabled as (update api_key set state = 'DISABLED' where secret_last4 = $1 returning api_key_id),
      bumped as (update change_counter set revision = revision + 1 returning revision)
    insert into change_log (revision, topic, record_id) select revision, 'api_key', api_key_id from bumped, disabled`,
    [key.slice(-4)],
  );
}
