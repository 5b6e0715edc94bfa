import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';
import { asText } from '../../vocabulary/plain.js';

const violation = {
  event_type: 'POLICY_OPEN_CRITICAL',
  event_name: 'Health Rule Violation Started - Critical',
  event_id: '9001',
  event_time: 'Tue Mar 04 10:15:00 UTC 2025',
  event_message: 'Calls per minute is 3, below 10.',
  summary: 'Critical health violation.',
  severity: 'ERROR',
  policy: 'Page the shop team',
  app_id: '12',
  app_name: 'Shop',
  tier_id: '7',
  tier_name: 'checkout',
  node_id: '$'.concat('{latestEvent.node.id}'),
  node_name: '$'.concat('{latestEvent.node.name}'),
  health_rule_name: 'Call rate',
  incident_id: '70646',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing, without a node',
    incident: 'calls',
    body: asText(violation),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '70646',
          event_type: 'ALERT',
          title: 'Health Rule Violation Started - Critical',
          severity: 'ERROR',
          rule: 'Page the shop team',
          resource: { resource_id: '7', resource_type: 'tier', name: 'checkout' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'calls',
    body: asText({ ...violation, event_type: 'POLICY_CLOSE_CRITICAL', severity: 'INFO' }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'several in a list',
    body: asText([violation, { ...violation, incident_id: '2', node_name: 'checkout-1', node_id: '1' }]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { resource: { resource_type: 'node', name: 'checkout-1' } } },
    ],
  },
  ...['trigger', 'resolve'].map((event_type) =>
    posted(
      `a template with a key of its own: ${event_type}`,
      {
        incident_key: 'checkout-1 - Shop',
        event_type,
        description: 'Calls are slow',
        client: 'AppDynamics',
        details: { event_name: 'Response time', severity: 'ERROR', node_name: 'checkout-1' },
      },
      {
        event_key: 'checkout-1 - Shop',
        event_type: event_type === 'resolve' ? 'RECOVERY' : 'ALERT',
        title: 'Response time',
        description: 'Calls are slow',
        severity: 'ERROR',
        resource: { resource_type: 'node', name: 'checkout-1' },
      },
      { incident: 'keyed' },
    ),
  ),
  ...(['Started - Critical', 'Ended - Critical'] as const).map((what, index) =>
    posted(
      `a template with the latest event alone: ${what}`,
      {
        id: `900${index}`,
        name: `Health Rule Violation ${what}`,
        severity: 'ERROR',
        lastReceived: 'Tue Mar 04 10:15:00 UTC 2025',
        message: 'AppDynamics has detected a problem',
        description: 'Calls are slow',
        event_id: `guid-${index}`,
        url: 'https://acme.saas.appdynamics.com/#location=APP_INCIDENT_DETAIL&incident=811',
      },
      {
        event_key: '811',
        event_type: index === 1 ? 'RECOVERY' : 'ALERT',
        description: 'Calls are slow\n\nAppDynamics has detected a problem',
        occurred_at: new Date('2025-03-04T10:15:00Z'),
      },
      { incident: 'linked' },
    ),
  ),
];
