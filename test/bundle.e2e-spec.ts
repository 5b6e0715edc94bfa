import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChildren } from '../tools/embedded-postgres/postmaster.js';
import { builtFile } from '../tools/start/checkout.js';
import { call } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, type AppUnderTest } from './processes.js';

let database: TestDatabase;
let api: AppUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

it('the built API serves files of its packages', async () => {
  for (const path of ['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'])
    expect([path, (await fetch(api.url + path)).status]).toEqual([path, 200]);
});

it('the built API starts the process for expressions', async () => {
  const options = encodeURIComponent(JSON.stringify({ fields: { event_key: 'host', title: 'text & "!"' } }));
  const path = `${api.url}/monitoring/v1/plugin/mapping/preview?options=${options}`;
  expect(await call('POST', path, { host: 'web-1', text: 'Disk full' })).toMatchObject({
    status: 200,
    body: { outcomes: [{ outcome: 'EVENT', event: { title: 'Disk full!' } }] },
  });

  const commands = findChildren(api.pid).map((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'),
  );
  expect(commands).toContainEqual(expect.arrayContaining([`--allow-fs-read=${builtFile('bundle')}/*`]));
});
