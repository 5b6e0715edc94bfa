import type { PluginSample } from '../../plugin-api/plugin.js';

const asText = (body: unknown): string => JSON.stringify(body, null, 2);

const backup = {
  event_key: 'backup/orders-db',
  event_type: 'ALERT',
  title: 'Backup of orders-db failed',
  description: 'pg_dump ended with status 1.',
  severity: 'ERROR',
  rule: 'nightly backup',
  resource: { resource_id: 'i-0af31', resource_type: 'server', name: 'orders-db' },
  provider: 'aws',
  account: '123456789012',
  image_url: 'https://charts.example.com/backup.png',
  additional_info: { attempt: 3 },
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'one event, firing',
    incident: 'backup',
    body: asText({ ...backup, occurred_at: '2025-07-08T02:10:00Z' }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          ...backup,
          event_type: 'ALERT',
          severity: 'ERROR',
          occurred_at: new Date('2025-07-08T02:10:00Z'),
        },
      },
    ],
  },
  {
    name: 'one event, resolved: its key and type are enough',
    incident: 'backup',
    body: asText({ event_key: 'backup/orders-db', event_type: 'RECOVERY' }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_type: 'RECOVERY', title: 'backup/orders-db', severity: 'NONE', occurred_at: null },
      },
    ],
  },
  {
    name: 'a list of events, one of them wrong',
    body: asText([
      { event_key: 'a', title: 'Disk full', severity: 'critical', occurred_at: 1751940600 },
      { title: 'Disk full', severity: 'loud', resource: 'db-1' },
      { event_key: 'c', title: 'Probe broken', event_type: 'ERROR' },
    ]),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_key: 'a', event_type: 'ALERT', severity: 'CRITICAL', pointer: '/0' },
      },
      { outcome: 'ERROR' },
      { outcome: 'EVENT', event: { event_key: 'c', event_type: 'ERROR', severity: 'NONE', pointer: '/2' } },
    ],
  },
  { name: 'an empty list', body: '[]', expect: [{ outcome: 'IGNORED' }] },
];
