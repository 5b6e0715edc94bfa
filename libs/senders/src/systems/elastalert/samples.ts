import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const created = {
  event_type: 'create',
  Id: '17',
  Title: 'Too many errors',
  Description: '301 errors in 5 minutes',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'errors',
    body: asText(created),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '17',
          event_type: 'ALERT',
          title: 'Too many errors',
          description: '301 errors in 5 minutes',
          occurred_at: null,
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'errors',
    body: asText({ ...created, event_type: 'resolve' }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'acknowledged',
    body: asText({ ...created, event_type: 'acknowledge' }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'all values of two matches',
    body: asText([
      {
        rule_name: 'Errors',
        host: 'web-1',
        level: 'error',
        message: 'x',
        '@timestamp': '2025-03-04T10:15:00.000Z',
      },
      {
        rule_name: 'Errors',
        host: 'web-2',
        level: 'error',
        message: 'y',
        '@timestamp': '2025-03-04T10:15:01.000Z',
      },
    ]),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'Errors/web-1',
          title: 'Errors: web-1',
          severity: 'ERROR',
          resource: { name: 'web-1' },
        },
      },
      { outcome: 'EVENT', event: { event_key: 'Errors/web-2' } },
    ],
  },
];
