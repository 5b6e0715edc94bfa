import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const fired = {
  rule: { id: '5f0c2d10-6d3c-11ee', name: 'Memory usage', spaceId: 'default' },
  alert: { id: 'web-1', uuid: 'a1', actionGroup: 'metrics.threshold.fired' },
  message: 'Memory usage is 93 % in the last 1 min for web-1.',
  context: { host: { name: 'web-1' }, link: 'https://kibana.example.com/app/metrics' },
  severity: 'warning',
  date: '2025-03-04T10:15:00.123Z',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: a rule of Kibana',
    incident: 'memory',
    body: asText(fired),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '5f0c2d10-6d3c-11ee/web-1',
          event_type: 'ALERT',
          title: 'Memory usage: web-1',
          severity: 'WARNING',
          rule: 'Memory usage',
          resource: { resource_type: 'host', name: 'web-1' },
          account: 'default',
          occurred_at: new Date('2025-03-04T10:15:00.123Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'memory',
    body: asText({ ...fired, alert: { ...fired.alert, actionGroup: 'recovered' } }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'several in a list, flat names, variables left empty',
    body: asText([
      fired,
      { rule_id: 'r', rule_name: 'Query', alert_id: 'query matched', severity: '', context: '{{context}}' },
    ]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { event_key: 'r/query matched', title: 'Query', severity: 'NONE' } },
    ],
  },
  {
    name: 'a watch',
    body: asText({
      watch_id: 'cluster_health',
      metadata: { severity: 'critical' },
      trigger: { triggered_time: '2025-03-04T10:15:00Z' },
      message: 'The cluster is red',
    }),
    expect: [{ outcome: 'EVENT', event: { event_key: 'cluster_health', severity: 'CRITICAL' } }],
  },
  ...(['active', 'recovered'] as const).map((status) =>
    posted(
      `the document of an alert, with flat names: ${status}`,
      {
        '@timestamp': '2025-03-04T10:15:00.000Z',
        'kibana.alert.rule.uuid': 'r-7',
        'kibana.alert.rule.name': 'Latency',
        'kibana.alert.instance.id': 'checkout',
        'kibana.alert.status': status,
        'kibana.alert.reason': 'p99 is 3 s',
        'kibana.alert.severity': 'high',
        'kibana.space_ids': ['shop'],
        'service.name': 'checkout',
      },
      {
        event_key: 'r-7/checkout',
        event_type: status === 'active' ? 'ALERT' : 'RECOVERY',
        title: 'Latency: checkout',
        description: 'p99 is 3 s',
        severity: 'ERROR',
        account: 'shop',
        resource: { resource_type: 'service', name: 'checkout' },
        occurred_at: new Date('2025-03-04T10:15:00Z'),
      },
      { incident: 'flat' },
    ),
  ),
  ...(['logs.threshold.fired', 'recovered'] as const).map((actionGroup) =>
    posted(
      `rule, alert and context as texts: ${actionGroup}`,
      {
        webhook_body: {
          alert_info: JSON.stringify({ id: 'web-2', uuid: 'u2', actionGroup, flapping: false }),
          rule_info: JSON.stringify({ id: 'r-8', name: 'Errors', spaceId: 'ops', tags: ['web'] }),
          context_info: JSON.stringify({ reason: '31 entries', timestamp: '2025-03-04T10:15:00.000Z' }),
        },
      },
      {
        event_key: 'r-8/web-2',
        event_type: actionGroup === 'recovered' ? 'RECOVERY' : 'ALERT',
        title: 'Errors: web-2',
        description: '31 entries',
        rule: 'Errors',
        account: 'ops',
        occurred_at: new Date('2025-03-04T10:15:00Z'),
      },
      { incident: 'texts' },
    ),
  ),
  ...(['active', 'recovered'] as const).map((alert_status) =>
    posted(
      `names of the user's own: ${alert_status}`,
      { rule_id: 'r-9', rule_name: 'Latency', alert_id: 'web-3', alert_status, reason: 'p99 of 2 s' },
      {
        event_key: 'r-9/web-3',
        event_type: alert_status === 'recovered' ? 'RECOVERY' : 'ALERT',
        title: 'Latency: web-3',
      },
      { incident: 'latency' },
    ),
  ),
  posted(
    'one action for all alerts of a rule',
    {
      rule: { id: 'r-10', name: 'Latency' },
      alerts: {
        new: {
          count: 1,
          data: [
            {
              'kibana.alert.rule.uuid': 'r-10',
              'kibana.alert.rule.name': 'Latency',
              'kibana.alert.instance.id': 'web-4',
              'kibana.alert.status': 'active',
              'kibana.alert.start': '2025-03-04T10:15:00.000Z',
            },
          ],
        },
        ongoing: { count: 0, data: [] },
        recovered: {
          count: 1,
          data: [
            {
              'kibana.alert.rule.uuid': 'r-10',
              'kibana.alert.rule.name': 'Latency',
              'kibana.alert.instance.id': 'web-5',
              'kibana.alert.status': 'recovered',
              'kibana.alert.end': '2025-03-04T10:16:00.000Z',
            },
          ],
        },
      },
    },
    [
      { event_key: 'r-10/web-4', event_type: 'ALERT', occurred_at: new Date('2025-03-04T10:15:00.000Z') },
      { event_key: 'r-10/web-5', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:16:00.000Z') },
    ],
  ),
];
