import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook } from './client.js';
import { startService, type Service } from './service.js';

interface Alert {
  readonly alert_id: string;
  readonly state: string;
  readonly title: string;
  readonly event_count: number;
  readonly duplicate_count: number;
  readonly opened_at: string;
  readonly resolved_at: string | null;
}

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(() => service?.stop());

/** Returns the time this many seconds ago, rounded down to a second. */
const ago = (seconds: number): string =>
  new Date(Math.floor(Date.now() / 1000 - seconds) * 1000).toISOString();

/** Posts the bodies, each after the previous one has been processed, and returns the alerts by opening time. */
async function alertsAfter(plugin: string, ...bodies: readonly unknown[]): Promise<readonly Alert[]> {
  const { url } = service.api;
  const webhook = await createWebhook(url, plugin);
  for (const body of bodies) {
    const { status } = await call('POST', url + webhook.path, body, { prefer: 'wait=10' });
    expect(status).toBe(200);
  }
  const { webhook_id } = webhook;
  const { body } = await call<{ results: readonly Alert[] }>(
    'GET',
    `${url}/monitoring/v1/alerts?domain_id=demo&webhook_id=${webhook_id}`,
  );
  return body.results.toSorted((a, b) => (a.opened_at < b.opened_at ? -1 : 1));
}

const says = (event_type: string, seconds: number, more: object = {}) => ({
  event_key: 'db-1',
  event_type,
  title: event_type === 'RECOVERY' ? 'db-1 is up' : 'db-1 is down',
  severity: 'CRITICAL',
  occurred_at: ago(seconds),
  ...more,
});

describe('an alarm that arrives after a newer one', () => {
  it('is in the alert that the newer one resolved', async () => {
    const alerts = await alertsAfter('direct', says('RECOVERY', 20), says('ALERT', 23));
    expect(alerts).toMatchObject([{ state: 'RESOLVED', title: 'db-1 is down', event_count: 2 }]);
    expect(String(alerts[0]?.resolved_at) >= String(alerts[0]?.opened_at)).toBe(true);
  });

  it('opens no alert if its alert is resolved, and is counted as a duplicate if it is repeated', async () => {
    const worse = says('ALERT', 25, { severity: 'WARNING' });
    const alerts = await alertsAfter('direct', says('ALERT', 30), says('RECOVERY', 20), worse, worse);
    expect(alerts).toMatchObject([{ state: 'RESOLVED', event_count: 3, duplicate_count: 1 }]);
  });

  it('does not resolve an alert that fired after it', async () => {
    const alerts = await alertsAfter('direct', says('ALERT', 30), says('ALERT', 10), says('RECOVERY', 20));
    expect(alerts).toMatchObject([{ state: 'OPEN', event_count: 3 }]);
  });

  it('is ordered by arrival if it has no time of its sender', async () => {
    const untimed = says('ALERT', 0, { occurred_at: undefined });
    const alerts = await alertsAfter('direct', says('RECOVERY', 20), untimed);
    expect(alerts.map(({ state }) => state).toSorted()).toEqual(['OPEN', 'RESOLVED']);
  });
});

describe('Alertmanager, which repeats the start of an alert until it ends', () => {
  const group = (
    status: 'firing' | 'resolved',
    startsAt: string,
    endsAt: string | null,
    severity = 'critical',
  ) => ({
    version: '4',
    groupKey: '{}:{alertname="Down"}',
    status,
    receiver: 'tocsin',
    groupLabels: { alertname: 'Down' },
    commonLabels: { alertname: 'Down' },
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.com',
    alerts: [
      {
        status,
        labels: { alertname: 'Down', instance: 'db-1', severity },
        annotations: { summary: 'db-1 is down' },
        startsAt,
        endsAt: endsAt ?? '0001-01-01T00:00:00Z',
        generatorURL: 'http://prometheus.example.com',
        fingerprint: '0123456789abcdef',
      },
    ],
  });

  it('opens a new alert when the same one fires again', async () => {
    const [first, ended, second] = [ago(300), ago(200), ago(100)];
    const alerts = await alertsAfter(
      'prometheus',
      group('firing', first, null),
      group('firing', first, null),
      group('resolved', first, ended),
      group('firing', second, null),
      group('firing', second, null),
    );
    expect(alerts).toMatchObject([
      { state: 'RESOLVED', event_count: 2, duplicate_count: 1 },
      { state: 'OPEN', event_count: 1, duplicate_count: 1 },
    ]);
  });

  it('opens no alert by retrying a firing notification after the recovery', async () => {
    const [start, ended] = [ago(300), ago(200)];
    const alerts = await alertsAfter(
      'prometheus',
      group('resolved', start, ended),
      group('firing', start, null),
      // Its start is known now, so this one is held: a straggler, or the problem lasts.
      group('firing', start, null, 'warning'),
    );
    expect(alerts).toMatchObject([{ state: 'RESOLVED', event_count: 2, duplicate_count: 1 }]);
  });
});
