import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateAccessKey } from '#shared/kernel/access-key.js';
import { newId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.close());

const PLUGIN = { plugin_id: 'auto' };
const OPTIONS = { protocol_id: 'webhook', options: { url: 'https://1.1.1.1/a' } };
const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;

let count = 0;
const createWebhook = (fields: object, options: object = {}) =>
  api.call('POST', '/monitoring/v1/webhooks', {
    body: { domain_id: 'd1', name: `w${(count += 1)}`, project_id: 'p', plugin_info: PLUGIN, ...fields },
    ...options,
  });
const subscribe = (fields: object, options: object = {}) =>
  api.call('POST', '/notification/v1/subscriptions', {
    body: { domain_id: 'd1', name: `s${(count += 1)}`, ...OPTIONS, ...fields },
    ...options,
  });

describe('a webhook that was lost', () => {
  it('gets its address back, by which its sender can go on', async () => {
    const [webhook_id, access_key] = [newId('webhook'), generateAccessKey()];
    const { status, body } = await createWebhook({ webhook_id, access_key });
    expect({ status, body }).toMatchObject({ status: 201, body: { webhook_id, access_key } });
    const path = `/monitoring/v1/webhook/${webhook_id}/${access_key}/events`;
    expect(new URL(String(body['webhook_url'])).pathname).toBe(path);
    expect(await api.call('POST', path, { body: { title: 'a' }, key: null })).toMatchObject({ status: 202 });
  });

  it('is refused with an id or a key that another webhook has, also of another domain, without telling whose', async () => {
    const [webhook_id, access_key] = [newId('webhook'), generateAccessKey()];
    await createWebhook({ webhook_id, access_key, domain_id: 'secret-domain', name: 'secret-name' });
    for (const [field, given] of Object.entries({ webhook_id, access_key })) {
      const { status, body } = await createWebhook({ [field]: given });
      expect({ status, body }).toMatchObject({
        status: 409,
        body: {
          code: 'ERROR_NOT_UNIQUE',
          errors: [{ field, reason: expect.stringContaining('is taken') as string }],
        },
      });
      expect(JSON.stringify(body)).not.toMatch(/secret-|[0-9A-Za-z]{32}/);
    }
    // The previous key of a webhook is valid for a while.
    const rotate = `/monitoring/v1/webhook/${webhook_id}/access-key/rotate`;
    await api.call('PUT', rotate, { body: { domain_id: 'secret-domain', grace_seconds: 60 } });
    expect(await createWebhook({ access_key })).toMatchObject({ status: 409 });
    const shared = generateAccessKey();
    const together = await Promise.all(
      Array.from({ length: 6 }, () => createWebhook({ access_key: shared })),
    );
    expect(together.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it.each([
    ['', 'must be 32 to 64 characters'],
    ['short', 'must be 32 to 64 characters'],
    [generateAccessKey().slice(1), 'must be 32 to 64 characters'],
    [`${generateAccessKey()}/`, 'must be 32 to 64 characters'],
    ['a'.repeat(40), 'is easy to guess'],
    [5, 'must be 32 to 64 characters'],
  ])('is refused with the key %j', async (access_key, reason) => {
    const { status, body } = await createWebhook({ access_key });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'access_key', reason: expect.stringContaining(reason) as string }] },
    });
  });
});

describe('a subscription that was lost', () => {
  it('signs with the secret that its receiver knows', async () => {
    for (const signing_secret of [newSecret(), newSecret(24), newSecret(64)])
      expect(await subscribe({ signing_secret })).toMatchObject({ status: 201, body: { signing_secret } });
  });

  it.each([
    ['whsec_', 'must be whsec_ and the base64 of 16 to 64 bytes'],
    [newSecret(15), 'must be whsec_'],
    [newSecret(80), 'must be whsec_'],
    [randomBytes(32).toString('base64'), 'must be whsec_'],
    [`whsec_${Buffer.alloc(32, 'ab').toString('base64')}`, 'is easy to guess'],
  ])('is refused with the secret %j', async (signing_secret, reason) => {
    const { status, body } = await subscribe({ signing_secret });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'signing_secret', reason: expect.stringContaining(reason) as string }] },
    });
  });

  it('is refused with a secret, if its protocol signs nothing', async () => {
    const slack = {
      protocol_id: 'slack',
      options: { webhook_url: 'https://hooks.slack.com/services/a/b/c' },
    };
    expect(await subscribe({ ...slack, signing_secret: newSecret() })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'signing_secret' }] },
    });
  });
});

describe('a given secret', () => {
  it('is only for an ADMIN to give', async () => {
    const { body } = await api.call('POST', '/identity/v1/api-keys', {
      body: { domain_id: 'd1', user_id: 'member', role: 'MEMBER' },
    });
    const key = { key: String(body['api_key']) };
    for (const [field, response] of [
      ['webhook_id', await createWebhook({ webhook_id: newId('webhook') }, key)],
      ['access_key', await createWebhook({ access_key: generateAccessKey() }, key)],
      ['signing_secret', await subscribe({ signing_secret: newSecret() }, key)],
    ] as const)
      expect(response).toMatchObject({
        status: 403,
        body: { code: 'ERROR_PERMISSION_DENIED', errors: [{ field }] },
      });
    expect(await createWebhook({}, key)).toMatchObject({ status: 201 });
  });

  it('is nowhere in the database as it was given', async () => {
    const [access_key, signing_secret] = [generateAccessKey(), newSecret()];
    const headers = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
    expect(await createWebhook({ access_key }, headers())).toMatchObject({ status: 201 });
    expect(await subscribe({ signing_secret }, headers())).toMatchObject({ status: 201 });
    const tables = await sql<{ name: string }>(
      api.databaseUrl,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['audit_log', 'idempotency_key', 'webhook', 'subscription']),
    );
    for (const { name } of tables) {
      const [found] = await sql<{ count: string }>(
        api.databaseUrl,
        `select count(*) from "${name}" r where r::text like '%' || $1 || '%' or r::text like '%' || $2 || '%'
           or r::text like '%' || encode($1::bytea, 'hex') || '%' or r::text like '%' || encode($2::bytea, 'hex') || '%'`,
        [access_key, signing_secret],
      );
      expect({ name, count: found?.count }).toEqual({ name, count: '0' });
    }
  });
});
