import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCliService, type CliService } from '#test/cli-service.js';

type Answer = Record<string, unknown>;

let service: CliService;
beforeAll(async () => {
  service = await startCliService();
});
afterAll(() => service?.stop());

const send = (...more: string[]) => service.json('send', 'prometheus', '--webhook', service.webhook, ...more);

it('sends samples as new alerts, and the recovery of the last one', async () => {
  const listOpen = async () =>
    (await service.json<Answer[]>('alerts', 'list')).map(({ alert_id }) => String(alert_id));
  await send();
  const before = await listOpen();
  expect(await send()).toMatchObject({ outcomes: [{ outcome: 'CREATED' }] });
  expect(await listOpen()).toHaveLength(before.length + 1);
  expect(await send('--resolved')).toMatchObject({ status: 'PROCESSED' });
  expect(await listOpen()).toEqual(before);
});

it('sends samples with a given marker', async () => {
  await send('--marker', 'mine');
  const [newest] = await service.json<Answer[]>('alerts', 'list');
  expect(Date.now() - Date.parse(String(newest?.['opened_at']))).toBeLessThan(120_000);
  await send();
  await send('--resolved', '--marker', 'mine');
  expect(await service.json('alerts', 'get', String(newest?.['alert_id']))).toMatchObject({
    state: 'RESOLVED',
  });
});
