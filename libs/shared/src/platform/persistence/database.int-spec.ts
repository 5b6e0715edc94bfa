import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { DatabaseModule } from './database.module.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

it('limits idle transactions of the DataSource to 30 seconds', async () => {
  const { url } = database;
  const pools = { ingest: 1, management: 1, query: 1 };
  const given = {
    url,
    directUrl: url,
    pools,
    recordLimits: { webhook: 1, subscription: 1, silence: 1, inhibition: 1, escalation: 1, on_call: 1 },
    silenceMs: 65_000,
  };
  const app = await NestFactory.createApplicationContext(DatabaseModule.forRoot(given, []), {
    logger: false,
  });
  const limit = await app.get(DataSource).transaction((manager) => {
    return manager.query<unknown[]>('show idle_in_transaction_session_timeout');
  });
  await app.close();
  expect(limit).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);
});
