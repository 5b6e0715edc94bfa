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
