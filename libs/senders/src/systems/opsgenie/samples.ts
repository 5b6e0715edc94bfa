import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const alert = {
  alertId: '052652ac-5d1c-464a-812a-7dd18bbfba8c',
  alias: 'disk-db-1',
  message: 'Disk of db-1 is full',
  description: 'No space left on device',
  priority: 'P2',
  entity: 'db-1',
  createdAt: 1741083300104,
};
const hook = (action: string, more: string): string =>
  asText({ action, integrationName: 'Tocsin', alert }).replace('"createdAt"', `${more}"createdAt"`);

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: a webhook',
    incident: 'disk',
    body: hook('Create', ''),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'disk-db-1',
          event_type: 'ALERT',
          title: 'Disk of db-1 is full',
          description: 'No space left on device',
          severity: 'ERROR',
          resource: { name: 'db-1' },
          occurred_at: new Date('2025-03-04T10:15:00.104Z'),
        },
      },
    ],
  },
  {
    name: 'resolved: a webhook, its time in nanoseconds',
    incident: 'disk',
    body: hook('Close', '"updatedAt": 1741084200669001700, '),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00.669Z') },
      },
    ],
  },
  { name: 'acknowledged', body: hook('Acknowledge', ''), expect: [{ outcome: 'IGNORED' }] },
  {
    name: 'a request to create',
    incident: 'disk',
    body: asText({
      message: 'Disk of db-1 is full',
      alias: 'disk-db-1',
      priority: 'P1',
      details: { host: 'db-1' },
    }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'ALERT', severity: 'CRITICAL', resource: { name: 'db-1' } } },
    ],
  },
  {
    name: 'several in a list',
    body: asText([
      { message: 'a', entity: 'x' },
      { alias: 'b', action: 'close' },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_key: 'x/a' } },
      { outcome: 'EVENT', event: { event_key: 'b', event_type: 'RECOVERY' } },
    ],
  },
];
