import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const firing = {
  specversion: '1.0',
  id: '8f3c',
  type: 'com.example.backup',
  source: '/backup',
  subject: 'db-1',
  time: '2025-03-04T10:15:00Z',
  data: { status: 'firing', title: 'Backup failed', severity: 'error', description: 'No space left' },
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: structured',
    content_type: 'application/cloudevents+json',
    incident: 'backup',
    body: asText(firing),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '/backup/db-1',
          event_type: 'ALERT',
          title: 'Backup failed',
          description: 'No space left',
          severity: 'ERROR',
          rule: 'com.example.backup',
          resource: { resource_type: 'subject', name: 'db-1' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved: binary',
    incident: 'backup',
    headers: {
      'ce-specversion': '1.0',
      'ce-id': '8f3d',
      'ce-type': 'com.example.backup',
      'ce-source': '/backup',
      'ce-subject': 'db%2D1',
      'ce-time': '2025-03-04T10:30:00Z',
    },
    body: asText({ status: 'resolved', title: 'Backup failed' }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'several: a batch, one in base64, one that ends by its type',
    content_type: 'application/cloudevents-batch+json',
    body: asText([
      {
        ...firing,
        subject: undefined,
        data: undefined,
        data_base64: Buffer.from('{"title":"Slow","severity":"P1"}').toString('base64'),
      },
      { ...firing, subject: 'db-2', type: 'com.example.backup.recovered', data: 'fine again' },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_key: '/backup/8f3c', title: 'Slow', severity: 'CRITICAL' } },
      {
        outcome: 'EVENT',
        event: { event_key: '/backup/db-2', event_type: 'RECOVERY', description: 'fine again' },
      },
    ],
  },
  { name: 'the body of somebody else', body: '{"hello":"world"}', expect: [{ outcome: 'ERROR' }] },
];
