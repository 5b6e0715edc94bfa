import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCliService, type CliService } from '#test/cli-service.js';

let service: CliService;
beforeAll(async () => {
  service = await startCliService({ NOTIFICATION_ALLOW: '127.0.0.1' });
});
afterAll(() => service?.stop());

it('an escalation is previewed, made, changed, listed, counted and deleted', async () => {
  const escalations = (...args: string[]) => service.json('escalations', ...args);
  const subscribe = async (name: string) =>
    String(
      (
        await service.json(
          ...['subscriptions', 'create', name, '--protocol', 'webhook', '--trigger', 'ESCALATION'],
          ...['--options', '{"url":"http://127.0.0.1:9/hook"}'],
        )
      )['subscription_id'],
    );
  const [step, fallback] = [await subscribe('a step'), await subscribe('of last resort')];
  const draft = [
    ...['--step', JSON.stringify({ after: 0, subscriptions: [step] }), '--fallback', fallback],
    ...['--repeat', '2', '--every', '600', '--filter', 'rule = "Nothing"'],
  ];
  expect(await escalations('preview', ...draft)).toMatchObject({ alerts: 0, receivers: [] });
  expect(await service.fine('escalations', 'preview', ...draft)).toMatch(/^alerts /m);
  const made = await escalations('create', 'nights', ...draft, '--acknowledged-for', '3600');
  expect(made).toMatchObject({ repeat: { times: 2, every: 600 }, acknowledged_for: 3600 });
  const id = String(made['escalation_id']);
  expect(await escalations('update', id, '--no-repeat', '--no-acknowledged-for')).toMatchObject({
    ...{ repeat: null, acknowledged_for: null, until: 'ACKNOWLEDGED' },
  });
  expect(await service.run(['escalations', 'update', id])).toMatchObject({ code: 2 });
  expect(await service.run(['escalations', 'update', id, '--repeat', '2'])).toMatchObject({ code: 2 });
  expect(await service.fine('escalations', 'list')).toMatch(/nights +│ 0 s/);
  expect(await escalations('stat')).toEqual([{ count: 1 }]);
  expect(await escalations('get', id)).toMatchObject({ name: 'nights' });
  expect(await service.fine('escalations', 'delete', id)).toBe(`${id} is deleted\n`);
});
