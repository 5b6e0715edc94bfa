import { Logger } from '@nestjs/common';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Scope } from '../../kernel/scope.js';
import { AuditBuffer } from './audit-log.js';

beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const scopeOf = (user_id: string, domain_id = 'd1'): Scope => ({
  domain_id,
  user_id,
  role: 'ADMIN',
  root: false,
  origin: { action: 'read_access_key', api_key_id: null, address: '192.0.2.1' },
});

function createBuffer() {
  const written: (readonly [string, ...string[]])[] = [];
  const database = { isAvailable: true, meanwhile: () => {} };
  const query = (_: string, parameters: unknown[]) => {
    written.push([String(parameters[5]), ...(parameters[1] as string[])]);
    return Promise.resolve();
  };
  const transaction = async (run: (manager: unknown) => Promise<unknown>) => {
    database.meanwhile();
    if (!database.isAvailable) throw new Error('away');
    return run({ query });
  };
  return { buffer: new AuditBuffer({ transaction } as never), written, database };
}

it('writes what a caller did once an hour, in one statement for each caller', async () => {
  const { buffer, written } = createBuffer();
  for (const id of ['w1', 'w2', 'w1']) buffer.record(scopeOf('u1'), 'webhook', id);
  buffer.record(scopeOf('u2'), 'webhook', 'w1');
  await buffer.write();
  expect(written.splice(0)).toEqual([
    ['u1', 'w1', 'w2'],
    ['u2', 'w1'],
  ]);
  buffer.record(scopeOf('u1'), 'webhook', 'w1');
  await buffer.write();
  expect(written).toEqual([]);
  vi.advanceTimersByTime(3_600_000);
  buffer.record(scopeOf('u1'), 'webhook', 'w1');
  await buffer.beforeApplicationShutdown();
  expect(written).toEqual([['u1', 'w1']]);
});

it('keeps entries that could not be written, and those recorded meanwhile', async () => {
  const { buffer, written, database } = createBuffer();
  buffer.record(scopeOf('u1'), 'webhook', 'w1');
  Object.assign(database, {
    isAvailable: false,
    meanwhile: () => {
      buffer.record(scopeOf('u1'), 'webhook', 'w2');
      buffer.record(scopeOf('u2'), 'webhook', 'w3');
    },
  });
  await buffer.write();
  Object.assign(database, { isAvailable: true, meanwhile: () => {} });
  await buffer.write();
  expect(written).toEqual([
    ['u1', 'w1', 'w2'],
    ['u2', 'w3'],
  ]);
});

it('holds a bounded number of entries while the database is away', async () => {
  const { buffer, written, database } = createBuffer();
  database.isAvailable = false;
  for (let at = 0; at < 5_005; at += 1) buffer.record(scopeOf('u1'), 'webhook', `w${at}`);
  await buffer.write();
  database.isAvailable = true;
  await buffer.write();
  expect(written[0]).toHaveLength(1 + 5_000);
  buffer.record(scopeOf('u1'), 'webhook', 'later');
  await buffer.write();
  expect(written[1]).toEqual(['u1', 'later']);
});

it('has room for the entries of each domain, and tells of which domain some are lost', async () => {
  const told = vi.spyOn(Logger.prototype, 'error');
  const { buffer, written } = createBuffer();
  for (let at = 0; at < 20_000; at += 1) buffer.record(scopeOf('u1', 'busy'), 'webhook', `w${at}`);
  buffer.record(scopeOf('u2', 'calm'), 'webhook', 'w1');
  await buffer.write();
  expect(written.at(-1)).toEqual(['u2', 'w1']);
  expect(told.mock.calls).toEqual([[{ domain_id: 'busy', count: 15_000 }, expect.any(String)]]);
  told.mockRestore();
});

it('writes before its time what takes half of the room of a domain, but not while that fails', async () => {
  const { buffer, written, database } = createBuffer();
  const recordMany = async (name: string) => {
    for (let at = 0; at < 4_000; at += 1) buffer.record(scopeOf('u1'), 'webhook', `${name}${at}`);
    await new Promise(setImmediate);
  };
  for (const name of ['a', 'b', 'c']) await recordMany(name);
  expect(written.map((entries) => entries.length)).toEqual([4_001, 4_001, 4_001]);
  let attempts = 0;
  Object.assign(database, { isAvailable: false, meanwhile: () => (attempts += 1) });
  for (const name of ['d', 'e']) await recordMany(name);
  expect(attempts).toBe(1);
  database.isAvailable = true;
  await buffer.write();
  expect(written.at(-1)).toHaveLength(1 + 5_000);
});
