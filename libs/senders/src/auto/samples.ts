import type { PluginSample } from '../plugin-api/plugin.js';
import { posted } from '../vocabulary/posted.js';

const pump = {
  incident: { id: 'INC-77', title: 'Pump 3 overheats', started_at: '2025-03-04T10:00:00Z' },
  host: 'plant-3',
  priority: 'P1',
  link: 'https://scada.example.com/incidents/77',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a sender nobody described: firing',
    { ...pump, status: 'triggered' },
    {
      event_key: 'INC-77',
      event_type: 'ALERT',
      title: 'Pump 3 overheats',
      severity: 'CRITICAL',
      resource: { resource_type: 'host', name: 'plant-3' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
      additional_info: {
        link: 'https://scada.example.com/incidents/77',
        auto: { recognised: null, took: { title: { from: '/incident/title' } } },
      },
    },
    { incident: 'pump' },
  ),
  posted(
    'a sender nobody described: resolved',
    { ...pump, status: 'resolved' },
    { event_key: 'INC-77', event_type: 'RECOVERY' },
    { incident: 'pump' },
  ),
  posted(
    'a list of alarms, one of them acknowledged',
    {
      alarms: [
        { alarm_id: 1, name: 'Door open', state: 'ACTIVE' },
        { alarm_id: 2, name: 'Fan', state: 'acknowledged' },
        { alarm_id: 3, name: 'Light', state: 'cleared' },
      ],
    },
    [
      { event_key: '1', event_type: 'ALERT', pointer: '/alarms/0' },
      'IGNORED',
      { event_key: '3', event_type: 'RECOVERY' },
    ],
  ),
  posted(
    'a sender that is known',
    {
      receiver: 'x',
      alerts: [{ status: 'firing', labels: { alertname: 'A' }, annotations: {}, fingerprint: 'f1' }],
    },
    { event_key: 'f1', additional_info: { auto: { recognised: 'prometheus' } } },
  ),
  posted('nothing that looks like an alarm', { hello: 'world' }, 'ERROR'),
];
