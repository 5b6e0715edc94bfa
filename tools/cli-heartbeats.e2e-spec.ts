import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCliService, type CliService } from '#test/cli-service.js';

let service: CliService;

beforeEach(async () => void (service = await startCliService()));
afterEach(() => service?.stop());

it('heartbeats are set, listed, shown and deleted', async () => {
  const { webhook } = service;
  const json = (...args: string[]) => service.json('heartbeats', ...args);
  const fine = (...args: string[]) => service.fine('heartbeats', ...args);
  const made = await json('set', webhook, 'backup', '--every', '1d', '--severity', 'ERROR');
  expect(made).toMatchObject({ name: 'backup', expect_every: '1d', grace: '1m', state: 'NEW' });
  const changed = await json('set', webhook, 'backup', '--grace', '1h');
  expect(changed).toMatchObject({ expect_every: '1d', grace: '1h', severity: 'ERROR' });
  expect(await fine('list', '--webhook', webhook)).toMatch(/backup +│ NEW/);
  expect(await json('list', '--state', 'MISSING')).toEqual([]);
  expect(await fine('search', 'back', '--webhook', webhook)).toMatch(/backup +│ NEW/);
  const found = (v: string) => json('search', '--filter', JSON.stringify({ k: 'name', v, o: 'eq' }));
  expect(await found('backup')).toMatchObject([{ name: 'backup' }]);
  expect(await found('other')).toEqual([]);
  expect(await json('stat')).toEqual([{ state: 'NEW', count: 1 }]);
  expect(await fine('stat', '--by', 'severity')).toMatch(/ERROR +│ +1/);
  expect(await json('stat', '--state', 'MISSING')).toEqual([]);
  expect(await fine('get', webhook, 'backup')).toContain('expect_every');
  const nightly = await json(
    'set',
    webhook,
    'backup',
    '--schedule',
    '0 2 * * *',
    '--timezone',
    'Europe/Berlin',
  );
  expect(nightly).toMatchObject({ expect_every: null, schedule: '0 2 * * *', timezone: 'Europe/Berlin' });
  expect(await fine('list')).toContain('0 2 * * *');
  expect(await service.run(['heartbeats', 'set', webhook, 'backup', '--every', '1s'])).toMatchObject({
    code: 6,
  });
  expect(await fine('delete', webhook, 'backup')).toBe('backup is deleted\n');
  expect(await service.run(['heartbeats', 'get', webhook, 'backup'])).toMatchObject({ code: 5 });
});
