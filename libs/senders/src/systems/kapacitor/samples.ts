import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const cpu = {
  id: 'cpu:host=db-3',
  message: 'cpu of db-3 is CRITICAL',
  details: 'usage 97.3',
  time: '2025-03-04T10:00:00Z',
  duration: 60000000000,
  data: {
    series: [
      {
        name: 'cpu',
        tags: { host: 'db-3' },
        columns: ['time', 'usage'],
        values: [['2025-03-04T10:00:00Z', 97.3]],
      },
    ],
  },
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...cpu, level: 'CRITICAL', previousLevel: 'OK' },
    {
      event_key: 'cpu:host=db-3/db-3',
      event_type: 'ALERT',
      title: 'cpu of db-3 is CRITICAL',
      description: 'usage 97.3',
      severity: 'CRITICAL',
      rule: 'cpu',
      resource: { resource_id: 'db-3', resource_type: 'host', name: 'db-3' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'cpu' },
  ),
  posted(
    'resolved',
    { ...cpu, level: 'OK', time: '2025-03-04T10:05:00Z' },
    { event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'cpu' },
  ),
  posted(
    'no data in it',
    { id: 0, level: 'WARNING', message: 'zero' },
    { event_key: '0', event_type: 'ALERT', occurred_at: null },
  ),
  posted(
    'a short level',
    { id: 123, level: 'WARN', message: 'disk is filling up', details: '91 %' },
    { event_key: '123', event_type: 'ALERT', severity: 'WARNING', title: 'disk is filling up' },
  ),
  posted(
    'no id',
    { level: 'CRITICAL', message: 'disk is full' },
    { event_key: 'disk is full', event_type: 'ALERT', severity: 'CRITICAL' },
  ),
  posted('no level', { id: 'x', message: 'y' }, { event_key: 'x', event_type: 'ALERT', severity: 'NONE' }),
  posted('an unknown level', { id: 'x', message: 'y', level: 'PURPLE' }, 'ERROR'),
];
