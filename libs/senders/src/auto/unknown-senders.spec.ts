import { describe, expect, it } from 'vitest';
import type { PluginEvent } from '../plugin-api/plugin.js';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

type Wanted = Partial<Pick<PluginEvent, 'event_type' | 'title' | 'severity' | 'event_key'>> & {
  readonly on?: string;
  readonly at?: string;
};

const auto = createAuto([]);

function read(body: Json): Record<string, unknown> {
  const [one] = auto.parse(
    createSampleDelivery({ name: 'unknown', body: JSON.stringify(body), expect: [] }),
    {},
  );
  if (one?.outcome !== 'EVENT') return { outcome: one?.outcome };
  const { event_type, title, severity, event_key, resource, occurred_at } = one.event;
  return { event_type, title, severity, event_key, on: resource?.name, at: occurred_at?.toISOString() };
}

/** Bodies like those of tools without a plugin. */
const UNKNOWN: readonly (readonly [string, Json, Wanted])[] = [
  [
    'network monitoring with a rule and a device',
    {
      hostname: 'core-sw-1',
      title: 'Alert for device core-sw-1 - Device down',
      rule: 'Device down',
      severity: 'critical',
      state: 1,
      uid: 552,
      alert_id: 17,
      timestamp: '2025-03-04 10:15:00',
      msg: 'Device has been down for 5 minutes',
    },
    {
      event_type: 'ALERT',
      severity: 'CRITICAL',
      event_key: '17',
      on: 'core-sw-1',
      at: '2025-03-04T10:15:00.000Z',
    },
  ],
  [
    'a check of an agent, with a number as status',
    {
      entity: { metadata: { name: 'web-1' } },
      check: { metadata: { name: 'check-disk' }, status: 2, output: 'CRITICAL: 95 % used', state: 'failing' },
      timestamp: 1741083300,
    },
    { event_type: 'ALERT', on: 'web-1', at: '2025-03-04T10:15:00.000Z' },
  ],
  [
    'an error tracker',
    {
      trigger: { type: 'firstException', message: 'New error' },
      error: {
        id: 'e-9',
        exceptionClass: 'NoMethodError',
        message: 'undefined method x',
        context: 'carts#show',
        severity: 'error',
        status: 'open',
        receivedAt: '2025-03-04T10:15:00.000Z',
      },
      project: { name: 'shop' },
    },
    { event_type: 'ALERT', severity: 'ERROR' },
  ],
  [
    'application monitoring with a nested issue',
    {
      issue: {
        id: '53650436-8e35',
        type: 'issue',
        state: 'CLOSED',
        start: 1741082400000,
        end: 1741083300000,
        severity: 10,
        text: 'Garbage collection is high',
        container: 'jvm-7',
      },
    },
    { event_type: 'RECOVERY', event_key: '53650436-8e35', title: 'Garbage collection is high' },
  ],
  [
    'infrastructure monitoring with a cleared alert of level critical',
    {
      alertid: 'LMD123',
      alertstatus: 'clear',
      host: 'db-3',
      level: 'critical',
      datasource: 'CPU',
      message: 'CPU is high',
    },
    { event_type: 'RECOVERY', event_key: 'LMD123', on: 'db-3' },
  ],
  [
    'a synthetic test whose alert is cleared',
    {
      eventType: 'ALERT_NOTIFICATION_CLEAR',
      alert: {
        alertId: 4711,
        ruleName: 'HTTP errors',
        testName: 'shop',
        dateStart: '2025-03-04 10:00:00',
        severity: 'MAJOR',
      },
    },
    { event_type: 'RECOVERY', event_key: '4711', severity: 'ERROR' },
  ],
  [
    'service monitoring whose status is a severity',
    {
      event: 'alert',
      host: { name: 'app01', id: 'h1' },
      alert: { id: 'a1', status: 'critical', monitorName: 'unhealthy', isOpen: true, openedAt: 1741083300 },
    },
    {
      event_type: 'ALERT',
      event_key: 'a1',
      severity: 'CRITICAL',
      on: 'app01',
      at: '2025-03-04T10:15:00.000Z',
    },
  ],
  [
    'an on-call tool that forwards an alert group',
    {
      event: { type: 'alert group created', time: '2025-03-04T10:15:00Z' },
      alert_group: { id: 'I1', title: 'Queue is long', state: 'firing', created_at: '2025-03-04T10:15:00Z' },
    },
    { event_type: 'ALERT', title: 'Queue is long', at: '2025-03-04T10:15:00.000Z' },
  ],
  [
    'a cron job monitor with the status late',
    { check_uuid: 'c-1', name: 'backup', status: 'late', tags: 'prod', url: 'https://cron.example.com/c-1' },
    { event_type: 'ALERT', event_key: 'c-1', title: 'backup' },
  ],
  [
    'a security tool with a severity such as "P2 - High"',
    {
      id: '1741083300.77',
      rule: { description: 'Brute force', level: 12 },
      agent: { name: 'gate-2' },
      severity: 'P2 - High',
    },
    { event_type: 'ALERT', severity: 'ERROR', title: 'Brute force' },
  ],
  ['a test message', { type: 'test', message: 'This is a test' }, {}],
];

describe('auto on senders without a plugin', () => {
  it.each(UNKNOWN)('%s', (_, body, wanted) => {
    const got = read(body);
    if (Object.keys(wanted).length === 0) expect(got).toEqual({ outcome: 'IGNORED' });
    else expect(got).toMatchObject(wanted);
  });
});
