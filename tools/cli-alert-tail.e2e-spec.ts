import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCliService, type CliService } from '#test/cli-service.js';
import { call, until } from '#test/client.js';
import { rootApiKey } from '#test/processes.js';
import { Follower } from '#test/chaos/follower.js';

let service: CliService;

beforeEach(async () => void (service = await startCliService()));
afterEach(() => service?.stop());

const start = Date.now() - 600_000;
const at = (second: number) => new Date(start + second * 1_000).toISOString();

async function readLastId(): Promise<string> {
  const follower = await Follower.open(`${service.url}/monitoring/v1/alerts/stream?domain_id=demo`, {
    key: rootApiKey,
  });
  const id = await until(
    async () => follower.lastId,
    (last) => last !== '',
  );
  follower.close();
  return id;
}

it('alerts tail prints the changes of alerts, and flapping once', async () => {
  const { webhook_url } = await service.json('webhooks', 'get', service.webhook);
  const url = new URL(new URL(String(webhook_url)).pathname, service.url).href;
  const begin = await readLastId();
  for (let outage = 0; outage < 6; outage += 1) {
    const startsAt = at(outage * 60);
    for (const more of [{ status: 'firing' }, { status: 'resolved', endsAt: at(outage * 60 + 30) }]) {
      const alert = { ...more, startsAt, labels: { alertname: 'Flaps' }, fingerprint: 'f1' };
      const { status } = await call(
        'POST',
        url,
        { version: '4', status: more.status, alerts: [alert] },
        { prefer: 'wait=10' },
      );
      expect(status).toBe(200);
    }
  }
  const printed = await service.fine('alerts', 'tail', '--after', begin, '--count', '13');
  const lines = printed.trimEnd().split('\n');
  const once = ['opened', 'resolved'];
  expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
    ...[...once, ...once, ...once, ...once],
    ...['opened', 'flapping', 'resolved', ...once],
  ]);
  expect(lines[9]).toMatch(/^\S+Z {2}flapping .*Flaps/);
  const [last] = (await service.json('alerts', 'list', '--state', 'ALL')) as unknown as {
    alert_id: string;
  }[];
  const filter = JSON.stringify({ k: 'alert_id', v: last?.alert_id, o: 'eq' });
  const own = await service.fine(
    '--json',
    'alerts',
    'tail',
    '--after',
    begin,
    '--count',
    '2',
    '--filter',
    filter,
  );
  const told = own
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { message: { data: { alert: object } } }).message.data.alert);
  expect(told).toMatchObject([last, last].map((alert) => ({ alert_id: alert?.alert_id })));
});
