import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCliService, type CliService } from '#test/cli-service.js';

let service: CliService;

beforeEach(async () => void (service = await startCliService()));
afterEach(() => service?.stop());

it('alerts are acknowledged, listed by acknowledgement and unacknowledged', async () => {
  const { webhook } = service;
  const json = (...args: string[]) => service.json('alerts', ...args);
  await service.fine('send', 'prometheus', '--webhook', webhook);
  const [alert] = (await json('list')) as unknown as { alert_id: string }[];
  const id = String(alert?.alert_id);
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  const given = await json('acknowledge', id, '--comment', 'On it', '--until', ends);
  expect(given).toMatchObject({
    state: 'OPEN',
    acknowledged: true,
    comment: 'On it',
    acknowledged_until: ends,
  });
  const unacknowledged = async () => JSON.stringify(await json('list', '--unacknowledged'));
  expect(await unacknowledged()).not.toContain(id);
  expect(await service.fine('alerts', 'unacknowledge', id)).toMatch(/acknowledged +│? ?false/);
  expect(await unacknowledged()).toContain(id);
  const key = (alert as { event_key?: string } | undefined)?.event_key;
  const others = JSON.stringify({ k: 'event_key', v: 'another', o: 'eq' });
  expect(await json('acknowledge', '--filter', others)).toEqual({ acknowledged_count: 0 });
  const query = JSON.stringify({ filter: [{ k: 'event_key', v: key, o: 'eq' }] });
  expect(await json('acknowledge', '--query', query, '--comment', 'All of it')).toEqual({
    acknowledged_count: 1,
  });
  expect(await json('get', id)).toMatchObject({ acknowledged: true, comment: 'All of it' });
  for (const wrong of [[], [id, '--query', query], ['--filter', others, '--query', query]])
    expect(await service.run(['alerts', 'acknowledge', ...wrong])).toMatchObject({ code: 2 });
  expect(await service.run(['alerts', 'acknowledge', id, '--until', '2020-01-01T00:00:00Z'])).toMatchObject({
    code: 6,
  });
});

it('alerts are resolved by id and by query, with a comment and a quiet time', async () => {
  const { webhook } = service;
  const json = (...args: string[]) => service.json('alerts', ...args);
  await service.fine('send', 'prometheus', '--webhook', webhook);
  const [alert] = (await json('list')) as unknown as { alert_id: string; event_key: string }[];
  const id = String(alert?.alert_id);
  const resolved = await json('resolve', id, '--comment', 'Done', '--quiet-for', '30m');
  expect(resolved).toMatchObject({
    ...{ state: 'RESOLVED', resolved_reason: 'MANUAL', resolved_by: 'root', resolved_comment: 'Done' },
  });
  expect((await service.run(['alerts', 'resolve', id])).code).not.toBe(0);
  const filter = JSON.stringify({ k: 'event_key', v: alert?.event_key, o: 'eq' });
  expect(await json('resolve', '--filter', filter)).toEqual({ resolved_count: 0 });
  for (const wrong of [[], [id, '--filter', filter]])
    expect(await service.run(['alerts', 'resolve', ...wrong])).toMatchObject({ code: 2 });
  expect(await service.run(['alerts', 'resolve', id, '--quiet-for', '2d'])).toMatchObject({ code: 6 });
});

it('alerts are assigned to somebody and back to nobody', async () => {
  const json = (...args: string[]) => service.json('alerts', ...args);
  await service.fine('send', 'prometheus', '--webhook', service.webhook);
  const [alert] = (await json('list')) as unknown as { alert_id: string }[];
  const id = String(alert?.alert_id);
  const assigned = await json('assign', id, 'ada@example.com');
  expect(assigned).toMatchObject({ assignee: 'ada@example.com', acknowledged: false });
  expect(await json('assign', id, 'grace', '--acknowledge')).toMatchObject({
    ...{ assignee: 'grace', acknowledged: true },
  });
  expect(await service.fine('alerts', 'assign', id, '--nobody')).toMatch(/^assignee +–$/m);
  for (const wrong of [[id], [id, 'grace', '--nobody']])
    expect(await service.run(['alerts', 'assign', ...wrong])).toMatchObject({ code: 2 });
  expect(await service.run(['alerts', 'assign', id, 'a'.repeat(300)])).toMatchObject({
    code: 6,
    err: expect.stringContaining('assignee'),
  });
});

it('notes of an alert are added, listed, deleted and part of its timeline', async () => {
  const json = <T = Record<string, unknown>>(...args: string[]) => service.json<T>('alerts', ...args);
  await service.fine('send', 'prometheus', '--webhook', service.webhook);
  const [alert] = await json<{ alert_id: string }[]>('list');
  const id = String(alert?.alert_id);
  const first = await json('note', id, 'Disk is being replaced');
  expect(first).toMatchObject({ author: 'root', text: 'Disk is being replaced' });
  await json('note', id, 'Done');
  expect(await json('notes', id)).toMatchObject([{ text: 'Disk is being replaced' }, { text: 'Done' }]);
  expect(await service.fine('alerts', 'notes', id)).toMatch(/│ root +│ Done +│ note_/);
  expect(await service.fine('alerts', 'timeline', id)).toContain('Disk is being replaced');
  const deleted = ['delete-note', id, String(first['note_id'])];
  expect(await service.fine('alerts', ...deleted)).toBe('');
  expect(await json('notes', id)).toMatchObject([{ text: 'Done' }]);
  expect(await service.run(['alerts', ...deleted])).toMatchObject({ code: 5 });
  expect(await service.run(['alerts', 'note', id, ''])).toMatchObject({ code: 6 });
});
