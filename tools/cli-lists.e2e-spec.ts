import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { rootApiKey, startApi, type AppUnderTest } from '#test/processes.js';
import { sql } from '#test/sql.js';

/** More records than one response can contain. */
const RECORD_COUNT = 1100;

let database: TestDatabase;
let api: AppUnderTest;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
  env = { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: 'demo' };
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

async function json(...args: string[]) {
  const { code, out, err } = await runCli(['--json', ...args], env);
  expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
  return JSON.parse(out) as Record<string, string>[];
}

/** Copies the one row of a table until there are MANY; `own` sets the fields that must be unique. */
const multiply = (table: string, own: string) =>
  sql(
    database.url,
    `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${own}))).*
     from ${table} one, generate_series(2, ${RECORD_COUNT}) n`,
  );
const DIGEST = `'\\x' || encode(sha256(n::text::bytea), 'hex')`;

async function hasAll(id: string, ...list: string[]): Promise<void> {
  const all = await json(...list);
  expect(new Set(all.map((record) => record[id])).size).toBe(RECORD_COUNT);
  expect(all).toHaveLength(RECORD_COUNT);
  const some = await json(...list, '--limit', '1050');
  expect(some).toEqual(all.slice(0, 1050));
  expect(await json(...list, '--limit', '3')).toEqual(all.slice(0, 3));
}

describe('lists of more than a thousand records', () => {
  it('return all keys', async () => {
    await json('keys', 'create', '--user', 'u');
    await multiply('api_key', `'api_key_id', uuidv7(), 'secret_digest', ${DIGEST}`);
    await hasAll('api_key_id', 'keys', 'list');
  });

  it('return all quotas', async () => {
    await json('quotas', 'create', 'p', '--day', '1');
    await multiply('quota', `'quota_id', uuidv7(), 'protocol_id', 'p' || n`);
    await hasAll('quota_id', 'quotas', 'list');
  });

  it('return all webhooks', async () => {
    await json('webhooks', 'create', 'w', '--plugin', 'auto', '--project', 'p');
    await multiply('webhook', `'webhook_id', uuidv7(), 'name', 'w' || n, 'access_key_digest', ${DIGEST}`);
    await sql(
      database.url,
      `insert into webhook_cursor select (jsonb_populate_record(one, to_jsonb(w))).*
       from webhook_cursor one, webhook w
       where w.webhook_id <> one.webhook_id`,
    );
    await hasAll('webhook_id', 'webhooks', 'list', '--project', 'p');
  });

  it('return all alerts up to --limit, which defaults to 50', async () => {
    await sql(
      database.url,
      `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title,
         opened_at, last_received_at, event_count, duplicate_count)
       select 'demo', uuidv7(), uuidv7(), 'p', n::text, 'OPEN', 'ERROR', 't' || n, now(), now(), 1, 0
       from generate_series(1, ${RECORD_COUNT}) n`,
    );
    expect(await json('alerts', 'list')).toHaveLength(50);
    await hasAll('alert_id', 'alerts', 'list', '--limit', '9999');
  });

  it('return all quarantined deliveries up to --limit, which defaults to 50', async () => {
    await sql(
      database.url,
      `insert into quarantine (domain_id, delivery_id, webhook_id, project_id, status, received_at, reason, payload)
       select 'demo', uuidv7(), uuidv7(), 'p', 'QUARANTINED', now(), 'odd', ''
       from generate_series(1, ${RECORD_COUNT}) n`,
    );
    expect(await json('quarantine', 'list')).toHaveLength(50);
    await hasAll('delivery_id', 'quarantine', 'list', '--limit', '9999');
  });
});
