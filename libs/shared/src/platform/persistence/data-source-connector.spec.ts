import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataSourceConnector } from './data-source-connector.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const failure = (message: string, code: string) => Object.assign(new Error(message), { code });

/** Returns a DataSource whose attempts to connect fail with these errors in turn, and then succeed. */
function createDataSource(...fails: readonly Error[]) {
  const left = [...fails];
  const dataSource = {
    isInitialized: false,
    initialize: vi.fn(async () => {
      const error = left.shift();
      if (error) throw error;
      dataSource.isInitialized = true;
    }),
    destroy: vi.fn(async () => void (dataSource.isInitialized = false)),
  };
  return dataSource;
}

it('retries after any error until it is connected, and logs each new reason once', async () => {
  const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const dataSource = createDataSource(
    failure('connect ECONNREFUSED', 'ECONNREFUSED'),
    failure('password authentication failed', '28P01'),
    failure('password authentication failed', '28P01'),
    failure('database "tocsin" does not exist', '3D000'),
  );
  await new DataSourceConnector(dataSource as unknown as DataSource, true).connect();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(dataSource.isInitialized).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(dataSource.isInitialized).toBe(true);
  expect(warned.mock.calls.map(([line]) => String(line).split(': ')[1])).toEqual([
    'connect ECONNREFUSED',
    'password authentication failed',
    'database "tocsin" does not exist',
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(dataSource.initialize).toHaveBeenCalledTimes(5);
});

it('rejects wrong credentials, and an unavailable database if the process requires one', async () => {
  const wrong = createDataSource(failure('password authentication failed', '28P01'));
  await expect(new DataSourceConnector(wrong as unknown as DataSource, true).connect()).rejects.toThrow(
    'password',
  );
  const unreachable = createDataSource(failure('connect ECONNREFUSED', 'ECONNREFUSED'));
  await expect(
    new DataSourceConnector(unreachable as unknown as DataSource, false).connect(),
  ).rejects.toThrow('REFUSED');
});

it('does not retry after it is closed', async () => {
  vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const dataSource = createDataSource(failure('connect ECONNREFUSED', 'ECONNREFUSED'));
  const connector = new DataSourceConnector(dataSource as unknown as DataSource, true);
  await connector.connect();
  await connector.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(dataSource.initialize).toHaveBeenCalledTimes(1);
});
