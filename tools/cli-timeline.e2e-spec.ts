import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCliService, type CliService } from '#test/cli-service.js';

let service: CliService;

beforeEach(async () => void (service = await startCliService()));
afterEach(() => service?.stop());

it('the timeline of an alert is printed as Markdown, or as JSON', async () => {
  await service.fine('send', 'prometheus', '--webhook', service.webhook);
  const [alert] = (await service.json('alerts', 'list')) as unknown as { alert_id: string; title: string }[];
  const id = String(alert?.alert_id);
  await service.fine('alerts', 'acknowledge', id, '--comment', 'On it');
  const lines = (await service.fine('alerts', 'timeline', id)).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^# \S/);
  expect(lines.slice(-3)).toEqual([
    expect.stringMatching(/^- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC [A-Z]+: /),
    expect.stringMatching(/UTC Opened as [A-Z]+ by /),
    expect.stringMatching(/UTC Acknowledged by .*: On it$/),
  ]);
  expect(await service.json('alerts', 'timeline', id)).toMatchObject({
    results: [{ kind: 'event' }, { kind: 'change' }, { kind: 'acknowledgement' }],
    total_count: 3,
  });
  const unknown = id.replace(/.{8}$/, '00000000');
  expect(await service.run(['alerts', 'timeline', unknown])).toMatchObject({ code: 5 });
});

it('who would be told of an alert is printed with the reasons of the others', async () => {
  const options = JSON.stringify({ url: 'https://1.1.1.1/' });
  const subscribe = (name: string, ...more: string[]) =>
    service.fine('subscriptions', 'create', name, '--protocol', 'webhook', '--options', options, ...more);
  await subscribe('all');
  await subscribe('web', '--filter', 'labels.team = web');
  await service.fine('send', 'prometheus', '--webhook', service.webhook);
  const [alert] = (await service.json('alerts', 'list')) as unknown as { alert_id: string }[];
  const id = String(alert?.alert_id);
  const printed = await service.fine('alerts', 'telling', id);
  expect(printed).toMatch(/│ all +│ after 0 s/);
  expect(printed).toMatch(/│ web +│ CONDITIONS +│ labels.team = "web"/);
  expect(await service.json('alerts', 'telling', id)).toMatchObject({
    ...{ subscriptions: [{ name: 'all' }], untold: [{ name: 'web' }], untold_count: 1 },
  });
});
