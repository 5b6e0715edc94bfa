import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const logins = {
  event_definition_id: '65f0aa01',
  event_definition_type: 'aggregation-v1',
  event_definition_title: 'Failed logins',
  event_definition_description: 'More than 50 failed logins in 5 minutes',
  event: {
    id: '01JAZZ',
    event_definition_id: '65f0aa01',
    timestamp: '2025-03-04T10:00:00.556Z',
    message: 'Failed logins: 71',
    source: 'graylog-1',
    key_tuple: ['web-7'],
    key: 'web-7',
    priority: 3,
    alert: true,
    fields: { source: 'web-7' },
    group_by_fields: {},
  },
  backlog: [],
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    logins,
    {
      event_key: '65f0aa01/web-7',
      event_type: 'ALERT',
      title: 'Failed logins: 71',
      description: 'More than 50 failed logins in 5 minutes',
      severity: 'ERROR',
      rule: 'Failed logins',
      resource: { resource_id: 'web-7', resource_type: 'source', name: 'web-7' },
      occurred_at: new Date('2025-03-04T10:00:00.556Z'),
    },
    { incident: 'logins' },
  ),
  posted(
    'again: another event of the same definition',
    { ...logins, event: { ...logins.event, id: '01JB00' } },
    { event_type: 'ALERT' },
    { incident: 'logins' },
  ),
  posted(
    'an alert condition of Graylog 2',
    {
      check_result: {
        result_description: 'Stream had 12 messages in the last minute',
        triggered: true,
        triggered_at: '2025-03-04T10:00:00.000Z',
        triggered_condition: {
          id: 'c-1',
          type: 'message_count',
          title: 'Too many',
          parameters: { threshold: 10 },
        },
        matching_messages: [{ message: 'x', source: 'web-8' }],
      },
      stream: { id: 's-1', title: 'Errors' },
    },
    { event_key: 'c-1', event_type: 'ALERT', title: 'Errors: Too many', resource: { name: 'web-8' } },
  ),
  posted('the test button', { ...logins, event_definition_id: 'NotificationTestId' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
